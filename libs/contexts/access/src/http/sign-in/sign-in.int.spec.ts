import { eventually } from '@parley/testing/waiting/eventually';
import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import request from 'supertest';
import { all } from '@parley/contracts/abilities';
import type { SignedCookiesResponse } from '@parley/contracts/api/access';
import { CodedError } from '@parley/contracts/api/coded-error';
import { streamOf, type RecordedEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { Views } from '@parley/event-sourcing/projection/views';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { Config, loadConfig } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { HttpModule } from '@parley/platform/http/http.module';
import { Authenticator } from '@parley/platform/http/principal';
import { MasterKey } from '@parley/platform/security/master-key';
import { issuerDouble, type IssuerDouble } from '@parley/testing/oidc/issuer-double';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { ipWhitelist, type IpWhitelistState } from '../../domain/ip-whitelist';
import { AccessQueries, type Member, type Profile } from '../../read/access.queries';
import type { ToUser } from '../../write/user.handler';
import { Abilities } from '../../domain/abilities';
import { AssetCookies } from './asset-cookies';
import { AssetCookiesController } from './asset-cookies.controller';
import { EndedSessions } from './ended-sessions';
import { EndedSessions1764630000000 } from './ended-sessions.migration';
import { IpGate } from './ip-gate';
import { IssuerSessions } from './issuer-sessions';
import { OrganisationQueries } from '../../read/organisations.queries';
import { OidcAuthenticator } from './oidc-authenticator';
import { OidcClient } from './oidc-client';
import { OidcSettings } from './oidc-settings';
import { Session1763700006000 } from './session.migration';
import { UserPresence1764640000000 } from '../../presence/user-presence.migration';
import { Sessions } from './sessions';
import { Sites } from './sites';
import { SignIn } from './sign-in';
import { SignInController } from './sign-in.controller';

const harbour = '11111111-1111-4111-8111-111111111111';
const ana = '22222222-2222-4222-8222-222222222222';
const me = { userId: ana, customerId: harbour, role: 'user' } as const;
const member: Member = { ...me, state: 'active', contactsModuleForAgentsEnabled: false };
/** Ana's current role and state. */
const now: Pick<Member, 'role' | 'state'> = { role: 'user', state: 'active' };
/** Resolves once the view has folded the events of the feed. */
let folded = Promise.resolve(true);
/** Resolves once the database answers. */
let answered = Promise.resolve();
/** Number of members that were read from the database. */
let reads = 0;
const execute = jest.fn<Promise<{ position: string }>, [ToUser]>();
const isAna = { user_id: ana, customer_id: harbour };

const bakery = '33333333-3333-4333-8333-333333333333';
const owners = new Map([
  ['chat.harbour.test', harbour],
  ['chat.bakery.test', bakery],
]);
const byDomain = (domain: string) => Promise.resolve(owners.get(domain) ?? null);

let database: TestDatabase;
let issuer: IssuerDouble;
let app: NestExpressApplication;
/** The organisation's whitelist; empty unless a test fills it. */
let whitelist: IpWhitelistState;
/** A change feed whose listeners the tests call directly. */
const feed = {
  isCurrent: true,
  position: '',
  start: '',
  listen: jest.fn<void, Parameters<LogFeed['listen']>>(),
};
const masterKey = new MasterKey(randomBytes(32).toString('hex'));

beforeEach(async () => {
  now.state = 'active';
  execute.mockReset().mockResolvedValue({ position: '1' });
  database = await testDatabase([
    Session1763700006000,
    UserPresence1764640000000,
    EndedSessions1764630000000,
  ]);
  issuer = await issuerDouble();
  whitelist = ipWhitelist.initialState;
  app = await start({ PUBLIC_URL: 'http://parley.test' });
});
afterEach(async () => {
  await app.close();
  await issuer.close();
  await database.drop();
});

async function start(environment: NodeJS.ProcessEnv): Promise<NestExpressApplication> {
  const access: Partial<AccessQueries> = {
    memberById: async (customerId, userId) => {
      const found = customerId === harbour && userId === ana ? { ...member, ...now } : null;
      reads++;
      await answered;
      return found;
    },
    memberByEmail: (customerId, email) =>
      Promise.resolve(customerId === harbour && email === 'ana@harbour.example' ? member : null),
    profile: () =>
      Promise.resolve({ customer: { id: harbour, name: 'Harbour', storageName: 'harbour' } } as Profile),
    onlyMemberByEmail: (email) => Promise.resolve(email === 'ana@harbour.example' ? member : null),
  };
  const settings: OidcSettings = { issuer: issuer.url, clientId: 'parley', clientSecret: 'secret/+' };
  const engines = [
    { provide: Config, useValue: loadConfig(environment) },
    { provide: Database, useValue: database },
    { provide: MasterKey, useValue: masterKey },
    { provide: AccessQueries, useValue: access },
    { provide: OidcSettings, useValue: settings },
    {
      provide: OrganisationQueries,
      useValue: { byDomain, domains: () => Promise.resolve([...owners.keys()]) },
    },
    Sites,
    { provide: Views, useValue: { waitFor: () => folded } },
    { provide: LogFeed, useValue: feed },
    { provide: CommandBus, useValue: { execute } },
    OidcClient,
    { provide: Aggregates, useValue: { load: () => Promise.resolve({ state: whitelist }) } },
    IpGate,
    { provide: Abilities, useValue: new Abilities({ inbox: all('user') }) },
    OidcAuthenticator,
    { provide: Authenticator, useExisting: OidcAuthenticator },
    Sessions,
    EndedSessions,
    {
      provide: IssuerSessions,
      useValue: { end: () => Promise.resolve(false), endAll: () => Promise.resolve() },
    },
    AssetCookies,
    SignIn,
  ];
  const testing = await Test.createTestingModule({
    imports: [HttpModule, { module: class Engines {}, global: true, providers: engines, exports: engines }],
    controllers: [AssetCookiesController, SignInController],
  }).compile();
  const started = testing.createNestApplication<NestExpressApplication>({ logger: false });
  await started.init();
  return started;
}

const http = () => request(app.getHttpServer());
const ourClient = { 'api-key': 'parley-web' };
const authenticate = (token: string) => app.get(Authenticator).authenticate(token, '10.0.0.1');

/**
 * Starts a sign-in.
 * @returns the redirect to the issuer
 */
async function leave(path = '/auth/login') {
  const answer = await http().get(path).expect(302);
  const url = new URL(String(answer.headers.location));
  const [cookie = ''] = answer.headers['set-cookie'] as unknown as string[];
  return { url, attempt: cookie.split(';')[0] ?? '', cookie };
}

/** Sends the browser back from the issuer with a code. */
function comeBack(attempt: string, query: Record<string, string>) {
  return http().get('/auth/callback').query(query).set('cookie', attempt);
}

/** Makes the issuer accept any code and any refresh token, and sign these claims. */
function issue(claims: JWTPayload, refreshToken: string | null = 'refresh-1') {
  issuer.answer = async () => ({
    body: { id_token: await issuer.sign(claims), ...(refreshToken ? { refresh_token: refreshToken } : {}) },
  });
}

/**
 * Signs Ana in.
 * @returns the session's cookie
 */
async function signIn(claims: JWTPayload = {}, refreshToken?: string | null): Promise<string> {
  const { url, attempt } = await leave();
  issue({ ...isAna, nonce: url.searchParams.get('nonce'), ...claims }, refreshToken);
  const answer = await comeBack(attempt, { code: 'c', state: url.searchParams.get('state') ?? '' });
  return sessionIn(answer);
}

function sessionIn(answer: request.Response): string {
  const cookies = (answer.headers['set-cookie'] ?? []) as unknown as string[];
  return cookies.find((cookie) => /^(__Host-)?parley_session=/.test(cookie))?.split(';')[0] ?? '';
}

const token = (session: string) => http().post('/auth/token').set(ourClient).set('cookie', session);

describe('Signing in', () => {
  test('a sign-in redirects with state, nonce and a PKCE challenge, and sets a cookie that only this host reads', async () => {
    const { url, cookie } = await leave('/auth/login?return_to=/inbox');
    expect(url.origin + url.pathname).toBe(`${issuer.url}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'parley',
      redirect_uri: 'http://parley.test/auth/callback',
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{32}$/) as string,
      nonce: expect.stringMatching(/^[\w+/]{20}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    });
    expect(cookie).toMatch(/^parley_login=v1\.[\w-]+; Max-Age=600; Path=\/auth; .*HttpOnly; SameSite=Lax$/);
  });

  test('a sign-in returns to the requested path, with a session whose token identifies the user', async () => {
    const { url, attempt } = await leave('/auth/login?return_to=/messaging-inbox/7');
    issue({ ...isAna, nonce: url.searchParams.get('nonce') });
    const answer = await comeBack(attempt, { code: 'c', state: url.searchParams.get('state') ?? '' }).expect(
      302,
    );
    expect(answer.headers.location).toBe('http://parley.test/messaging-inbox/7');
    expect(String(answer.headers['set-cookie'])).toMatch(
      /parley_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/,
    );
    // Scripts of our pages may read from this cookie that there is a session.
    expect(String(answer.headers['set-cookie'])).toMatch(/parley_here=1; Path=\/; SameSite=Lax/);

    const { body } = await token(sessionIn(answer)).expect(200);
    const { idToken, expiresIn } = body as { idToken: string; expiresIn: number };
    expect(expiresIn).toBeGreaterThan(3_500);
    expect(expiresIn).toBeLessThanOrEqual(3_600);
    expect(await authenticate(idToken)).toMatchObject({ ...me, ip: '10.0.0.1' });

    const { parameters, authorization } = issuer.tokenRequests[0] ?? {};
    expect(Object.fromEntries(parameters ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: 'http://parley.test/auth/callback',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect(authorization).toBe(`Basic ${Buffer.from('parley:secret%2F%2B').toString('base64')}`);
  });

  test('a sign-in sends the client secret as a parameter if the issuer requires that', async () => {
    issuer.discovery = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    await signIn();
    const { parameters, authorization } = issuer.tokenRequests[0] ?? {};
    expect([parameters?.get('client_secret'), authorization]).toEqual(['secret/+', undefined]);
  });

  test('a sign-in over TLS sets cookies for TLS and this host only', async () => {
    await app.close();
    app = await start({ PUBLIC_URL: 'https://chat.example' });
    const { url, attempt, cookie } = await leave();
    expect(cookie).toContain('Secure');
    issue({ ...isAna, nonce: url.searchParams.get('nonce') });
    const answer = await comeBack(attempt, { code: 'c', state: url.searchParams.get('state') ?? '' });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /__Host-parley_session=[\w-]+; Path=\/; HttpOnly; Secure/,
    );
  });

  test('a sign-in starts a new session and ends the previous one', async () => {
    const first = await signIn();
    const { url, attempt } = await leave();
    issue({ ...isAna, nonce: url.searchParams.get('nonce') });
    const answer = await comeBack(`${attempt}; ${first}`, {
      code: 'c',
      state: url.searchParams.get('state') ?? '',
    });
    expect(sessionIn(answer)).not.toBe(first);
    await token(first).expect(401);
    await token(sessionIn(answer)).expect(200);
  });

  test('a sign-in at another loopback name first redirects to the public URL', async () => {
    await app.close();
    app = await start({ PUBLIC_URL: 'http://localhost:3000' });
    const login = (host: string) => http().get('/auth/login?return_to=/x').set('host', host).expect(302);
    const away = await login('127.0.0.1:3000');
    expect(away.headers.location).toBe('http://localhost:3000/auth/login?return_to=/x');
    const home = await login('localhost:3000');
    expect(home.headers.location).toContain(`${issuer.url}/authorize`);
  });
});

describe('A sign-in that fails', () => {
  const landing = async (
    claims: JWTPayload,
    change: (query: Record<string, string>) => object = (query) => query,
  ) => {
    const { url, attempt } = await leave();
    issue({ ...isAna, nonce: url.searchParams.get('nonce'), ...claims });
    const query = { code: 'c', state: url.searchParams.get('state') ?? '' };
    const answer = await comeBack(attempt, change(query) as Record<string, string>).expect(302);
    expect(sessionIn(answer)).toBe('');
    return String(answer.headers.location).replace('http://parley.test', '');
  };

  test.each<[string, JWTPayload]>([
    ['another nonce', { nonce: 'other' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an expiry in the past', { exp: 1_000 }],
    ['another authorised party', { aud: ['parley', 'other'], azp: 'other' }],
  ])('a token with %s does not authorise a sign-in', async (_, claims) => {
    expect(await landing(claims)).toBe('/not-authorized');
  });

  test('a token with a foreign signature, or without any, does not authorise a sign-in', async () => {
    const { url, attempt } = await leave();
    const claims = { ...isAna, nonce: url.searchParams.get('nonce') };
    const state = url.searchParams.get('state') ?? '';
    for (const idToken of [await issuer.sign(claims, { withForeignKey: true }), unsigned(claims)]) {
      issuer.answer = () => ({ body: { id_token: idToken } });
      const answer = await comeBack(attempt, { code: 'c', state }).expect(302);
      expect([answer.headers.location, sessionIn(answer)]).toEqual(['http://parley.test/not-authorized', '']);
    }
  });

  test('a sign-in with a state from another browser starts again once, and fails the second time', async () => {
    expect(await landing({}, (query) => ({ ...query, state: 'forged' }))).toBe('/auth/login?again');
    const { attempt } = await leave('/auth/login?again');
    const second = await comeBack(attempt, { code: 'c', state: 'forged.again' }).expect(302);
    expect(second.headers.location).toBe('http://parley.test/failed-login');
    const withoutCookie = await http().get('/auth/callback?code=c&state=x').expect(302);
    expect(withoutCookie.headers.location).toBe('http://parley.test/auth/login?again');
    expect(issuer.tokenRequests).toEqual([]);
  });

  test('a sign-in by a person who is no user redirects to the page for failed sign-ins', async () => {
    expect(await landing({ user_id: harbour })).toBe('/failed-login');
  });

  test.each([
    [{ error: 'access_denied', error_description: 'user is blocked' }, '/user-blocked'],
    [{ error: 'access_denied', error_description: 'login_expired' }, '/auth/login?again'],
    [{ error: 'access_denied', error_description: 'no' }, '/not-authorized'],
    [{ error: 'server_error', error_description: 'user is blocked' }, '/user-blocked'],
    [{ error: 'server_error' }, '/not-authorized'],
  ])('a sign-in with the response %p leads to %s', async (result, path) => {
    expect(await landing({}, () => result)).toBe(path);
  });

  test('a sign-in gets the status 503 while the issuer is unavailable', async () => {
    issuer.discovery = { issuer: 'https://another.example' };
    await http().get('/auth/login').expect(500);
    issuer.discovery = {};
    for (const status of [503, 429]) {
      const { url, attempt } = await leave();
      issuer.answer = () => ({ status, body: {} });
      await comeBack(attempt, { code: 'c', state: url.searchParams.get('state') ?? '' }).expect(503);
    }
  });
});

describe('The log of a refused sign-in', () => {
  let warn: jest.SpyInstance<void, unknown[]>;
  beforeEach(() => {
    warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => warn.mockRestore());

  /**
   * Tries to sign in with these claims.
   * @returns the lines that were logged
   */
  async function linesOf(
    claims: JWTPayload,
    {
      query = {},
      options = {},
      cookie,
    }: {
      query?: Record<string, string>;
      options?: { withForeignKey?: boolean };
      cookie?: string;
    } = {},
  ): Promise<unknown[]> {
    const { url, attempt } = await leave();
    const all = { ...isAna, nonce: url.searchParams.get('nonce'), email: 'who@private.example', ...claims };
    issuer.answer = async () => ({ body: { id_token: await issuer.sign(all, options) } });
    const answer = { code: 'secret-code', state: url.searchParams.get('state') ?? '', ...query };
    await comeBack(cookie ?? attempt, answer).expect(302);
    return warn.mock.calls.map(([line]) => line);
  }

  const noIds = { user_id: undefined, customer_id: undefined };

  test.each<[string, JWTPayload, string, Parameters<typeof linesOf>[1]?]>([
    ['another nonce', { nonce: 'other' }, 'the nonce in the ID token is not that of this sign-in'],
    ['no nonce', { nonce: undefined }, 'the nonce in the ID token is not that of this sign-in'],
    ['another audience', { aud: 'another-client' }, 'the claim aud is wrong'],
    ['another issuer', { iss: 'https://evil.example' }, 'the claim iss is wrong'],
    ['no audience', { aud: undefined }, 'the claim aud is missing'],
    ['no subject', { sub: undefined }, 'the claim sub is missing'],
    ['no expiry', { exp: undefined }, 'the claim exp is missing'],
    ['an expiry in the past', { exp: 1_000 }, 'the claim exp is in the past: compare the clocks'],
    [
      'a not-before time in the future',
      { nbf: 9_999_999_999 },
      'the claim nbf is in the future: compare the clocks',
    ],
    ['another authorised party', { aud: ['parley', 'other'], azp: 'other' }, 'the claim azp is wrong'],
    [
      'a foreign key',
      {},
      "the signature of the ID token does not match the issuer's key",
      { options: { withForeignKey: true } },
    ],
    ['a forged state', {}, 'the state is not that of this sign-in', { query: { state: 'forged' } }],
    [
      'no cookie',
      {},
      'the cookie of the sign-in is missing, older than 10 minutes or of another browser',
      { cookie: 'other=1' },
    ],
    [
      "the issuer's refusal",
      {},
      'the issuer refused with access_denied',
      { query: { error: 'access_denied', error_description: 'who@private.example' } },
    ],
    [
      'a refusal with any text as its code',
      {},
      'the issuer refused with an unknown code',
      { query: { error: 'who@private.example' } },
    ],
    ['unknown ids', { user_id: harbour }, 'the claims user_id and customer_id name no user'],
    ['no e-mail address', { ...noIds, email: undefined }, 'the claim email is missing'],
    ['an e-mail address without email_verified', noIds, 'the claim email_verified is missing'],
    [
      'an unverified e-mail address',
      { ...noIds, email_verified: false },
      'the claim email_verified is not true',
    ],
    [
      'an unknown e-mail address',
      { ...noIds, email_verified: true },
      'the address in the claim email is that of no user, or of several',
    ],
  ])(
    'the log contains the reason once for %s, without personal data',
    async (_, claims, reason, options = {}) => {
      expect(await linesOf(claims, options)).toEqual([`A sign-in was refused: ${reason}.`]);
    },
  );

  test('the log contains the error code of the token endpoint', async () => {
    const { url, attempt } = await leave();
    issuer.answer = () => ({ status: 400, body: { error: 'invalid_client', error_description: 'secret' } });
    await comeBack(attempt, { code: 'c', state: url.searchParams.get('state') ?? '' }).expect(302);
    expect(warn.mock.calls).toEqual([
      ['A sign-in was refused: the token endpoint refused with invalid_client.'],
    ]);
  });

  test('the log contains the reason if the issuer sent no ID token', async () => {
    const { url, attempt } = await leave();
    issuer.answer = () => ({ body: { access_token: 'secret' } });
    await comeBack(attempt, { code: 'c', state: url.searchParams.get('state') ?? '' }).expect(302);
    expect(warn.mock.calls).toEqual([['A sign-in was refused: the issuer sent no ID token.']]);
  });

  test('the log contains the reason if the user is deactivated', async () => {
    execute.mockRejectedValue(new CodedError('user_blocked'));
    expect(await linesOf({})).toEqual(['A sign-in was refused: the user is deactivated.']);
  });

  test('the log contains the code with which the issuer refuses to renew a token', async () => {
    const session = await signIn({ exp: inSeconds(30) });
    issuer.answer = () => ({ status: 400, body: { error: 'invalid_grant' } });
    await token(session).expect(401);
    expect(warn.mock.calls).toEqual([
      ['The token of a session was not renewed: the token endpoint refused with invalid_grant.'],
    ]);
  });
});

describe('The token of a session', () => {
  test('a token is returned to our own client only', async () => {
    const session = await signIn();
    const { body } = await http().post('/auth/token').set('cookie', session).expect(401);
    expect(body).toMatchObject({ code: 'api_key' });
    await http().post('/auth/logout').set('cookie', session).expect(401);
  });

  test('a token is renewed before it expires, once for concurrent requests, with the latest refresh token', async () => {
    const session = await signIn({ exp: inSeconds(59) });
    issuer.answer = async (parameters) => {
      if (parameters.get('refresh_token') !== 'refresh-1')
        return { status: 400, body: { error: 'invalid_grant' } };
      return {
        body: { id_token: await issuer.sign({ ...isAna, exp: inSeconds(30) }), refresh_token: 'refresh-2' },
      };
    };
    issuer.tokenRequests.length = 0;
    await token(session).expect(200);
    issuer.answer = async (parameters) => {
      if (parameters.get('refresh_token') !== 'refresh-2')
        return { status: 400, body: { error: 'invalid_grant' } };
      return { body: { id_token: await issuer.sign(isAna) } };
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => token(session).expect(200)));
    expect(new Set(answers.map(({ body }) => (body as { idToken: string }).idToken)).size).toBe(1);
    expect(issuer.tokenRequests).toHaveLength(2);
  });

  test('a token is refused and the session ends if the issuer refuses, sends no token, or names another user', async () => {
    const refusals: IssuerDouble['answer'][] = [
      () => ({ status: 400, body: { error: 'invalid_grant' } }),
      () => ({ body: { access_token: 'x' } }),
      async () => ({ body: { id_token: await issuer.sign({ email: 'x@y.z', email_verified: true }) } }),
    ];
    for (const answer of refusals) {
      const session = await signIn({ exp: inSeconds(30) });
      issuer.answer = answer;
      expect((await token(session).expect(401)).body).toMatchObject({ code: 'login_expired' });
    }
    expect((await database.query('select from parley.session')).rowCount).toBe(0);
  });

  test('a token is renewed if the address of the issuer has changed', async () => {
    const session = await signIn();
    await app.close();
    await issuer.close();
    issuer = await issuerDouble();
    app = await start({ PUBLIC_URL: 'http://parley.test' });
    issue(isAna);
    const { body } = await token(session).expect(200);
    expect(await authenticate((body as { idToken: string }).idToken)).toMatchObject(me);
    expect(issuer.tokenRequests.map(({ parameters }) => parameters.get('refresh_token'))).toEqual([
      'refresh-1',
    ]);
  });

  test('a token is unavailable while the issuer is unreachable, and the session survives', async () => {
    const session = await signIn({ exp: inSeconds(30) });
    issuer.answer = () => ({ status: 502, body: {} });
    expect((await token(session).expect(503)).body).toMatchObject({ code: 'unavailable' });
    issue(isAna);
    await token(session).expect(200);
  });

  test('a token requires a session that has not ended', async () => {
    const session = await signIn();
    await database.query(`update parley.session set expires_at = now() - interval '1 second'`);
    expect((await token(session).expect(401)).body).toMatchObject({ code: 'login_expired' });
    expect((await token('parley_session=unknown').expect(401)).body).toMatchObject({ code: 'login_expired' });
    expect((await http().post('/auth/token').set(ourClient).expect(401)).body).toMatchObject({
      code: 'login_expired',
    });
  });

  test('the table of sessions reveals neither the tokens nor the session ids', async () => {
    const session = await signIn();
    const { body } = await token(session).expect(200);
    const { rows } = await database.query<{ row: string }>('select s::text as row from parley.session s');
    const stored = rows.map(({ row }) => row).join();
    expect(stored).not.toContain((body as { idToken: string }).idToken);
    expect(stored).not.toContain(Buffer.from(session.split('=')[1] ?? '').toString('hex'));
    expect(stored).not.toContain('refresh-1');
  });
});

describe('Signing out', () => {
  test('a sign-out ends the session here and returns the URL at which the issuer ends its own', async () => {
    issuer.discovery = { end_session_endpoint: `${issuer.url}/end` };
    const session = await signIn();
    const { body, headers } = await http()
      .post('/auth/logout')
      .set(ourClient)
      .set('cookie', session)
      .expect(200);
    const url = new URL((body as { redirectTo: string }).redirectTo);
    expect(url.origin + url.pathname).toBe(`${issuer.url}/end`);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://parley.test/');
    expect(url.searchParams.get('client_id')).toBe('parley');
    // The URL contains no ID token.
    expect(url.href).not.toMatch(/ey[\w-]+\./);
    expect(String(headers['set-cookie'])).toMatch(/parley_session=;.*Expires=Thu, 01 Jan 1970/);
    expect(String(headers['set-cookie'])).toMatch(/parley_here=;.*Expires=Thu, 01 Jan 1970/);
    await token(session).expect(401);
  });

  test('a sign-out invalidates the ID tokens of that session only, in every process', async () => {
    const elsewhere = await start({ PUBLIC_URL: 'http://parley.test' });
    try {
      const isTaken = (by: NestExpressApplication, idToken: string) =>
        by.get(Authenticator).authenticate(idToken, '10.0.0.1').then(Boolean);
      const ended = new Promise<void>((resolve) => elsewhere.get(EndedSessions).onEnd(() => resolve()));
      const [phone, desk] = [await signIn({ sid: 'phone' }), await signIn({ sid: 'desk' })];
      const idTokens = [await idTokenOf(phone), await idTokenOf(desk)] as const;
      // A second token of the same session, like one from a renewal.
      const renewed = await issuer.sign({ ...isAna, sid: 'phone' });
      for (const process of [app, elsewhere]) {
        for (const one of [...idTokens, renewed]) expect(await isTaken(process, one)).toBe(true);
      }
      const concerned = jest.fn();
      app.get(Authenticator).onChange((isConcerned) => void concerned(isConcerned(me)));
      await http().post('/auth/logout').set(ourClient).set('cookie', phone).expect(200);
      // The listener for sockets is called.
      expect(concerned).toHaveBeenCalledWith(true);
      await ended;
      const late = await start({ PUBLIC_URL: 'http://parley.test' });
      for (const process of [app, elsewhere, late]) {
        expect(await isTaken(process, idTokens[0])).toBe(false);
        expect(await isTaken(process, renewed)).toBe(false);
        expect(await isTaken(process, idTokens[1])).toBe(true);
      }
      await late.close();
    } finally {
      await elsewhere.close();
    }
  });

  test('a sign-out invalidates the last ID token if the issuer gives sessions no names', async () => {
    const session = await signIn();
    const idToken = await idTokenOf(session);
    expect(await authenticate(idToken)).not.toBeNull();
    await http().post('/auth/logout').set(ourClient).set('cookie', session).expect(200);
    expect(await authenticate(idToken)).toBeNull();
  });

  test('a sign-out everywhere invalidates all sessions, ID tokens and cookies for files, but not a later sign-in', async () => {
    const [phone, desk] = [await signIn({ sid: 'phone' }), await signIn({ sid: 'desk' })];
    const idTokens = [await idTokenOf(phone), await idTokenOf(desk)];
    const pass = await http()
      .get('/api/v3/assets/signed-cookies/harbour')
      .set(ourClient)
      .set('authorization', `Bearer ${idTokens[1]}`)
      .expect(200);
    const [files = ''] = pass.headers['set-cookie'] as unknown as string[];
    const byCookie = () => app.get(Authenticator).authenticateCookie(files.split(';')[0], '10.0.0.1');
    expect(await byCookie()).not.toBeNull();
    await http().post('/auth/logout?everywhere=true').set(ourClient).set('cookie', phone).expect(200);
    for (const session of [phone, desk]) await token(session).expect(401);
    for (const idToken of idTokens) expect(await authenticate(idToken)).toBeNull();
    expect(await byCookie()).toBeNull();
    const again = await issuer.sign({ ...isAna, sid: 'desk again', iat: inSeconds(1) });
    expect(await authenticate(again)).not.toBeNull();
  });

  test('a sign-out discards a token that the issuer renews while the session ends', async () => {
    const session = await signIn({ sid: 'phone', exp: inSeconds(30) });
    issuer.answer = async () => {
      await app.get(SignIn).endEverywhere(me);
      return { body: { id_token: await issuer.sign({ ...isAna, sid: 'phone', iat: inSeconds(1) }) } };
    };
    const { body } = await token(session).expect(401);
    expect(body).toMatchObject({ code: 'login_expired' });
  });

  test('a sign-out stores the ended session for the maximum lifetime of its tokens', async () => {
    const phone = await signIn({ sid: 'phone', exp: inSeconds(90) });
    const longer = await issuer.sign({ ...isAna, sid: 'phone' });
    await http().post('/auth/logout').set(ourClient).set('cookie', phone).expect(200);
    const { rows } = await database.query<{ name: string }>(
      `select name from parley.ended_session where until > now() + interval '23 hours'`,
    );
    expect(rows).toEqual([{ name: 'session phone' }]);
    expect(await authenticate(longer)).toBeNull();
  });

  test('a sign-out lets the issuer sign the user in again under the same session name', async () => {
    const phone = await signIn({ sid: 'phone' });
    await http().post('/auth/logout').set(ourClient).set('cookie', phone).expect(200);
    const again = await signIn({ sid: 'phone', iat: inSeconds(1) });
    expect(await authenticate(await idTokenOf(again))).not.toBeNull();
  });

  test('the next sign-in waits if the issuer’s clock is behind', async () => {
    await app.get(SignIn).endEverywhere(me);
    const { url, attempt } = await leave();
    const clocks = [inSeconds(-20), inSeconds(2)];
    issuer.answer = async () => {
      const claims = { ...isAna, nonce: url.searchParams.get('nonce'), iat: clocks.shift() };
      return { body: { id_token: await issuer.sign(claims), refresh_token: 'refresh-1' } };
    };
    const answer = await comeBack(attempt, { code: 'c', state: url.searchParams.get('state') ?? '' });
    expect(clocks).toEqual([]);
    expect(await authenticate(await idTokenOf(sessionIn(answer)))).not.toBeNull();
  });

  test('the next sign-in is refused if its token is older than the sign-out and cannot be renewed', async () => {
    await app.get(SignIn).endEverywhere(me);
    const { url, attempt } = await leave();
    issue({ ...isAna, nonce: url.searchParams.get('nonce'), iat: inSeconds(-20) }, null);
    const answer = await comeBack(attempt, { code: 'c', state: url.searchParams.get('state') ?? '' });
    expect(sessionIn(answer)).toBe('');
    expect(answer.headers.location).toContain('/auth/login?again');
  });

  test('a sign-out leaves the user available until the last of their sessions ends', async () => {
    const [phone, desk] = [await signIn(), await signIn()];
    const said = () =>
      execute.mock.calls
        .filter(([{ command }]) => command.type === 'ChangeStatus')
        .map(([{ id, command }]) => [id, command]);
    const available = [ana, { type: 'ChangeStatus', status: 'available' }];
    expect(said()).toEqual([available, available]);
    await http().post('/auth/logout').set(ourClient).set('cookie', phone).expect(200);
    expect(said()).toHaveLength(2);
    await http().post('/auth/logout').set(ourClient).set('cookie', desk).expect(200);
    expect(said().at(-1)).toEqual([ana, { type: 'ChangeStatus', status: 'offline' }]);
  });

  test('a sign-out redirects to the start page without a session, or if the issuer has no page for signing out', async () => {
    const session = await signIn();
    for (const cookie of [session, session]) {
      const { body } = await http().post('/auth/logout').set(ourClient).set('cookie', cookie).expect(200);
      expect(body).toEqual({ redirectTo: 'http://parley.test/' });
    }
  });
});

describe('A user who is not active', () => {
  const commands = () =>
    execute.mock.calls
      .filter(([{ command }]) => command.type !== 'ChangeStatus')
      .map(([{ id, command }]) => ({ id, ...command }));

  test('an invited user accepts the invitation by signing in at the identity provider', async () => {
    now.state = 'invited';
    expect(await signIn({ sub: 'auth0|7' })).not.toBe('');
    expect(commands()).toEqual([
      { id: ana, type: 'AcceptInvitation' },
      { id: ana, type: 'SignIn', identityProviderId: 'auth0|7' },
    ]);
  });

  test('an invited user has no access to the REST API', async () => {
    now.state = 'invited';
    expect(await authenticate(await issuer.sign(isAna))).toBeNull();
  });

  test('a deactivated user is redirected to the page for blocked users', async () => {
    execute.mockRejectedValue(new CodedError('user_blocked'));
    const { url, attempt } = await leave();
    issue({ ...isAna, nonce: url.searchParams.get('nonce') });
    const answer = await comeBack(attempt, { code: 'c', state: url.searchParams.get('state') ?? '' });
    expect(answer.headers.location).toBe('http://parley.test/user-blocked');
    expect(sessionIn(answer)).toBe('');
  });

  test('a deactivated user is refused with earlier tokens and sessions, and the session ends', async () => {
    const session = await signIn();
    const held = await issuer.sign(isAna);
    now.state = 'deactivated';
    await expect(authenticate(held)).rejects.toMatchObject({ code: 'user_blocked' });
    const files = app.get(Authenticator).authenticateCookie(session, undefined);
    await expect(files).rejects.toMatchObject({ code: 'user_blocked' });
    expect((await token(session).expect(401)).body).toMatchObject({ code: 'user_blocked' });
    expect((await token(session).expect(401)).body).toMatchObject({ code: 'login_expired' });
  });

  test('one sign-in is recorded per session, not per token', async () => {
    const session = await signIn();
    await token(session).expect(200);
    await token(session).expect(200);
    expect(commands().map(({ type }) => type)).toEqual(['SignIn']);
  });
});

describe('A bearer token', () => {
  test.each<[string, () => Promise<string> | string]>([
    ['signed with a foreign key', () => issuer.sign(isAna, { withForeignKey: true })],
    ['for another audience', () => issuer.sign({ ...isAna, aud: 'other' })],
    ['of another issuer', () => issuer.sign({ ...isAna, iss: 'https://evil.example' })],
    ['that has expired', () => issuer.sign({ ...isAna, exp: inSeconds(-1) })],
    ['that never expires', () => issuer.sign({ ...isAna, exp: undefined })],
    ['that is not signed', () => unsigned(isAna)],
    ['signed with the client’s secret', () => symmetric(isAna)],
    ['of an unknown user', () => issuer.sign({ user_id: harbour, customer_id: harbour })],
    ['of a user in another organisation', () => issuer.sign({ user_id: ana, customer_id: ana })],
    ['with an unverified address', () => issuer.sign({ email: 'ana@harbour.example' })],
    [
      'of a user with the same address in another organisation',
      () => issuer.sign({ email: 'ana@harbour.example', email_verified: true, organisation_id: ana }),
    ],
    ['that is malformed', () => 'nonsense'],
    ['that is empty', () => ''],
  ])('a bearer token %s is rejected', async (_, make) => {
    expect(await authenticate(await make())).toBeNull();
  });

  test('a bearer token matches a user by the verified e-mail if the issuer does not know our ids', async () => {
    const email = { email: 'ana@harbour.example', email_verified: true };
    expect(await authenticate(await issuer.sign(email))).toMatchObject(me);
    expect(await authenticate(await issuer.sign({ ...email, organisation_id: harbour }))).toMatchObject(me);
  });

  test('the role comes from our database, not from the token’s claims', async () => {
    const principal = await authenticate(await issuer.sign({ ...isAna, roles: ['admin'] }));
    expect(principal?.role).toBe('user');
    expect([principal?.can('read', 'inbox'), principal?.can('update', 'customerSettings')]).toEqual([
      true,
      false,
    ]);
  });

  test('a changed role applies as soon as the change feed reports it', async () => {
    const fact = { stream: streamOf('user', ana) } as RecordedEvent;
    const changed: boolean[][] = [];
    app.get(Authenticator).onChange((isConcerned) => {
      changed.push([ana, harbour].map((userId) => isConcerned({ userId, customerId: harbour })));
    });
    const token = await issuer.sign(isAna);
    expect(await authenticate(token)).toMatchObject({ role: 'user' });
    now.role = 'manager';
    try {
      // The cached role applies until the feed reports the change.
      expect(await authenticate(token)).toMatchObject({ role: 'user' });
      for (const [hear] of feed.listen.mock.calls) hear([fact], '1');
      await new Promise((resolve) => setImmediate(resolve));
      expect(changed).toEqual([[true, false]]);
      expect(await authenticate(token)).toMatchObject({ role: 'manager' });
    } finally {
      now.role = 'user';
    }
  });

  test('has the changed role for a listener although an earlier read is still under way', async () => {
    let [fold, answer] = [(_: boolean) => {}, () => {}];
    const token = await issuer.sign(isAna);
    await authenticate(token);
    folded = new Promise((resolve) => (fold = resolve));
    const roles: Promise<string | undefined>[] = [];
    app
      .get(Authenticator)
      .onChange(() => roles.push(authenticate(token).then((principal) => principal?.role)));
    try {
      for (const [hear] of feed.listen.mock.calls)
        hear([{ stream: streamOf('user', ana) } as RecordedEvent], '1');
      answered = new Promise((resolve) => (answer = resolve));
      const readsBefore = reads;
      const early = authenticate(token);
      await eventually('the early read has begun', () => reads > readsBefore);
      now.role = 'manager';
      answered = Promise.resolve();
      fold(true);
      await eventually('the listener is notified', () => roles.length > 0);
      answer();
      await early;
      expect(await Promise.all(roles)).toEqual(['manager']);
    } finally {
      answer();
      now.role = 'user';
      [folded, answered] = [Promise.resolve(true), Promise.resolve()];
    }
  });

  test('has the role of the view, not of the cache, while the feed is not current', async () => {
    const token = await issuer.sign(isAna);
    expect(await authenticate(token)).toMatchObject({ role: 'user' });
    now.role = 'manager';
    feed.isCurrent = false;
    try {
      expect(await authenticate(token)).toMatchObject({ role: 'manager' });
    } finally {
      now.role = 'user';
      feed.isCurrent = true;
    }
  });

  test('a request with a bearer token is answered as unavailable while the issuer’s keys are unreachable', async () => {
    const good = await issuer.sign(isAna);
    issuer.discovery = { jwks_uri: `${issuer.url}/nowhere` };
    await expect(authenticate(good)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('An IP whitelist', () => {
  const allow = (address: string) => {
    whitelist = { entries: new Map([['entry', { name: 'Office', address }]]) };
    const fact = { stream: `ipWhitelist-${harbour}`, customerId: harbour } as RecordedEvent;
    for (const [hear] of feed.listen.mock.calls) hear([fact], '1');
  };

  test('the whitelist refuses a sign-in from another address, and the page shows that address', async () => {
    allow('192.0.2.*');
    const { url, attempt } = await leave();
    issue({ ...isAna, nonce: url.searchParams.get('nonce') });
    const state = url.searchParams.get('state') ?? '';
    const answer = await comeBack(attempt, { code: 'c', state }).expect(302);
    expect(answer.headers.location).toMatch(/\/ip-not-allowed\?address=.*127\.0\.0\.1$/);
    const { rows } = await database.query('select from parley.session');
    expect(rows).toEqual([]);
  });

  test('the whitelist refuses sessions, cookies and tokens from other addresses as soon as it changes', async () => {
    const cookie = await signIn();
    const token = await issuer.sign(isAna);
    const askToken = () => http().post('/auth/token').set(ourClient).set('cookie', cookie);
    await askToken().expect(200);
    const concerned: boolean[] = [];
    app.get(Authenticator).onChange((isConcerned) => {
      for (const customerId of [harbour, ana]) concerned.push(isConcerned({ userId: harbour, customerId }));
    });
    allow('192.0.2.*');
    expect((await askToken().expect(403)).body).toMatchObject({ code: 'ip_not_allowed' });
    await expect(authenticate(token)).rejects.toMatchObject({ code: 'ip_not_allowed', detail: '10.0.0.1' });
    await expect(app.get(Authenticator).authenticateCookie(cookie, '10.0.0.1')).rejects.toThrow(
      'ip_not_allowed',
    );
    await expect(app.get(Authenticator).authenticate(token, undefined)).rejects.toThrow('ip_not_allowed');
    expect(await app.get(Authenticator).authenticate(token, '192.0.2.9')).toMatchObject(me);
    await new Promise((resolve) => setImmediate(resolve));
    expect(concerned).toEqual([true, false]);
  });
});

test('the session cookie alone identifies the user who loads images', async () => {
  const session = await signIn();
  const byCookie = (cookies?: string) => app.get(Authenticator).authenticateCookie(cookies, '10.0.0.1');
  expect(await byCookie(`a=b; ${session}; c=d`)).toMatchObject({ ...me, ip: '10.0.0.1' });
  expect(await byCookie('parley_session=forged')).toBeNull();
  expect(await byCookie(undefined)).toBeNull();
  await http().post('/auth/logout').set(ourClient).set('cookie', session).expect(200);
  expect(await byCookie(session)).toBeNull();
});

describe('A window with a token and without a session here', () => {
  const ask = (storageName: string, bearer: string) =>
    http()
      .get(`/api/v3/assets/signed-cookies/${storageName}`)
      .set(ourClient)
      .set('authorization', `Bearer ${bearer}`);
  const byCookie = (cookies?: string) => app.get(Authenticator).authenticateCookie(cookies, '10.0.0.1');

  async function given(): Promise<string> {
    const answer = await ask('harbour', await issuer.sign(isAna)).expect(200);
    const [cookie = ''] = answer.headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(/^parley_assets=.+; Path=\/api\/v3\/assets; HttpOnly; SameSite=Lax$/);
    return cookie.split(';')[0] ?? '';
  }

  test('the window gets a cookie that opens files for 24 hours', async () => {
    const before = Date.now();
    const answer = await ask('harbour', await issuer.sign(isAna)).expect(200);
    const { validUntil } = answer.body as SignedCookiesResponse;
    expect(Date.parse(validUntil) - before).toBeGreaterThanOrEqual(24 * 3_600_000);
    const cookie = await given();
    expect(await byCookie(cookie)).toMatchObject({ ...me, ip: '10.0.0.1' });
    const cookies = app.get(AssetCookies);
    expect(cookies.holderOf(cookie, before + 24 * 3_600_000 - 1)).toMatchObject({
      userId: ana,
      customerId: harbour,
    });
    expect(cookies.holderOf(cookie, Date.now() + 24 * 3_600_000)).toBeNull();
    expect(await byCookie(`${cookie.slice(0, -2)}AA`)).toBeNull();
  });

  test('the cookie opens no files once its user is blocked, and is not given for files of other organisations', async () => {
    const bearer = await issuer.sign(isAna);
    await ask('meadow', bearer).expect(404);
    const cookie = await given();
    now.state = 'deactivated';
    await expect(byCookie(cookie)).rejects.toMatchObject({ code: 'user_blocked' });
    await ask('harbour', 'forged').expect(401);
  });

  test('the cookie is removed when the user signs out', async () => {
    const answer = await http().post('/auth/logout').set(ourClient).expect(200);
    expect(String(answer.headers['set-cookie'])).toContain(
      'parley_assets=; Path=/api/v3/assets; Expires=Thu, 01 Jan 1970',
    );
  });
});

async function idTokenOf(session: string): Promise<string> {
  const { body } = await token(session).expect(200);
  return (body as { idToken: string }).idToken;
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

function unsigned(claims: JWTPayload): string {
  return new UnsecuredJWT({ sub: 's', ...claims })
    .setIssuer(issuer.url)
    .setAudience('parley')
    .setIssuedAt()
    .setExpirationTime('1h')
    .encode();
}

function symmetric(claims: JWTPayload): Promise<string> {
  return new SignJWT({ sub: 's', ...claims })
    .setProtectedHeader({ alg: 'HS256', kid: 'ours' })
    .setIssuer(issuer.url)
    .setAudience('parley')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(Buffer.from('secret/+'));
}

describe('The host of a sign-in', () => {
  const issuerOf = { OIDC_ISSUER: 'http://issuer.test', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' };
  const login = (host: string, query = '') => http().get(`/auth/login${query}`).set('host', host).expect(302);
  const callbackIn = (answer: request.Response) =>
    new URL(String(answer.headers.location)).searchParams.get('redirect_uri');

  /** Signs Ana in at this host, to which she returns at the end. */
  async function signInAt(host: string, query = ''): Promise<request.Response> {
    const answer = await login(host, query);
    const [cookie = ''] = answer.headers['set-cookie'] as unknown as string[];
    const { searchParams } = new URL(String(answer.headers.location));
    issue({ ...isAna, nonce: searchParams.get('nonce') });
    return comeBack(cookie.split(';')[0] ?? '', { code: 'c', state: searchParams.get('state') ?? '' }).set(
      'host',
      host,
    );
  }

  test('a domain admits the users of its organisation, and the sign-in returns to that host', async () => {
    expect(callbackIn(await login('chat.harbour.test'))).toBe('http://chat.harbour.test/auth/callback');
    const answer = await signInAt('chat.harbour.test', '?return_to=/inbox');
    expect(answer.headers.location).toBe('http://chat.harbour.test/inbox');
    expect(sessionIn(answer)).not.toBe('');
  });

  test('a domain refuses the users of another organisation', async () => {
    const answer = await signInAt('chat.bakery.test');
    expect(answer.headers.location).toBe('http://chat.bakery.test/failed-login');
    expect(sessionIn(answer)).toBe('');
  });

  test('the log names the host as the reason if it belongs to another organisation than the user', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await signInAt('chat.bakery.test');
    expect(warn.mock.calls).toEqual([
      ['A sign-in was refused: the domain belongs to another organisation than the user.'],
    ]);
    warn.mockRestore();
  });

  test('the public URL admits users of all organisations', async () => {
    const answer = await signInAt('parley.test');
    expect(answer.headers.location).toBe('http://parley.test/');
    expect(sessionIn(answer)).not.toBe('');
  });

  test('an unknown host returns to the public URL, and leads to the page for 404 with an external issuer', async () => {
    expect(callbackIn(await login('unknown.test'))).toBe('http://parley.test/auth/callback');
    await app.close();
    app = await start({ PUBLIC_URL: 'http://parley.test', ...issuerOf });
    expect((await login('unknown.test')).headers.location).toBe('/error-404');
    expect(callbackIn(await login('parley.test'))).toBe('http://parley.test/auth/callback');
  });

  test('the mobile host asks for a domain, and admits only users of that domain', async () => {
    const mobile = 'mobile.parley.test';
    expect((await login(mobile)).headers.location).toBe('/authorize-domain');
    expect((await login(mobile, '?domain=unknown.test')).headers.location).toBe('/error-404');
    const own = await signInAt(mobile, '?domain=Chat.Harbour.test');
    expect(own.headers.location).toBe('http://mobile.parley.test/');
    const others = await signInAt(mobile, '?domain=chat.bakery.test');
    expect(others.headers.location).toBe('http://mobile.parley.test/failed-login');
  });

  test('a sign-out returns to the host at which the user had signed in', async () => {
    const session = sessionIn(await signInAt('chat.harbour.test'));
    const answer = await http()
      .post('/auth/logout')
      .set(ourClient)
      .set({ cookie: session, host: 'chat.harbour.test' })
      .expect(200);
    expect(JSON.stringify(answer.body)).toContain('chat.harbour.test');
  });
});
