import { checkConnectionString, InvalidConnectionString } from './connection-string';

test.each([
  'esdb://host:2113?tls=false',
  'esdb://user:pass@host:2113?tls=true&tlsCAFile=/etc/ca.crt&keep_alive_interval=10000',
  'esdb://user:pass@one:2113,two:2113,three:2113?nodePreference=leader',
  'esdb+discover://user:pass@cluster.example',
])('accepts %s', (url) => {
  expect(() => checkConnectionString(url)).not.toThrow();
});

test.each([
  'host:2113',
  'https://user:secret-word@host:2113',
  'esdb://',
  'esdb://user:secret-word@host:2113?tlsVerifyCert=false',
  'esdb://user:secret-word@host:2113?tsl=false',
  'esdb://user:secret-word@host:2113?throwOnAppendFailure=false',
  'esdb://user:secret-word@host:2113?tls=true&throw-on-append-failure=false',
])('rejects %s without repeating its password', (url) => {
  let refusal: unknown;
  try {
    checkConnectionString(url);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(InvalidConnectionString);
  expect(String(refusal)).not.toContain('secret-word');
});
