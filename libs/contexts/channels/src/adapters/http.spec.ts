import { providers } from '@parley/contracts/channels/offers';
import type { Connection } from './adapter';
import { download } from './download';
import { askerOf, isProviders, NOT_THE_PROVIDERS } from './http';
import { manifestOf } from './registry';

// File addresses come from webhook payloads: the author of a payload must not reach our own network through us.

const hosts = [
  // Loopback addresses in all spellings.
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1'],
  ...['017700000001', '0', '0.0.0.0', 'localhost', 'LOCALHOST', 'localhost.', 'sub.localhost', '[::1]'],
  ...['[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '127.0.0.1.'],
  ...['127%2e0%2e0%2e1', '①②⑦.⓪.⓪.①', '127。0。0。1', 'localtest.me', '127.0.0.1.nip.io'],
  // Link-local addresses and metadata services of clouds.
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.0.1', '[fe80::1]'],
  ...[
    '[::ffff:169.254.169.254]',
    '[fd00:ec2::254]',
    'metadata.google.internal',
    'metadata',
    '100.100.100.200',
  ],
  ...['instance-data', '192.0.0.192', '168.63.129.16'],
  // Private networks and reserved ranges.
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.1', '100.64.0.1'],
  ...['[fc00::1]', '[fd12:3456::1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '224.0.0.1', '255.255.255.255'],
  ...['198.18.0.1', '192.0.2.1', 'postgres', 'kafka', 'kubernetes.default.svc', 'host.docker.internal'],
];

const disguises = (host: string) => [
  ...[`https://${host}@evil.example/`, `https://evil.example#${host}`, `https://evil.example/${host}`],
  ...[`https://${host}.evil.example/`, `https://evil${host}/`, `https://${host}:8443/x`, `http://${host}/`],
  ...[`https://user:word@${host}/`, `ftp://${host}/`, `https:evil.example/${host}`],
];
const notAddresses = [
  '',
  'file:///etc/passwd',
  'data:text/plain,x',
  '//127.0.0.1/',
  'javascript:1',
  'gopher://x/',
];

const urls = [...hosts.flatMap((host) => [`https://${host}/`, `http://${host}/`]), ...notAddresses];
const connection: Connection = {
  apiBaseUrl: null,
  providerAccountId: null,
  businessAccountId: null,
  secrets: {},
};

/** Mocks fetch to count requests and to answer each with `response`. */
function network(response: () => Response) {
  return jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(response()));
}
afterEach(() => jest.restoreAllMocks());

test('the list contains at least 60 hosts in our own network', () =>
  expect(hosts.length).toBeGreaterThanOrEqual(60));

describe.each(providers.filter((provider) => manifestOf(provider).api.url !== null))('%s', (provider) => {
  const { api } = manifestOf(provider);
  const ownHost = new URL(api.url!).host;

  test('sends no request to an address in our own network, or to one that only resembles the provider’s', async () => {
    const fetched = network(() => new Response('secret'));
    const ask = askerOf(api);
    for (const url of [...urls, ...disguises(ownHost)]) {
      const answer = await ask(connection, url, {}, 100);
      expect([url, answer.arrived]).toEqual([url, false]);
    }
    expect(fetched).not.toHaveBeenCalled();
  });

  test('follows no redirect into our own network', async () => {
    for (const url of urls) {
      const fetched = network(() => new Response(null, { status: 302, headers: { location: url || '#' } }));
      const start = `${api.url!}/file`;
      const ask = askerOf(api);
      const file = await download(
        { ask, connection, headers: {}, limits: { maxBytes: 10, timeoutMs: 100 } },
        start,
      );
      expect(file).toMatchObject({ outcome: 'failed' });
      const elsewhere = fetched.mock.calls.filter(([asked]) => new URL(asked as string).host !== ownHost);
      expect([url, elsewhere]).toEqual([url, []]);
      fetched.mockRestore();
    }
  });

  test('sends no request if the DNS name of a file host resolves into our own network', async () => {
    const [host] = api.mediaHosts;
    if (!host) return;
    const url = `https://${host.startsWith('.') ? `cdn${host}` : host}/file`;
    expect(isProviders(url, api, connection)).toBe(true);
    const inside = [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '192.168.1.1',
      '::1',
      'fd00::1',
      '::ffff:127.0.0.1',
    ];
    const fetched = network(() => new Response('secret'));
    for (const address of inside) {
      const answer = await askerOf(api, () => Promise.resolve(['93.184.215.14', address]))(
        connection,
        url,
        {},
        100,
      );
      expect(answer).toEqual({ arrived: false, detail: NOT_THE_PROVIDERS });
    }
    expect(fetched).not.toHaveBeenCalled();
    const answer = await askerOf(api, () => Promise.resolve(['93.184.215.14']))(connection, url, {}, 100);
    expect(answer.arrived).toBe(true);
  });
});
