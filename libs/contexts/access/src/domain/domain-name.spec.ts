import { domainName } from './domain-name';

test.each([
  ['harbour.example', 'harbour.example'],
  [' Chat.Harbour.EXAMPLE. ', 'chat.harbour.example'],
  ['shop.localhost', 'shop.localhost'],
])('%j is the domain %s', (host, name) => {
  expect(domainName(host)).toBe(name);
});

test.each([
  'www.harbour.example',
  'chat.www.harbour.example',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'harbour.example:443',
  'https://harbour.example',
  'harbour.example/inbox',
  'har bour.example',
  '-harbour.example',
  'harbour..example',
  `${'x'.repeat(64)}.example`,
  '',
])('%j is not a domain', (host) => {
  expect(domainName(host)).toBeNull();
});
