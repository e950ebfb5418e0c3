import { scryptSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import type { PermissionsResponse, TeamResponse, UserResponse } from '@parley/contracts/api/access';
import { InvitationLinks } from '@parley/access/write/invitation-links';
import { loadConfig } from '@parley/platform/config/config';
import { loadMasterKey } from '@parley/platform/security/master-key';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { eventually } from '@parley/testing/waiting/eventually';
import { demoId, harbourBikes, millStreetBakery } from '@parley/demo/demo-organisation';
import { demoPassword } from '@parley/embedded/identity/demo-sign-in';
import { tokenFor } from '@parley/embedded/identity/demo-token';
import { startServer, type RunningServer } from './server';
import { CookieBrowser, demoSignIn } from '@parley/embedded/identity/demo-sign-in';
import { freePort } from '@parley/platform/http/free-port';

let database: TestDatabase;
let folder: string;
let server: RunningServer;
let address: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parley-identity-'));
  await start(await freePort());
}, 60_000);
afterAll(async () => {
  await server.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function start(port: number): Promise<void> {
  const config = loadConfig({ PORT: String(port), PARLEY_DATA: folder });
  server = await startServer({ ...config, databaseUrl: database.url });
  address = config.publicUrl;
}

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
});
const sanne = { email: 'sanne@harbour.example', password: demoPassword };
const tokenOf = async (email: string) =>
  (await demoSignIn(address, { email, password: demoPassword }, 'parley-web')).idToken;

async function api<T>(
  token: string,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: T }> {
  const headers = {
    'api-key': 'parley-web',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const response = await fetch(address + path, { ...init, headers });
  return { status: response.status, body: (await response.json()) as T };
}

/** Opens the sign-in page in a new browser. */
async function atSignIn(path = '/auth/login') {
  const browser = new CookieBrowser();
  return { browser, url: (await browser.open(address + path)).url };
}

describe('a demo user', () => {
  test('signs in on the page, and gets a token that identifies them and gives access to the REST API', async () => {
    const token = await tokenOf('sanne@harbour.example');
    const customerId = demoId(harbourBikes.domain);
    const userId = demoId('sanne@harbour.example');
    expect(decodeJwt(token)).toMatchObject({
      iss: `${address}/oidc`,
      aud: 'parley-web',
      sub: userId,
      user_id: userId,
      customer_id: customerId,
      organisation_id: customerId,
      roles: ['user'],
      api_key: 'parley-web',
      name: 'Sanne de Vries',
      email: 'sanne@harbour.example',
    });
    const { status, body } = await api<PermissionsResponse>(token, '/api/gateway/v1/auth/permissions');
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ id: userId, displayName: 'Sanne de Vries', role: 'user' });
    expect(body.user.teamIds).toEqual([demoId('harbour.example Sales')]);
    expect(body.customer).toMatchObject({ id: customerId, name: 'Harbour Bikes', storageName: 'harbour' });
    expect(body.ability).toContainEqual({ action: 'update', subject: 'inbox' });
  });

  test('is returned to the page they wanted, and next time without entering a password', async () => {
    const { browser, url } = await atSignIn('/auth/login?return_to=/messaging-inbox/1');
    expect((await browser.open(url, form(sanne))).url).toBe(`${address}/messaging-inbox/1`);
    expect((await browser.open(`${address}/auth/login?return_to=/settings`)).url).toBe(`${address}/settings`);
  });

  test('gets 401 or 400 for any bytes in the form, and never a server error', async () => {
    for (const email of ['\u0000', 'sanne\u0000@harbour.example', '\ud800', '\u202e', 'x'.repeat(3_000)]) {
      const { browser, url } = await atSignIn();
      const { response } = await browser.open(url, form({ email, password: '\u0000' }));
      expect([email, response.status]).toEqual([email, 401]);
    }
    const { browser, url } = await atSignIn();
    expect((await browser.open(`${url}?email=%00`)).response.status).toBe(400);
    expect((await browser.open(`${address}/oidc/auth?client_id=%00&state=%00`)).response.status).toBe(400);
    const posted = await browser.open(
      `${address}/oidc/auth`,
      form({
        ...{ client_id: 'parley-web', response_type: 'code', scope: 'openid', state: 'a\u0000b' },
        ...{ redirect_uri: `${address}/auth/callback`, code_challenge_method: 'S256' },
        code_challenge: 'x'.repeat(43),
      }),
    );
    expect(posted.response.status).toBeLessThan(500);
  });

  test('has to enter the password again after signing out', async () => {
    const { browser, url } = await atSignIn();
    await browser.open(url, form(sanne));
    const { response } = await browser.open(`${address}/auth/logout`, {
      method: 'POST',
      headers: { 'api-key': 'parley-web' },
    });
    const { redirectTo } = (await response.json()) as { redirectTo: string };
    expect(redirectTo).toBe(`${address}/auth/login?prompt=login`);
    // The session ends even for a user whose browser does not follow the redirect.
    expect((await browser.open(`${address}/auth/login`)).url).toContain('/oidc/interaction/');
    expect((await browser.open(redirectTo)).url).toContain('/oidc/interaction/');
  });

  test('has to enter the password again after the session has expired, and is then signed in', async () => {
    const { browser, url } = await atSignIn();
    await browser.open(url, form(sanne));
    expect((await browser.open(`${address}/auth/login?return_to=/x`)).url).toBe(`${address}/x`);
    const userId = demoId('sanne@harbour.example');
    await database.query('update parley.session set expires_at = now() where user_id = $1', [userId]);
    await database.query(
      `update parley.oidc_record
          set payload = payload || jsonb_build_object('loginTs', floor(extract(epoch from now() - interval '8 hours')))
        where model = 'Session' and payload ->> 'accountId' = $1`,
      [userId],
    );
    const asked = await browser.open(`${address}/auth/login?return_to=/x`);
    expect(asked.url).toContain('/oidc/interaction/');
    expect((await browser.open(asked.url, form(sanne))).url).toBe(`${address}/x`);
    expect((await browser.open(`${address}/auth/login?return_to=/y`)).url).toBe(`${address}/y`);
  });

  test('has no valid ID token after signing out, and gets a new token by signing in', async () => {
    const { browser, url } = await atSignIn();
    await browser.open(url, form({ ...sanne, email: 'kenji@harbour.example' }));
    const post = (path: string) =>
      browser.open(address + path, { method: 'POST', headers: { 'api-key': 'parley-web' } });
    const idToken = async () =>
      ((await (await post('/auth/token')).response.json()) as { idToken: string }).idToken;
    const before = await idToken();
    expect((await api(before, '/api/v3/teams')).status).toBe(200);
    await post('/auth/logout');
    expect((await api(before, '/api/v3/teams')).status).toBe(401);
    const page = await browser.open(`${address}/auth/login`);
    await browser.open(page.url, form({ ...sanne, email: 'kenji@harbour.example' }));
    const after = await idToken();
    expect(decodeJwt(after).sid).not.toBe(decodeJwt(before).sid);
    expect((await api(after, '/api/v3/teams')).status).toBe(200);
    expect((await api(before, '/api/v3/teams')).status).toBe(401);
  });

  test('loses every session when an administrator signs them out; only administrators can do that', async () => {
    const { browser, url } = await atSignIn();
    await browser.open(url, form({ ...sanne, email: 'kenji@harbour.example' }));
    const token = await tokenOf('kenji@harbour.example');
    const signOut = async (by: string) =>
      (
        await fetch(`${address}/api/v3/users/${demoId('kenji@harbour.example')}/sign-out`, {
          method: 'POST',
          headers: { 'api-key': 'parley-web', authorization: `Bearer ${await tokenOf(by)}` },
        })
      ).status;
    expect(await signOut('beatriz@millstreet.example')).toBe(404);
    expect(await signOut('mateo@harbour.example')).toBe(403);
    expect((await api(token, '/api/v3/teams')).status).toBe(200);
    expect(await signOut('ingrid@harbour.example')).toBe(204);
    expect((await api(token, '/api/v3/teams')).status).toBe(401);
    expect((await browser.open(`${address}/auth/login`)).url).toContain('/oidc/interaction/');
  });

  test('gets a new token after the old one has expired', async () => {
    const { browser, url } = await atSignIn();
    await browser.open(url, form({ ...sanne, email: 'amara@harbour.example' }));
    const ask = async () => {
      const { response } = await browser.open(`${address}/auth/token`, {
        method: 'POST',
        headers: { 'api-key': 'parley-web' },
      });
      return ((await response.json()) as { idToken: string }).idToken;
    };
    const first = await ask();
    await database.query(`update parley.session set token_expires_at = now()`);
    const second = await ask();
    const { rows } = await database.query<{ held: boolean }>(
      `select token_expires_at > now() + interval '59 minutes' as held from parley.session where user_id = $1`,
      [demoId('amara@harbour.example')],
    );
    expect(rows).toEqual([{ held: true }]);
    expect(decodeJwt(first)).toMatchObject({ name: 'Amara Okafor' });
    expect(decodeJwt(second)).toMatchObject({ name: 'Amara Okafor', roles: ['user'] });
    expect((await api(second, '/api/v3/users')).status).toBe(200);
  });

  test('stays signed in when the server restarts', async () => {
    const { browser, url } = await atSignIn();
    await browser.open(url, form(sanne));
    const token = await tokenOf('sanne@harbour.example');
    const events = async () => (await database.query('select from event_log.event')).rowCount;
    const before = await events();
    await server.close();
    await start(Number(new URL(address).port));
    expect((await api(token, '/api/v3/users')).status).toBe(200);
    expect((await browser.open(`${address}/auth/login?return_to=/x`)).url).toBe(`${address}/x`);
    // This sign-in added the only new event: the restart added no event of the demo again.
    expect(await events()).toBe((before ?? 0) + 1);
  }, 60_000);
});

describe('the sign-in page', () => {
  test('is Parley’s own page in the browser’s language, and loads nothing from other servers', async () => {
    const { browser, url } = await atSignIn();
    const headers = { 'accept-language': 'fr, nl-BE;q=0.8, en;q=0.5' };
    const { response } = await browser.open(url, { headers });
    const html = await response.text();
    expect(html).toContain('<html lang="nl">');
    expect(html).toContain('<label for="password">Wachtwoord</label>');
    expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link?.replace(/=.*/, ''))).toEqual(
      ['/icon.svg', '/oidc/assets/pages.css', ...Array.from({ length: 7 }, () => '?email')],
    );
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const css = await fetch(`${address}/oidc/assets/pages.css`);
    expect([css.status, css.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });

  test('lists the demo users, and fills in the address of the chosen one', async () => {
    const { browser, url } = await atSignIn();
    const { response } = await browser.open(`${url}?email=kenji%40harbour.example`);
    const html = await response.text();
    expect(html).toContain('Kenji Tanaka');
    expect(html).toContain('Mill Street Bakery');
    expect(html).toMatch(/<input\s[^>]*name="email"[^>]*value="kenji@harbour.example"/);
  });

  test('shows typed input as text, never as markup', async () => {
    const { browser, url } = await atSignIn();
    const { response } = await browser.open(
      url,
      form({ email: '"><script>alert(1)</script>', password: 'x' }),
    );
    expect(response.status).toBe(401);
    const html = await response.text();
    expect(html).not.toContain('<script>');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(html).toContain('role="alert"');
  });

  test('refuses an account after five wrong passwords, and still admits other accounts', async () => {
    const { browser, url } = await atSignIn();
    const attempt = async (password: string) =>
      (await browser.open(url, form({ email: 'tom@millstreet.example', password }))).response.status;
    for (let tries = 0; tries < 5; tries++) expect(await attempt('wrong')).toBe(401);
    expect(await attempt(demoPassword)).toBe(429);
    expect((await browser.open(url, form(sanne))).url).toBe(`${address}/`);
  });

  test('states the time until the next try in Retry-After', async () => {
    const { browser, url } = await atSignIn();
    const attempt = async () =>
      (await browser.open(url, form({ email: 'eva@millstreet.example', password: 'wrong' }))).response;
    for (let tries = 0; tries < 5; tries++) expect((await attempt()).headers.get('retry-after')).toBeNull();
    expect(Number((await attempt()).headers.get('retry-after'))).toBeGreaterThan(500);
  });

  test('refuses an address after five wrong client secrets', async () => {
    const attempt = () =>
      fetch(`${address}/oidc/token`, {
        ...form(
          { grant_type: 'refresh_token', refresh_token: 'x' },
          { authorization: `Basic ${btoa('parley-web:x')}` },
        ),
      });
    for (let tries = 0; tries < 5; tries++) expect((await attempt()).status).toBe(401);
    const refused = await attempt();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d\d$/);
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
    // Parley's own client calls for all users from this address, so it is not limited.
    expect(await tokenOf('sanne@harbour.example')).toBeTruthy();
  });

  test('refuses a form from another site, from another browser, or that is too large', async () => {
    const { browser, url } = await atSignIn();
    const status = async (...[fields, headers]: Parameters<typeof form>) =>
      (await browser.open(url, form(fields, headers))).response.status;
    expect(await status(sanne, { origin: 'https://evil.example' })).toBe(403);
    expect(await status(sanne, { origin: 'null' })).toBe(403);
    expect(await status(sanne, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({ ...sanne, more: 'x'.repeat(5_000) })).toBe(403);
    expect((await new CookieBrowser().open(url, form(sanne))).response.status).toBe(400);
    expect((await browser.open(url, form(sanne, { origin: address }))).url).toBe(`${address}/`);
  });

  test('works under another host name of the same machine', async () => {
    const browser = new CookieBrowser();
    const page = await browser.open(`${address.replace('localhost', '127.0.0.1')}/auth/login`);
    expect(page.url).toMatch(new RegExp(`^${address}/oidc/interaction/`));
    expect((await browser.open(page.url, form(sanne))).url).toBe(`${address}/`);
  });
});

test('a password hash that belongs to no user opens no session', async () => {
  const stranger = '00000000-0000-4000-8000-000000000001';
  await database.query(
    `insert into parley.embedded_account (user_id, customer_id, password_hash)
     select $1, customer_id, password_hash from parley.embedded_account where user_id = $2`,
    [stranger, demoId(sanne.email)],
  );
  const { browser, url } = await atSignIn();
  const landed = await browser.open(url, form({ email: 'stranger@harbour.example', password: demoPassword }));
  expect(landed.response.status).toBe(401);
});

test('a user whose password hash has a lower cost can sign in, and the hash is replaced by one of today’s cost', async () => {
  const amara = demoId('amara@harbour.example');
  const kept = async () => {
    const { rows } = await database.query<{ hash: string }>(
      'select password_hash as hash from parley.embedded_account where user_id = $1',
      [amara],
    );
    return rows[0]!.hash;
  };
  const [, cost] = (await kept()).split('.');
  const hash = scryptSync(demoPassword, 'salt', 32, { N: 2 ** 14 }).toString('base64url');
  await database.query('update parley.embedded_account set password_hash = $1 where user_id = $2', [
    `scrypt.14.${Buffer.from('salt').toString('base64url')}.${hash}`,
    amara,
  ]);
  const signIn = async (password: string) => {
    const { browser, url } = await atSignIn();
    return (await browser.open(url, form({ email: 'amara@harbour.example', password }))).url;
  };
  await signIn('not the password');
  expect(await kept()).toMatch(/^scrypt\.14\./);
  expect(await signIn(demoPassword)).toBe(`${address}/`);
  const raised = await kept();
  expect(raised.split('.')[1]).toBe(cost);
  expect(await signIn(demoPassword)).toBe(`${address}/`);
  expect(await kept()).toBe(raised);
});

describe('an invitation', () => {
  const password = 'four quiet bicycles';
  let nth = 0;

  /**
   * Invites a user, as the demo's administrator Ingrid.
   * @returns the user, and a function that gets the link, which Ingrid can pass on if the installation sends no
   * mails
   */
  async function invite() {
    const admin = await tokenOf('ingrid@harbour.example');
    const email = `invited-${++nth}@harbour.example`;
    const body = JSON.stringify({ displayName: 'Nora <Vos>', email, role: 'user' });
    const invited = await api<{ id: string }>(admin, '/api/v3/users', { method: 'POST', body });
    expect(invited.status).toBe(201);
    const { id } = invited.body;
    const link = async () =>
      (await api<{ link: string }>(admin, `/api/v3/users/${id}/invitation-link`, { method: 'POST' })).body
        .link;
    return { admin, id, email, link };
  }
  const choose = (browser: CookieBrowser, link: string, chosen = password, again = chosen) =>
    browser.open(link, form({ password: chosen, again }));
  /** Waits until an administrator sees the user in this state. */
  async function seen(admin: string, id: string, isSo: (user: UserResponse) => boolean): Promise<void> {
    await eventually(`the administrator sees ${String(isSo)}`, async () =>
      isSo((await api<UserResponse>(admin, `/api/v3/users/${id}`)).body),
    );
  }

  test('arrives as a mail with a link that lets the user set a password and sign in, once', async () => {
    const { admin, id, email } = await invite();
    await seen(admin, id, ({ invitation }) => invitation === 'sent');
    const mails = await Promise.all(
      (await readdir(join(folder, 'mail'))).map((file) => readFile(join(folder, 'mail', file), 'utf8')),
    );
    const mail = (mails.find((text) => text.includes(email)) ?? '')
      .replace(/=\r\n/g, '')
      .replace(/=3D/g, '=');
    const link = /http\S+accept-invitation\?token=[\w.-]+/.exec(mail)?.[0] ?? '';
    const browser = new CookieBrowser();
    const page = await browser.open(link);
    const text = await page.response.text();
    expect(text).toContain('Nora &lt;Vos&gt;');
    expect(text).toContain(email);
    expect((await choose(browser, link)).url).toBe(`${address}/`);
    const { idToken } = (await (
      await browser.open(`${address}/auth/token`, { method: 'POST', headers: { 'api-key': 'parley-web' } })
    ).response.json()) as { idToken: string };
    expect(decodeJwt(idToken)).toMatchObject({ user_id: id, email });
    await seen(admin, id, ({ state, lastLogin }) => state === 'active' && lastLogin !== null);

    const again = await new CookieBrowser().open(link);
    expect(again.response.status).toBe(410);
    expect(await again.response.text()).toContain('This invitation no longer opens');
    await expect(demoSignIn(address, { email, password }, 'parley-web')).resolves.toBeDefined();
  });

  test('accepts one password if the form is posted several times concurrently; the other passwords never work', async () => {
    const { email, link } = await invite();
    const url = await link();
    const passwords = Array.from({ length: 4 }, (_, index) => `correct horse battery ${index}`);
    const posts = await Promise.all(
      passwords.map((chosen) =>
        fetch(url, { ...form({ password: chosen, again: chosen }), redirect: 'manual' }),
      ),
    );
    const won = posts.flatMap(({ status }, index) => (status === 303 ? [index] : []));
    expect(won).toHaveLength(1);
    expect(posts.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410]);
    for (const [index, chosen] of passwords.entries()) {
      const signedIn = demoSignIn(address, { email, password: chosen }, 'parley-web').then(
        () => true,
        () => false,
      );
      expect(await signedIn).toBe(index === won[0]);
    }
  });

  test.each([
    ['too-short', 'too-short', 'at least 10 characters'],
    ['aaaaaaaaaaaa', 'aaaaaaaaaaaa', 'too easy to guess'],
    [password, 'another one entirely', 'The two passwords differ.'],
  ])('refuses a password like %s', async (chosen, again, problem) => {
    const { link } = await invite();
    const { response } = await choose(new CookieBrowser(), await link(), chosen, again);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(problem);
  });

  test('cannot be used once it is renewed or withdrawn, or if it is forged', async () => {
    const { admin, id, link } = await invite();
    const first = await link();
    const status = async (url: string) => (await new CookieBrowser().open(url)).response.status;
    expect(await status(first)).toBe(200);
    await seen(admin, id, ({ invitation }) => invitation === 'sent');
    await api(admin, `/api/v3/users/${id}/invitation`, { method: 'POST' });
    expect(await status(first)).toBe(410);
    const second = await link();
    expect(await status(second)).toBe(200);
    await api(admin, `/api/v3/users/${id}`, { method: 'DELETE' });
    expect(await status(second)).toBe(410);
    expect((await choose(new CookieBrowser(), second)).response.status).toBe(410);
    expect(await status(`${second.slice(0, -4)}AAAA`)).toBe(404);
    expect(await status(`${address}/accept-invitation`)).toBe(404);
  });

  test('expires after seven days', async () => {
    const { id } = await invite();
    const links = new InvitationLinks(server.config, await loadMasterKey(server.config));
    const invitation = { customerId: demoId(harbourBikes.domain), userId: id, invitation: 1 };
    const { link } = links.linkFor(invitation, Date.now() - 7 * 86_400_000);
    const { response } = await new CookieBrowser().open(link);
    expect(response.status).toBe(410);
    expect(await response.text()).toContain('This invitation has expired');
  });

  test('cannot be seen or changed by users of another organisation', async () => {
    const { id } = await invite();
    const stranger = await tokenOf('beatriz@millstreet.example');
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/invitation-link', undefined],
      ['GET', '/open-conversations', undefined],
      ['POST', '/invitation', undefined],
      ['PATCH', '', { displayName: 'X' }],
      ['DELETE', '', undefined],
    ] as const) {
      const init = { method, body: body && JSON.stringify(body) };
      expect((await api(stranger, `/api/v3/users/${id}${path}`, init)).status).toBe(404);
    }
  });
});

describe('a user whom an administrator blocks', () => {
  test('is refused within seconds, and gets the reason from the session and the sign-in page', async () => {
    const admin = await tokenOf('ingrid@harbour.example');
    const { browser, url } = await atSignIn();
    await browser.open(url, form({ email: 'kenji@harbour.example', password: demoPassword }));
    const token = await tokenOf('kenji@harbour.example');
    expect((await api(token, '/api/v3/teams')).status).toBe(200);
    const patch = (active: boolean) =>
      api(admin, `/api/v3/users/${demoId('kenji@harbour.example')}`, {
        method: 'PATCH',
        body: JSON.stringify({ active }),
      });
    expect((await patch(false)).status).toBe(200);
    try {
      const refused = async () => (await api<{ code: string }>(token, '/api/v3/teams')).body.code;
      await eventually('the blocked user is refused', async () => (await refused()) === 'user_blocked');
      const { response } = await browser.open(`${address}/auth/token`, {
        method: 'POST',
        headers: { 'api-key': 'parley-web' },
      });
      expect(await response.json()).toMatchObject({ status: 401, code: 'user_blocked' });
      const { browser: another, url: page } = await atSignIn();
      const kenji = { email: 'kenji@harbour.example', password: demoPassword };
      expect((await another.open(page, form(kenji))).url).toBe(`${address}/user-blocked`);
    } finally {
      await patch(true);
    }
    await expect(tokenOf('kenji@harbour.example')).resolves.toBeDefined();
  });
});

describe('scripts/token', () => {
  const port = () => ({ PORT: new URL(address).port });

  test('prints a token that gives access to the REST API', async () => {
    const token = await tokenFor(['ingrid@harbour.example'], port());
    expect((await api(token, '/api/v3/teams')).status).toBe(200);
  });

  test.each<[string, string[], () => NodeJS.ProcessEnv, string]>([
    ['a missing address', [], port, 'Usage: scripts/token EMAIL'],
    ['an unknown user', ['nobody@harbour.example'], port, 'nobody@harbour.example is no demo user, or'],
    ['a real issuer', ['a@b.c'], () => ({ OIDC_ISSUER: 'https://id.example' }), 'OIDC_ISSUER is set: tokens'],
    [
      'a server that does not run',
      ['a@b.c'],
      () => ({ PORT: '9' }),
      'No Parley answers at http://localhost:9:',
    ],
  ])('refuses %s in one sentence', async (_, args, env, sentence) => {
    await expect(tokenFor(args, env())).rejects.toThrow(sentence);
  });
});

describe('an organisation', () => {
  test('sees its own users and teams, and nothing of another organisation', async () => {
    const token = await tokenOf('beatriz@millstreet.example');
    const users = await api<{ data: UserResponse[] }>(token, '/api/v3/users');
    expect(users.body.data.map(({ email }) => email)).toEqual(
      millStreetBakery.users.map(({ email }) => email),
    );
    const teams = await api<{ data: TeamResponse[] }>(token, '/api/v3/teams');
    expect(teams.body.data).toMatchObject([
      {
        id: demoId('millstreet.example Counter'),
        name: 'Counter',
        colour: '#a15c00',
        email: null,
        sendNotification: false,
        teamUsers: [{ userId: demoId('tom@millstreet.example') }],
      },
    ]);
    const foreign = [
      `users/${demoId(sanne.email)}`,
      `teams/${demoId('harbour.example Sales')}`,
      'users/nonsense',
    ];
    for (const path of foreign) {
      expect(await api(token, `/api/v3/${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    const patch = {
      method: 'PATCH',
      body: JSON.stringify({ settings: [{ name: 'language', value: 'nl' }] }),
    };
    expect((await api(token, `/api/v3/users/${demoId(sanne.email)}`, patch)).status).toBe(404);
    expect((await api(token, `/api/v3/users/${demoId('tom@millstreet.example')}`, patch)).status).toBe(403);
  });
});

describe('the user’s own settings', () => {
  const patch = (token: string, body: unknown) =>
    api<{ position: string; code: string }>(token, `/api/v3/users/${demoId('kenji@harbour.example')}`, {
      method: 'PATCH',
      body: JSON.stringify(body),
    });

  test('are changed, and a read that waits for the change’s position returns them', async () => {
    const token = await tokenOf('kenji@harbour.example');
    const { status, body } = await patch(token, { settings: [{ name: 'language', value: 'es' }] });
    expect(status).toBe(200);
    const after = await api<PermissionsResponse>(
      token,
      `/api/gateway/v1/auth/permissions?minPosition=${body.position}`,
    );
    expect(after.body.user.settings).toContainEqual({ name: 'language', value: 'es' });
    expect(await patch(token, { settings: [{ name: 'language', value: 'es' }] })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    [{ settings: [{ name: 'language', value: 'fr' }] }, 'setting_invalid'],
    [{ settings: [{ name: 'role', value: 'admin' }] }, 'invalid_input'],
    [{ settings: [] }, 'invalid_input'],
    [{ settings: [null] }, 'invalid_input'],
    [{ isAdmin: true }, 'invalid_input'],
    [[], 'invalid_input'],
  ])('refuse the change %j', async (body, code) => {
    const token = await tokenOf('kenji@harbour.example');
    expect(await patch(token, body)).toMatchObject({ status: 400, body: { code } });
  });

  test.each([{ role: 'admin' }, { displayName: 'Boss' }, { email: 'x@y.example' }, { active: false }])(
    'are all that an agent can change of their user: %j is refused',
    async (body) => {
      const token = await tokenOf('kenji@harbour.example');
      expect(await patch(token, body)).toMatchObject({ status: 403, body: { code: 'not_authorized' } });
    },
  );
});
