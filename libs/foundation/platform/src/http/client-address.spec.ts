import { clientAddress, parseTrustedProxies, type TrustedProxies } from './client-address';

const seen = (remoteAddress: string, trusted: TrustedProxies, forwarded?: string) =>
  clientAddress({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }, trusted);

test.each<[string, string, TrustedProxies, string | undefined, string | undefined]>([
  ['ignores the header by default', '198.51.100.6', 0, '203.0.113.7', '198.51.100.6'],
  ['takes the address that one proxy reports', '10.0.0.1', 1, '203.0.113.7', '203.0.113.7'],
  [
    'ignores an address that the client wrote into the header',
    '10.0.0.1',
    1,
    '203.0.113.7, 198.51.100.6',
    '198.51.100.6',
  ],
  [
    'takes the address that the outer of two proxies reports',
    '10.0.0.1',
    2,
    '203.0.113.7, 198.51.100.6, 10.0.0.2',
    '198.51.100.6',
  ],
  [
    'skips addresses of a trusted network',
    '10.0.0.1',
    ['10.0.0.0/8'],
    '203.0.113.7, 198.51.100.6, 10.9.9.9',
    '198.51.100.6',
  ],
  [
    'ignores the header of an untrusted sender',
    '198.51.100.6',
    ['10.0.0.0/8', '::1'],
    '203.0.113.7',
    '198.51.100.6',
  ],
  ['believes a sender at a trusted address', '::1', ['::1'], '203.0.113.7', '203.0.113.7'],
  ['unmaps IPv4 addresses from IPv6', '::ffff:10.0.0.1', ['10.0.0.1'], '::FFFF:203.0.113.7', '203.0.113.7'],
  ['removes the port', '10.0.0.1', 1, '203.0.113.7:4711', '203.0.113.7'],
  [
    'removes the brackets and the port of an IPv6 address',
    '10.0.0.1',
    1,
    '[2001:DB8::7]:4711',
    '2001:db8::7',
  ],
  ['removes the zone of an IPv6 address', 'fe80::1%eth0', 0, undefined, 'fe80::1'],
  ['returns undefined for a value that is no address', '10.0.0.1', 1, '203.0.113.7, unknown', undefined],
  ['returns undefined for a number', '10.0.0.1', 1, '3405803783', undefined],
  ['takes the address of the proxy if the header is missing', '10.0.0.1', 1, undefined, '10.0.0.1'],
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
