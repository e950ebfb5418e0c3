import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { AppConnections } from '@parley/apps/connect/app-connections';
import { AppSignIns } from '@parley/apps/connect/app-sign-ins';
import { TokenEndpoint } from '@parley/apps/connect/token-endpoint';
import { AppQueries } from '@parley/apps/read/apps.queries';
import { OauthDouble } from '@parley/doubles/oauth/oauth-double';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { toPosition } from '@parley/event-sourcing/store/position';
import { Database } from '@parley/platform/database/database';
import { Secrets } from '@parley/platform/security/keys';
import { Organisation, tell } from '@parley/server/testing/organisation';
import { runServer, type RunningServer } from '@parley/server/testing/running-server';

jest.setTimeout(120_000);

const CLIENT = { clientId: 'parley', clientSecret: 'client-secret-7f1c', account: 'tom@shop.example' };
const ours = new Organisation('ours');
const theirs = new Organisation('theirs');
let api: RunningServer;
let folder: string;
let server: Server;
let url: string;
let double: OauthDouble;
let id: string;
/** Whether the service refuses every token. */
let isAway = false;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/insights') {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ sales: 7, told: Object.keys(request.headers).sort() }));
    }
    if (request.url !== '/orders') return void double.app(request, response);
    const isGood = !isAway && double.isGood(request.headers.authorization);
    response.writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ sent: request.headers.authorization }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'parley-apps-'));
  await mkdir(join(folder, 'ledger'));
  const words = { en: 'Ledger', es: 'Libro', nl: 'Grootboek' };
  const manifest = {
    ...{ packageName: 'ledger', name: 'Ledger', version: '1.0.0', publisher: 'Harbour', description: words },
    ...{ places: {}, scopes: ['proxy'], optionalScopes: [], features: [] },
    settings: [
      { name: 'server', type: 'url', label: words },
      { name: 'clientSecret', type: 'secret', label: words },
    ],
    hosts: ['{{setting.server}}'],
    insights: '{{setting.server}}/insights',
    connect: {
      ...{
        service: 'Exact',
        authorizeUrl: '{{setting.server}}/authorize',
        tokenUrl: '{{setting.server}}/token',
      },
      ...{ clientId: CLIENT.clientId, clientSecret: 'clientSecret', scopes: ['contacts.read'] },
      account: { url: '{{setting.server}}/account', field: 'email' },
    },
  };
  await writeFile(join(folder, 'ledger', 'manifest.json'), JSON.stringify(manifest));
  api = await runServer({
    PARLEY_ROLES: 'api,projector',
    APPS_ALLOWED_HOSTS: '127.0.0.1',
    PARLEY_APPS_CATALOGUE: `apps-catalogue,${folder}`,
  });
  await tell(api.engines, ours);
  await tell(api.engines, theirs);
  const made = await call('POST', '/apps', {
    body: { packageName: 'ledger', version: '1.0.0', scopes: ['proxy'] },
  });
  id = made.answer.id;
  await shows(made);
  const settings = [
    { name: 'server', value: url },
    { name: 'clientSecret', value: CLIENT.clientSecret },
  ];
  await call('PUT', `/apps/${id}`, { body: { settings } });
});

beforeEach(() => {
  double = new OauthDouble(CLIENT);
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
  await rm(folder, { recursive: true });
});

interface Answer {
  id: string;
  code: string;
  url: string;
  account: string;
  position: string;
  status: number;
  isRefused: boolean;
  data: unknown;
  connection: { account: string; scopes: string[]; by: string; refusedSince: string | null } | null;
}

async function call(
  method: string,
  path: string,
  { body, as = 'admin', of = ours }: { body?: object; as?: string; of?: Organisation } = {},
): Promise<{ status: number; text: string; answer: Answer }> {
  const token = await api.issuer.sign({ user_id: of.id(as), customer_id: of.customerId });
  const response = await fetch(`${api.url}/api/v3${path}`, {
    method,
    headers: {
      ...{ authorization: `Bearer ${token}`, 'api-key': 'parley-web' },
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, answer: (text ? JSON.parse(text) : {}) as Answer };
}

async function shows({ answer: { position } }: { answer: Answer }): Promise<void> {
  await api.engines.views.waitFor('apps', position, 30_000);
}

/**
 * Begins a sign-in, and allows or denies it at the service.
 * @returns the parameters with which the service redirects back
 */
async function visit(end: 'allow' | 'deny'): Promise<{ state: string; code?: string }> {
  const { answer } = await call('POST', `/apps/${id}/connection`);
  const back = await fetch(`${answer.url}&end=${end}`, { redirect: 'manual' });
  const { searchParams } = new URL(back.headers.get('location')!);
  return { state: searchParams.get('state')!, code: searchParams.get('code') ?? undefined };
}

async function connect() {
  const connected = await call('POST', '/app-connections', { body: await visit('allow') });
  expect(connected.status).toBe(200);
  await shows(connected);
  return connected;
}

const details = async () => (await call('GET', `/apps/${id}`)).answer;
const orders = (header = 'Bearer {{connection.token}}', path = '/orders') =>
  call('POST', '/plugins/proxy', {
    as: 'user',
    body: {
      ...{ pluginId: id, url: `{{setting.server}}${path}`, method: 'GET' },
      headers: [{ name: 'Authorization', value: header }],
    },
  });

describe('an app that is signed in at another service', () => {
  test('calls it with a token that no response, table or log reveals', async () => {
    expect((await orders()).answer.code).toBe('app_not_connected');
    const connected = await connect();
    expect(connected.answer).toMatchObject({ id, service: 'Exact', account: CLIENT.account });
    const called = await orders();
    expect(called.answer).toMatchObject({ status: 200, data: { sent: 'Bearer ••••' } });
    expect((await details()).connection).toMatchObject({
      ...{ account: CLIENT.account, scopes: ['contacts.read'], by: ours.id('admin'), refusedSince: null },
      lastUsedAt: expect.any(String) as string,
    });
    const texts = [connected.text, called.text, (await call('GET', `/apps/${id}`)).text];
    for (const table of ['apps.app', 'parley.app_call', 'parley.app_connection', 'parley.app_sign_in']) {
      texts.push(await allOf(table));
    }
    texts.push(await allOf('parley.secret'), await allOf('event_log.event'));
    for (const text of texts) expect(text).not.toMatch(/access-|refresh-|client-secret/);
    // Tokens are filled into headers only, not into addresses, which servers on the way may log.
    expect((await orders('none', '/orders?token={{connection.token}}')).text).not.toContain('access-');
  });

  test('accepts a sign-in only once, only from the organisation that began it, and only if the service allowed it', async () => {
    const finish = (body: object, options: { as?: string; of?: Organisation } = {}) =>
      call('POST', '/app-connections', { body, ...options });
    const denied = await visit('deny');
    expect((await finish(denied)).answer.code).toBe('app_sign_in_refused');
    const back = await visit('allow');
    expect((await finish(back, { of: theirs })).answer.code).toBe('app_sign_in_over');
    expect((await finish(back, { as: 'manager' })).status).toBe(403);
    const pressed = await Promise.all(Array.from({ length: 8 }, () => finish(back)));
    expect(pressed.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    const older = await visit('allow');
    const newer = await visit('allow');
    expect((await finish(older)).answer.code).toBe('app_sign_in_over');
    // The code comes from another sign-in, so it does not match the PKCE verifier of this sign-in.
    expect((await finish({ ...newer, code: older.code! })).answer.code).toBe('app_sign_in_refused');
  });

  test('refreshes the token once for concurrent calls in several processes', async () => {
    await connect();
    double.expireAll();
    const of = <T>(type: abstract new (...parts: never[]) => T): T => api.app.get(type, { strict: false });
    const other = of(AppConnections);
    const parts = [of(Database), of(Secrets), of(TokenEndpoint), of(CommandBus)] as const;
    const processes = Array.from({ length: 3 }, () => new AppConnections(...parts));
    const app = await api.app.get(AppQueries, { strict: false }).running(ours.customerId, id, 'proxy');
    const stale = await other.token(app);
    double.beforeRefresh = () => new Promise((resolve) => setTimeout(resolve, 300));
    const tokens = await Promise.all(
      processes.flatMap((each) => [each.token(app, stale), each.token(app, stale)]),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(stale);
    expect(double.refreshes).toBe(1);
    expect((await orders()).answer.status).toBe(200);
  });

  test('reports that the service refuses its token, and works again after a new sign-in', async () => {
    await connect();
    double.expireAll();
    // The service refuses the first token, so the call refreshes the token and is repeated once.
    expect((await orders()).answer.status).toBe(200);
    double.revokeAll();
    await api.engines.database.query(
      `update parley.app_connection set refreshed_at = now() - interval '1 hour'`,
    );
    expect((await orders()).answer.code).toBe('app_connection_refused');
    const { rows } = await api.engines.database.query<{ position: string }>(
      `select max(position)::text as position from event_log.event where type = 'AppConnectionRefused'`,
    );
    await api.engines.views.waitFor('apps', toPosition(rows[0]!.position), 30_000);
    const broken = await details();
    expect(broken.isRefused).toBe(true);
    expect(broken.connection?.refusedSince).toEqual(expect.any(String));
    await connect();
    expect((await details()).isRefused).toBe(false);
    expect((await orders()).answer.status).toBe(200);
    await shows(await call('DELETE', `/apps/${id}/connection`));
    expect((await details()).connection).toBeNull();
    expect((await orders()).answer.code).toBe('app_not_connected');
    expect(await allOf('parley.app_connection')).toBe('');
    expect((await allOf('parley.secret')).includes('connection/')).toBe(false);
  });

  test('without a refresh token, counts as refused once every call got 401 for a minute', async () => {
    double = new OauthDouble({ ...CLIENT, isFinal: true });
    await connect();
    const connections = api.app.get(AppConnections, { strict: false });
    const started = Date.now();
    const at = (seconds: number) => (connections.now = () => started + seconds * 1000);
    try {
      isAway = true;
      at(0);
      expect((await orders()).answer.status).toBe(401);
      at(59);
      expect((await orders()).answer.status).toBe(401);
      isAway = false;
      expect((await orders()).answer.status).toBe(200);
      isAway = true;
      // A call has succeeded in between, so a new minute starts with the next refused call.
      at(61);
      expect((await orders()).answer.status).toBe(401);
      at(120);
      expect((await orders()).answer.status).toBe(401);
      at(121);
      expect((await orders()).answer.code).toBe('app_connection_refused');
    } finally {
      isAway = false;
      connections.now = () => Date.now();
    }
  });

  test('stays connected with one set of tokens if two users sign in at the same moment', async () => {
    await connect();
    const admins = [
      { customerId: ours.customerId, userId: ours.id('admin') },
      { customerId: ours.customerId, userId: ours.id('user') },
    ];
    const signIns = api.app.get(AppSignIns, { strict: false });
    const backs = await Promise.all(
      admins.map(async (signer) => {
        const begun = await signIns.begin(signer, id);
        const back = await fetch(`${begun.url}&end=allow`, { redirect: 'manual' });
        const { searchParams } = new URL(back.headers.get('location')!);
        return { signer, state: searchParams.get('state')!, code: searchParams.get('code')! };
      }),
    );
    const done = await Promise.all(
      backs.map(({ signer, ...back }) => signIns.finish(signer, back, requestedNow(signer))),
    );
    for (const answer of done) await api.engines.views.waitFor('apps', answer.position, 30_000);
    const { rows } = await api.engines.database.query('select connection_id from parley.app_connection');
    expect(rows).toHaveLength(1);
    expect((await orders()).answer.status).toBe(200);
  });

  test('returns figures from the app’s address, without sending the user’s data there', async () => {
    const { status, answer } = await call('GET', `/apps/${id}/insights`);
    expect(status).toBe(200);
    expect(answer.data).toEqual({ sales: 7, told: ['accept', 'connection', 'host', 'user-agent'] });
    expect((await call('GET', `/apps/${id}/insights`, { of: theirs })).status).toBe(404);
  });
});

async function allOf(table: string): Promise<string> {
  const { rows } = await api.engines.database.query<{ all: string | null }>(
    `select string_agg(t::text, '') as all from ${table} t`,
  );
  return rows[0]?.all ?? '';
}
