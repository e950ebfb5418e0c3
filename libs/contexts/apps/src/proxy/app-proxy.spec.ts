import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  PROXY_CALLS_A_MINUTE,
  PROXY_CALLS_AT_ONCE,
  PROXY_TIMEOUT_MS,
  type AppCallResponse,
} from '@parley/contracts/api/apps';
import type { Config } from '@parley/platform/config/config';
import type { AppConnections } from '../connect/app-connections';
import type { RunningApp } from '../read/apps.queries';
import type { AppSecrets } from '../write/app-secrets';
import { AppAddresses } from './app-addresses';
import type { AppCalls } from './app-calls';
import { AppProxy } from './app-proxy';

/** A loopback address that stands for a host on the Internet. */
const PUBLIC = '127.0.0.2';
const PRIVATE = '127.0.0.1';
let servers: Server[] = [];

afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
});

/**
 * Starts a server.
 * @returns its port, and a count of connections to it
 */
async function serve(address: string, port: number, answer: RequestListener) {
  const server = createServer(answer);
  const seen = { connections: 0, port: 0 };
  server.on('connection', () => seen.connections++);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  seen.port = (server.address() as AddressInfo).port;
  return seen;
}

function proxyTo(resolve: () => Promise<string[]>) {
  const config = { appsAllowedHosts: [`${PUBLIC}/32`], publicUrl: 'https://parley.example', port: 1 };
  const addresses = new AppAddresses(config as Config);
  addresses.resolve = resolve;
  const calls: AppCallResponse[] = [];
  const noted = { note: (_: unknown, call: AppCallResponse) => Promise.resolve(void calls.push(call)) };
  const secrets = { get: () => Promise.resolve(null) };
  const proxy = new AppProxy(
    addresses,
    secrets as unknown as AppSecrets,
    noted as unknown as AppCalls,
    {} as AppConnections,
  );
  return { proxy, calls };
}

const appAt = (host: string, id = 'one') =>
  ({
    id,
    customerId: 'ours',
    manifest: { settings: [], hosts: [host] },
    settings: {},
  }) as unknown as RunningApp;
const get = (url: string) => ({ method: 'GET', url, headers: [] });
const outcomeOf = (call: Promise<{ status: number }>) =>
  call.then(
    ({ status }) => status,
    ({ code }: { code: string }) => code,
  );

describe('calls of an app', () => {
  it('calls of an app connect to no private address, even if a host name resolves to one only at the second lookup', async () => {
    const outside = await serve(PUBLIC, 0, (_, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    );
    const inside = await serve(PRIVATE, outside.port, (_, response) => response.end('secret'));
    const host = `rebinds.example:${outside.port}`;
    let asked = 0;
    const { proxy } = proxyTo(() => Promise.resolve([asked++ % 2 === 0 ? PUBLIC : PRIVATE]));
    for (let nth = 0; nth < 10; nth++) {
      expect(await outcomeOf(proxy.call(appAt(host), get(`http://${host}/`)))).toBe('app_host_refused');
    }
    // A name that resolves to both addresses in one lookup is refused as well.
    const both = proxyTo(() => Promise.resolve([PUBLIC, PRIVATE]));
    expect(await outcomeOf(both.proxy.call(appAt(host), get(`http://${host}/`)))).toBe('app_host_refused');
    expect(outside.connections).toBe(10);
    expect(inside.connections).toBe(0);
  });

  it('calls of an app time out after fifteen seconds, including redirects', async () => {
    const slow = await serve(PUBLIC, 0, () => undefined);
    const host = `slow.example:${slow.port}`;
    let now = 0;
    const { proxy, calls } = proxyTo(() => {
      // Simulates that nearly all of the time has passed.
      now = PROXY_TIMEOUT_MS - 40;
      return Promise.resolve([PUBLIC]);
    });
    proxy.now = () => now;
    expect(await outcomeOf(proxy.call(appAt(host), get(`http://${host}/`)))).toBe('app_call_timeout');
    expect(calls).toMatchObject([{ host, status: null, error: 'app_call_timeout' }]);
    expect(PROXY_TIMEOUT_MS).toBe(15_000);
  });

  it('an app may have ten concurrent calls per installation, which do not delay those of another', async () => {
    const waiting: (() => void)[] = [];
    const shop = await serve(PUBLIC, 0, (_, response) => waiting.push(() => response.end()));
    const host = `shop.example:${shop.port}`;
    const { proxy } = proxyTo(() => Promise.resolve([PUBLIC]));
    const call = (id: string) => outcomeOf(proxy.call(appAt(host, id), get(`http://${host}/`)));
    const first = Array.from({ length: PROXY_CALLS_AT_ONCE }, () => call('one'));
    expect(await call('one')).toBe('app_too_many_calls');
    const other = call('other');
    while (waiting.length <= PROXY_CALLS_AT_ONCE) await new Promise((resolve) => setImmediate(resolve));
    for (const answer of waiting.splice(0)) answer();
    expect(await Promise.all([...first, other])).toEqual(Array.from({ length: 11 }, () => 200));
    const after = call('one');
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    waiting[0]!();
    expect(await after).toBe(200);
    expect(PROXY_CALLS_AT_ONCE).toBe(10);
  });

  it('an app may make fifty calls a minute per installation', async () => {
    const shop = await serve(PUBLIC, 0, (_, response) => response.end());
    const host = `shop.example:${shop.port}`;
    const { proxy } = proxyTo(() => Promise.resolve([PUBLIC]));
    let now = 0;
    proxy.now = () => now;
    const call = (id: string) => outcomeOf(proxy.call(appAt(host, id), get(`http://${host}/`)));
    for (let nth = 0; nth < PROXY_CALLS_A_MINUTE; nth++) expect(await call('one')).toBe(200);
    expect(await call('one')).toBe('app_too_many_calls');
    expect(await call('other')).toBe(200);
    now += 60_000;
    expect(await call('one')).toBe(200);
    expect(PROXY_CALLS_A_MINUTE).toBe(50);
  });
});
