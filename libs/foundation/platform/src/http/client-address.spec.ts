import { clientAddress, parseTrustedProxies, type TrustedProxies } from './client-address';

const seen = (remoteAddress: string, trusted: TrustedProxies, forwarded?: string) =>
  clientAddress({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }, trusted);

test.each<[string, string, TrustedProxies, string | undefined, string | undefined]>([
  ['nobody is believed by default', '198.51.100.6', 0, '203.0.113.7', '198.51.100.6'],
  ['one proxy says whom it heard from', '10.0.0.1', 1, '203.0.113.7', '203.0.113.7'],
  ['and what it was told itself does not count', '10.0.0.1', 1, '203.0.113.7, 198.51.100.6', '198.51.100.6'],
  ['two proxies', '10.0.0.1', 2, '203.0.113.7, 198.51.100.6, 10.0.0.2', '198.51.100.6'],
  ['proxies of a network', '10.0.0.1', ['10.0.0.0/8'], '203.0.113.7, 198.51.100.6, 10.9.9.9', '198.51.100.6'],
  ['a stranger says what they like', '198.51.100.6', ['10.0.0.0/8', '::1'], '203.0.113.7', '198.51.100.6'],
  ['a trusted address', '::1', ['::1'], '203.0.113.7', '203.0.113.7'],
  ['mapped into IPv6', '::ffff:10.0.0.1', ['10.0.0.1'], '::FFFF:203.0.113.7', '203.0.113.7'],
  ['with a port', '10.0.0.1', 1, '203.0.113.7:4711', '203.0.113.7'],
  ['in brackets', '10.0.0.1', 1, '[2001:DB8::7]:4711', '2001:db8::7'],
  ['a zone is of that machine only', 'fe80::1%eth0', 0, undefined, 'fe80::1'],
  ['what is no address is nobody’s', '10.0.0.1', 1, '203.0.113.7, unknown', undefined],
  ['nor is a number', '10.0.0.1', 1, '3405803783', undefined],
  ['without the header it is the proxy', '10.0.0.1', 1, undefined, '10.0.0.1'],
])('%s', (_, remote, trusted, forwarded, expected) => {
  expect(seen(remote, trusted, forwarded)).toBe(expected);
});

test('parses TRUSTED_PROXIES as a number, or as addresses and networks', () => {
  expect(parseTrustedProxies('2')).toBe(2);
  expect(parseTrustedProxies('10.0.0.0/8, ::1')).toEqual(['10.0.0.0/8', '::1']);
  for (const wrong of ['', 'all', '-1', '10.0.0.0/33', '10.0.0.1,']) {
    expect(parseTrustedProxies(wrong)).toBeNull();
  }
});
