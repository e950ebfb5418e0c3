import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { io } from 'socket.io-client';
import { AssetCookies } from '@parley/access/http/sign-in/asset-cookies';
import { IpGate } from '@parley/access/http/sign-in/ip-gate';
import { Abilities } from '@parley/access/domain/abilities';
import { OidcAuthenticator } from '@parley/access/http/sign-in/oidc-authenticator';
import { OidcClient } from '@parley/access/http/sign-in/oidc-client';
import { EndedSessions } from '@parley/access/http/sign-in/ended-sessions';
import { Sessions } from '@parley/access/http/sign-in/sessions';
import { AccessQueries } from '@parley/access/read/access.queries';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { Views } from '@parley/event-sourcing/projection/views';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { Config, loadConfig } from '@parley/platform/config/config';
import { HttpModule } from '@parley/platform/http/http.module';
import { MasterKey } from '@parley/platform/security/master-key';
import { Authenticator, CurrentPrincipal, type Principal } from '@parley/platform/http/principal';
import { LiveViews } from '@parley/realtime/live-views';
import { Pushes } from '@parley/realtime/pushes';
import { RealtimeGateway } from '@parley/realtime/realtime.gateway';
import { Relay } from '@parley/realtime/relay';
import { SettingsNews } from '@parley/realtime/settings-news';
import { tokenOf } from '@parley/realtime/testing/realtime-testing';
import { BackgroundWork } from '@parley/platform/background-work';
import { abilities } from './features';
import { useHttp } from './http';

/** The only address on the whitelist. */
const allowed = '203.0.113.7';
/** The forger's real address, as a proxy sees it. */
const forger = '198.51.100.66';
const member = {
  userId: randomUUID(),
  customerId: randomUUID(),
  role: 'user',
  state: 'active',
  contactsModuleForAgentsEnabled: false,
};
const token = tokenOf(member);

/** Headers with which the forger claims the allowed address. A list is sent as several headers of the same name. */
const forgeries: Record<string, string | string[]>[] = [
  { 'x-forwarded-for': allowed },
  { 'X-FORWARDED-FOR': allowed },
  { 'x-forwarded-for': ` ${allowed} ` },
  { 'x-forwarded-for': `${allowed},` },
  { 'x-forwarded-for': `,${allowed}` },
  { 'x-forwarded-for': `${allowed}, ${allowed}` },
  { 'x-forwarded-for': `${allowed}, 127.0.0.1` },
  { 'x-forwarded-for': `127.0.0.1, ${allowed}` },
  { 'x-forwarded-for': [allowed, allowed] },
  { 'x-forwarded-for': [allowed, '127.0.0.1'] },
  { 'x-forwarded-for': `${allowed}:443` },
  { 'x-forwarded-for': `[${allowed}]` },
  { 'x-forwarded-for': `[::ffff:${allowed}]:443` },
  { 'x-forwarded-for': `::ffff:${allowed}` },
  { 'x-forwarded-for': '::ffff:cb00:7107' },
  { 'x-forwarded-for': `"${allowed}"` },
  { 'x-forwarded-for': `for=${allowed}` },
  { 'x-forwarded-for': `${allowed};` },
  { 'x-forwarded-for': `unknown, ${allowed}` },
  { 'x-forwarded-for': `\t${allowed}` },
  { 'x-forwarded-for': '0xcb.0.0x71.7' },
  { 'x-forwarded-for': '3405803783' },
  { 'x-forwarded-for': '0313.0.0161.07' },
  { 'x-forwarded-for': '203.0.113.*' },
  { 'x-forwarded-for': Array.from({ length: 200 }, () => allowed).join(',') },
  { forwarded: `for=${allowed}` },
  { forwarded: `for="${allowed}:443";proto=https;by=127.0.0.1` },
  { Forwarded: `For=${allowed}, for=127.0.0.1` },
  { 'x-real-ip': allowed },
  { 'X-Real-IP': allowed },
  { 'cf-connecting-ip': allowed },
  { 'CF-Connecting-IPv6': `::ffff:${allowed}` },
  { 'true-client-ip': allowed },
  { 'x-client-ip': allowed },
  { 'x-cluster-client-ip': allowed },
  { 'x-forwarded': `for=${allowed}` },
  { 'forwarded-for': allowed },
  { 'x-original-forwarded-for': allowed },
  { 'x-originating-ip': `[${allowed}]` },
  { 'x-remote-ip': allowed, 'x-remote-addr': allowed },
  { 'fastly-client-ip': allowed, 'fly-client-ip': allowed, 'x-appengine-user-ip': allowed },
  { 'x-azure-clientip': allowed, 'x-envoy-external-address': allowed, via: `1.1 ${allowed}` },
  { 'x-forwarded-host': allowed, host: allowed, origin: `http://${allowed}` },
];

@Controller('api')
class Routes {
  @Get('me')
  me(@CurrentPrincipal() { ip }: Principal) {
    return { ip };
  }
}

@Module({ imports: [HttpModule], controllers: [Routes] })
class App {}

const silent = { listen: () => undefined, hear: () => undefined };
const doubles = [
  { provide: Aggregates, useValue: { load: () => Promise.resolve({ state: whitelistOf(allowed) }) } },
  { provide: LogFeed, useValue: silent },
  { provide: OidcClient, useValue: { verify: () => Promise.resolve(claims()) } },
  { provide: AccessQueries, useValue: { memberById: () => Promise.resolve(member) } },
  { provide: Sessions, useValue: {} },
  { provide: EndedSessions, useValue: { onEnd: () => undefined, covers: () => false } },
  { provide: AssetCookies, useValue: {} },
  { provide: Views, useValue: {} },
  { provide: BackgroundWork, useValue: { run: () => undefined } },
  { provide: LiveViews, useValue: {} },
  { provide: Relay, useValue: silent },
  { provide: Pushes, useValue: { join: () => Promise.resolve(), leave: () => undefined } },
  { provide: SettingsNews, useValue: silent },
];

function whitelistOf(address: string) {
  return { entries: new Map([['entry', { name: 'Office', address }]]) };
}

function claims() {
  const { userId, customerId } = member;
  return { user_id: userId, customer_id: customerId, exp: Math.floor(Date.now() / 1000) + 3_600 };
}

async function start(trustedProxies: string): Promise<NestExpressApplication> {
  const config = loadConfig({ TRUSTED_PROXIES: trustedProxies });
  const providers = [
    ...doubles,
    { provide: Config, useValue: config },
    { provide: MasterKey, useValue: new MasterKey('only ever used by tests, 32 characters') },
    { provide: Abilities, useValue: abilities },
    IpGate,
    { provide: Authenticator, useClass: OidcAuthenticator },
  ];
  const testing = await Test.createTestingModule({
    imports: [App, { module: class Engines {}, global: true, providers, exports: providers }],
    providers: [RealtimeGateway],
  }).compile();
  const app = testing.createNestApplication<NestExpressApplication>({ logger: false });
  useHttp(app, config);
  await app.listen(0, '127.0.0.1');
  return app;
}

type Headers = Record<string, string | string[]>;

/**
 * Ways in which a proxy forwards headers: it adds the sender's address last, in the same header or in another header
 * of the same name.
 */
const proxied = {
  'on the same line': (headers: Headers): Headers => {
    const name = Object.keys(headers).find((key) => key.toLowerCase() === 'x-forwarded-for');
    if (!name) return { ...headers, 'x-forwarded-for': forger };
    return { ...headers, [name]: `${[headers[name] ?? []].flat().join(', ')}, ${forger}` };
  },
  'on a line of its own': (headers: Headers): Headers => {
    const name = Object.keys(headers).find((key) => key.toLowerCase() === 'x-forwarded-for');
    return { ...headers, [name ?? 'x-forwarded-for']: [headers[name ?? ''] ?? [], forger].flat() };
  },
};

function ask(port: number, headers: Headers): Promise<{ status: number; body: Record<string, unknown> }> {
  const all = { ...headers, 'api-key': 'parley-web', authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path: '/api/me', headers: all }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Record<string, unknown> }),
      );
    })
      .on('error', reject)
      .end();
  });
}

/** @returns `connected`, or the reason for the refusal */
function connect(port: number, headers: Headers): Promise<string> {
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    // Socket.IO's client on Node sends a list as several headers of the same name.
    extraHeaders: headers as Record<string, string>,
  });
  return new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('connected'));
    socket.on('connect_error', ({ message }) => resolve(message));
  }).finally(() => socket.disconnect());
}

const portOf = (app: NestExpressApplication) => (app.getHttpServer().address() as AddressInfo).port;

describe.each([
  ['no proxy', '0', { directly: (headers: Headers) => headers }, '127.0.0.1'],
  ['one proxy', '1', proxied, forger],
  ['a proxy of a network', '127.0.0.0/8', proxied, forger],
])('behind %s', (_, trusted, ways, address) => {
  let app: NestExpressApplication;
  beforeAll(async () => {
    app = await start(trusted);
  });
  afterAll(() => app.close());

  const cases = Object.entries(ways).flatMap(([way, pass]) =>
    forgeries.map((headers) => [JSON.stringify(headers).slice(0, 90), way, pass(headers)] as const),
  );

  test.each(cases)('refuses %s (%s) on REST and on the socket', async (_name, _way, headers) => {
    const port = portOf(app);
    expect(await ask(port, headers)).toMatchObject({
      status: 403,
      body: { code: 'ip_not_allowed', detail: address },
    });
    expect(await connect(port, headers)).toBe('ip_not_allowed');
  });
});

test('admits a client at the allowed address through the proxy', async () => {
  const app = await start('1');
  const headers = { 'x-forwarded-for': `10.0.0.1, ${allowed}` };
  expect(await ask(portOf(app), headers)).toEqual({ status: 200, body: { ip: allowed } });
  expect(await connect(portOf(app), headers)).toBe('connected');
  await app.close();
});
