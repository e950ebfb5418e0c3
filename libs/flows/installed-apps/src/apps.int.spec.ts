import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { AppPurge } from '@parley/apps/data/app-purge';
import { Organisation, tell } from '@parley/server/testing/organisation';
import { runServer, type RunningServer } from '@parley/server/testing/running-server';

jest.setTimeout(120_000);

const SECRET = 'sk-live-7Qz"x/öp-4f2a';
const ours = new Organisation('ours');
const theirs = new Organisation('theirs');
const appId = ours.id('app');
let api: RunningServer;
let shop: Server;
let shopUrl: string;
/** Requests that the app's server (a shop) received, and its response to them; null if it does not respond. */
let asked: { url: string; headers: Record<string, unknown>; body: string }[] = [];
let answer: { status: number; headers: Record<string, string>; body: string } | null;

beforeAll(async () => {
  shop = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      asked.push({ url: request.url!, headers: request.headers, body });
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  api = await runServer({ PARLEY_ROLES: 'api,ingress,projector', APPS_ALLOWED_HOSTS: '127.0.0.1' });
  await tell(api.engines, ours);
  await tell(api.engines, theirs);
});

beforeEach(() => {
  asked = [];
  answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"orders":[]}' };
});

afterAll(async () => {
  shop.closeAllConnections();
  shop.close();
  await api.close();
});

async function call(
  method: string,
  path: string,
  { body, as = 'admin', of = ours, headers = {} }: CallOptions = {},
): Promise<{ status: number; answer: Answer; text: string }> {
  const token = await api.issuer.sign({ user_id: of.id(as), customer_id: of.customerId });
  const response = await fetch(`${api.url}/api/v3${path}`, {
    method,
    headers: {
      ...{ authorization: `Bearer ${token}`, 'api-key': 'parley-web', ...headers },
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, answer: (text ? JSON.parse(text) : {}) as Answer };
}

/** The fields of all routes' responses that these tests read. */
interface Answer {
  id: string;
  code: string;
  data: object[];
  enabled: boolean;
  position: string;
  status: number;
}

interface CallOptions {
  body?: object;
  as?: string;
  of?: Organisation;
  headers?: Record<string, string>;
}

const setUp = (more: { name: string; value: string }[] = []) =>
  call('PUT', `/apps/${appId}`, {
    body: { settings: [{ name: 'shopUrl', value: shopUrl }, { name: 'apiKey', value: SECRET }, ...more] },
  });

const proxied = (more: object = {}) =>
  call('POST', '/plugins/proxy', {
    as: 'user',
    body: {
      ...{ pluginId: appId, url: '{{setting.shopUrl}}/orders?phone=1', method: 'GET' },
      headers: [{ name: 'Authorization', value: 'Bearer {{setting.apiKey}}' }],
      ...more,
    },
  });

describe('the apps of an organisation', () => {
  test('are listed for every user, with settings as a list and secrets masked', async () => {
    expect((await setUp()).status).toBe(200);
    const { answer: listed } = await call('GET', '/apps?packageName=orders&enabled=true', { as: 'user' });
    expect(listed.data).toHaveLength(1);
    expect(listed.data[0]).toMatchObject({
      ...{ id: appId, name: 'Orders', packageName: 'orders', enabled: true },
      settings: [
        { name: 'active', value: 'true' },
        { name: 'shopUrl', value: shopUrl },
        { name: 'apiKey', value: '••••4f2a' },
      ],
    });
    expect((await call('GET', '/apps?name=Nobody')).answer.data).toEqual([]);
  });

  test('can be set up only by administrators, and only with settings that their manifest declares', async () => {
    const settings = (name: string, value: string) => ({ body: { settings: [{ name, value }] } });
    const put = (options: object) => call('PUT', `/apps/${appId}`, options);
    expect((await put({ ...settings('active', 'true'), as: 'manager' })).status).toBe(403);
    expect((await put(settings('colour', 'red'))).answer.code).toBe('app_setting_unknown');
    expect((await put(settings('shopUrl', 'no address'))).answer.code).toBe('app_setting_invalid');
    expect((await put(settings('shopUrl', 'https://user:pass@shop.example'))).answer.code).toBe(
      'app_setting_invalid',
    );
  });

  test('reveal a secret in no response, event, call log or audit entry', async () => {
    await setUp();
    answer = {
      status: 200,
      headers: { 'content-type': 'application/json', location: `/?key=${encodeURIComponent(SECRET)}` },
      body: JSON.stringify({
        ...{ plain: SECRET, url: encodeURIComponent(SECRET) },
        ...{ base64: Buffer.from(SECRET).toString('base64'), hex: Buffer.from(SECRET).toString('hex') },
      }),
    };
    const told = await proxied({ method: 'POST', body: '{"key":"{{setting.apiKey}}"}' });
    expect(told.status).toBe(200);
    expect(asked[0]!.headers.authorization).toBe(Buffer.from(`Bearer ${SECRET}`).toString('latin1'));
    expect(asked[0]!.body).toContain(SECRET);
    const texts = [
      told.text,
      (await call('GET', `/apps/${appId}`)).text,
      (await call('GET', '/apps')).text,
      (await call('GET', '/app-catalogue')).text,
      (await call('GET', `/apps/${appId}/calls`)).text,
      (await setUp()).text,
    ];
    for (const table of ['apps.app', 'parley.app_call', 'parley.secret', 'event_log.event']) {
      const { rows } = await api.engines.database.query<{ all: string | null }>(
        `select string_agg(t::text, '') as all from ${table} t`,
      );
      texts.push(rows[0]?.all ?? '');
    }
    const spellings = [SECRET, SECRET.slice(0, 12), encodeURIComponent(SECRET)].concat(
      (['base64', 'hex'] as const).map((form) => Buffer.from(SECRET).toString(form)),
    );
    for (const text of texts) for (const spelling of spellings) expect(text).not.toContain(spelling);
  });

  test('call only hosts that they declared, without cookies or other headers of the user', async () => {
    await setUp();
    for (const url of [
      'http://127.0.0.1:1/',
      'https://evil.example/',
      '{{setting.shopUrl}}@evil.example/',
      '{{setting.shopUrl}}.evil.example/',
      'https://{{setting.apiKey}}.evil.example/',
      'file:///etc/passwd',
      `${api.url}/api/v3/apps`,
    ]) {
      const { status, answer: refusal, text } = await proxied({ url });
      expect([url, status, refusal.code]).toEqual([url, 403, 'app_host_refused']);
      expect(text).not.toContain('sk-live');
    }
    for (const name of ['Cookie', 'Host', 'X-Forwarded-For', 'Proxy-Authorization']) {
      expect((await proxied({ headers: [{ name, value: 'x' }] })).answer.code).toBe('app_header_refused');
    }
    expect(asked).toEqual([]);
    await proxied({ headers: [] });
    expect(Object.keys(asked[0]!.headers).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);
  });

  test('follow a redirect only to an allowed host', async () => {
    await setUp();
    answer = { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' }, body: '' };
    expect((await proxied()).answer.code).toBe('app_host_refused');
    answer = { status: 302, headers: { location: '/again' }, body: '' };
    expect((await proxied()).answer.status).toBe(302);
    expect(asked).toHaveLength(5);
  });

  test('refuse a response of more than a megabyte', async () => {
    await setUp();
    answer = { status: 200, headers: {}, body: 'x'.repeat(1_000_001) };
    expect((await proxied()).answer.code).toBe('app_answer_too_large');
  });

  test('store records by name, with versions, up to a maximum size', async () => {
    const satisfaction = await install('satisfaction', ['data']);
    const path = `/apps/${satisfaction}/data`;
    const add = (name: string, value: string, headers = {}) =>
      call('POST', path, { as: 'user', body: { pluginId: satisfaction, name, value }, headers });
    const key = { 'idempotency-key': randomUUID() };
    const first = await add('week', '{"good":1}', key);
    expect(first.answer).toMatchObject({
      pluginId: satisfaction,
      name: 'week',
      value: '{"good":1}',
      version: 1,
    });
    expect((await add('week', '{"good":1}', key)).answer.id).toBe(first.answer.id);
    expect((await add('week', '{}')).answer.code).toBe('app_record_exists');
    expect((await add('other', 'no json')).answer.code).toBe('app_value_not_json');
    expect((await add('large', JSON.stringify('é'.repeat(33_000)))).answer.code).toBe('app_record_too_large');
    const put = (body: object, options: Partial<CallOptions> = {}) =>
      call('PUT', `${path}/${first.answer.id}`, { body: { name: 'week', ...body }, ...options });
    const both = await Promise.all([put({ value: '2', version: 1 }), put({ value: '3', version: 1 })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await call('GET', `${path}?name=week`)).answer.data).toMatchObject([{ version: 2 }]);
    expect((await put({ value: '9' }, { of: theirs })).status).toBe(404);
    expect((await call('GET', path, { of: theirs })).status).toBe(404);
    const mail = { to: 'mia@shop.example', subject: 'Hello', text: 'Hello' };
    expect((await call('POST', `/plugins/${appId}/email`, { body: mail })).answer.code).toBe(
      'app_scope_missing',
    );
  });

  test('store at most a thousand records, even if several are added concurrently', async () => {
    const satisfaction = await install('satisfaction', ['data']);
    await api.engines.database.query(
      `insert into parley.app_record (id, customer_id, app_id, name, value, changed_at)
       select gen_random_uuid(), $1, $2, 'filler ' || n, '1', now() from generate_series(1, 998) n`,
      [ours.customerId, satisfaction],
    );
    const adds = Array.from({ length: 6 }, (_, n) =>
      call('POST', `/apps/${satisfaction}/data`, { body: { name: `last ${n}`, value: '1' } }),
    );
    const refused = (await Promise.all(adds)).filter(({ status }) => status !== 201);
    expect(refused.map(({ answer: refusal }) => refusal.code)).toContain('app_records_full');
    const { answer: kept } = await call('GET', `/apps/${satisfaction}/data`);
    expect(kept.data).toHaveLength(1_000);
  });

  test('stop working when switched off or uninstalled, and keep their records for 30 days in case they are restored', async () => {
    const satisfaction = await install('satisfaction', ['data']);
    const list = () => call('GET', `/apps/${satisfaction}/data`);
    const count = (await list()).answer.data.length;
    const off = (value: string) =>
      call('PUT', `/apps/${satisfaction}`, { body: { settings: [{ name: 'active', value }] } });
    expect((await off('false')).answer.enabled).toBe(false);
    expect((await list()).status).toBe(404);
    await off('true');
    await shows(await call('DELETE', `/apps/${satisfaction}`));
    expect((await list()).status).toBe(404);
    expect((await call('GET', '/apps?packageName=satisfaction')).answer.data).toEqual([]);
    const purge = api.app.get(AppPurge, { strict: false });
    expect(await purge.sweep()).toBe(0);
    await shows(await call('POST', `/apps/${satisfaction}/restore`, { body: {} }));
    expect((await list()).answer.data).toHaveLength(count);
    await shows(await call('DELETE', `/apps/${satisfaction}`));
    purge.now = () => new Date(Date.now() + 31 * 86_400_000).toISOString();
    expect(await purge.sweep()).toBe(1);
    await install('satisfaction', ['data']);
    expect((await list()).answer.data).toEqual([]);
  });

  test('apps are installed only with all scopes that they require, and with no scope that their manifest does not name', async () => {
    const body = { packageName: 'translate-thread', version: '1.0.0' };
    const post = (scopes: string[], as = 'admin') => call('POST', '/apps', { body: { ...body, scopes }, as });
    expect((await post(['assistant', 'conversation:read'], 'manager')).status).toBe(403);
    expect((await post(['assistant'])).answer.code).toBe('app_scopes');
    expect((await post(['assistant', 'conversation:read', 'email'])).answer.code).toBe('app_scopes');
    expect((await call('POST', '/apps', { body: { ...body, version: '9.0.0', scopes: [] } })).status).toBe(
      404,
    );
    expect((await post(['assistant', 'conversation:read'])).status).toBe(201);
  });

  test('get no token that identifies a user unless they have the scope for it, and Parley refuses such a token', async () => {
    expect((await call('POST', `/apps/${appId}/token`, { body: {} })).answer.code).toBe('app_scope_missing');
    const { AppTokens } = await import('@parley/apps/identity/app-tokens');
    const tokens = api.app.get(AppTokens, { strict: false });
    const user = { userId: ours.id('user'), role: 'user' };
    const { token } = await tokens.issue({ id: appId, customerId: ours.customerId }, user);
    const keys = (await (await fetch(`${api.url}/api/v3/app-catalogue/jwks.json`)).json()) as JSONWebKeySet;
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { audience: appId });
    expect(payload).toMatchObject({ sub: user.userId, org: ours.customerId, role: 'user' });
    expect(payload.exp! - payload.iat!).toBe(60);
    await expect(jwtVerify(token, createLocalJWKSet(keys), { audience: randomUUID() })).rejects.toThrow(
      'aud',
    );
    const headers = { authorization: `Bearer ${token}`, 'api-key': 'parley-web' };
    expect((await fetch(`${api.url}/api/v3/apps`, { headers })).status).toBe(401);
  });

  test('serve only their pages, under a content security policy that allows no connections', async () => {
    const page = await fetch(`${api.url}/app-bundles/orders/1.0.0/panel.html`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'none'");
    expect(page.headers.get('origin-agent-cluster')).toBeNull();
    const response = await fetch(`${api.url}/app-bundles/orders/1.0.0/manifest.json`);
    expect(response.status).toBe(404);
    for (const path of ['orders/1.0.0/..%2Fmanifest.json', 'orders/1.0.0/.html', 'orders/9.0.0/panel.html']) {
      expect((await fetch(`${api.url}/app-bundles/${path}`)).status).toBe(404);
    }
  });
});

async function install(packageName: string, scopes: string[]): Promise<string> {
  const made = await call('POST', '/apps', { body: { packageName, version: '1.0.0', scopes } });
  expect(made.status).toBe(201);
  await shows(made);
  return made.answer.id;
}

async function shows({ answer: { position } }: { answer: Answer }): Promise<void> {
  await api.engines.views.waitFor('apps', position, 30_000);
}
