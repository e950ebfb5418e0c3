import { Body, Controller, Get, Module, Param, Post } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Type } from 'class-transformer';
import { IsInt, IsString, MaxLength, ValidateNested } from 'class-validator';
import request from 'supertest';
import { CodedError } from '@parley/contracts/api/coded-error';
import { Config, loadConfig } from '../config/config';
import { HttpModule } from './http.module';
import {
  Authenticator,
  CurrentPrincipal,
  OpenedByCookie,
  Public,
  Requires,
  type Principal,
} from './principal';

class Place {
  @IsInt()
  latitude!: number;
}

class Note {
  @IsString()
  @MaxLength(5)
  text!: string;

  @ValidateNested()
  @Type(() => Place)
  place!: Place;
}

const failures: Record<string, unknown> = {
  rule: new CodedError('conversation_closed', 'It is closed.'),
  missing: new CodedError('not_found'),
  bug: new Error('select secret from vault'),
  away: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  otherTables: Object.assign(new Error('column "viewer" does not exist'), { code: '42703' }),
  noTable: Object.assign(new Error('relation "inbox.viewer" does not exist'), { code: '42P01' }),
  standby: Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
  timeout: Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
  damaged: Object.assign(new Error('invalid page in block 3'), { code: 'XX001' }),
  fileGone: Object.assign(new Error('could not open file "base/1/2"'), { code: '58P01' }),
  deadlock: Object.assign(new Error('deadlock detected'), { code: '40P01' }),
  expired: new CodedError('login_expired'),
};

@Controller()
class Routes {
  @Get('api/me')
  me(@CurrentPrincipal() principal: Principal) {
    return { userId: principal.userId, ip: principal.ip };
  }

  @Get('api/settings')
  @Requires('customerSettings:update')
  settings() {
    return {};
  }

  @Post('api/notes')
  note(@Body() note: Note) {
    return { isNote: note instanceof Note };
  }

  @OpenedByCookie()
  @Get('api/picture')
  picture(@CurrentPrincipal() principal: Principal) {
    return { userId: principal.userId };
  }

  @OpenedByCookie()
  @Post('api/picture')
  upload() {
    return {};
  }

  @Public()
  @Get('failures/:name')
  fail(@Param('name') name: string) {
    throw failures[name];
  }
}

class OneUser extends Authenticator {
  onChange(): void {
    return;
  }

  authenticateCookie(cookies: string | undefined, ip: string | undefined): Promise<Principal | null> {
    return this.authenticate(cookies?.replace('session=', ''), ip);
  }

  authenticate(token: string | undefined, ip: string | undefined): Promise<Principal | null> {
    const can = (action: string, subject: string) => `${subject}:${action}` === 'inbox:read';
    return Promise.resolve(
      token === 'good' ? { userId: 'u1', customerId: 'c1', role: 'user', ip, can } : null,
    );
  }
}

@Module({ imports: [HttpModule], controllers: [Routes] })
class App {}

let app: NestExpressApplication;
const logged: string[] = [];

beforeAll(async () => {
  const testing = await Test.createTestingModule({
    imports: [
      {
        module: class Engines {},
        global: true,
        providers: [
          { provide: Authenticator, useClass: OneUser },
          { provide: Config, useValue: loadConfig({ PARLEY_FRONTEND_API_KEY: 'our-client' }) },
        ],
        exports: [Authenticator, Config],
      },
      App,
    ],
  }).compile();
  app = testing.createNestApplication<NestExpressApplication>();
  const keep = (message: unknown, ...rest: unknown[]) => void logged.push([message, ...rest].join(' '));
  app.useLogger({ log: keep, warn: keep, error: keep });
  await app.init();
});
afterAll(() => app.close());

const signedIn = { 'api-key': 'our-client', authorization: 'Bearer good' };
const get = (path: string, headers: Record<string, string> = signedIn) =>
  request(app.getHttpServer()).get(path).set(headers);
const post = (body: unknown) =>
  request(app.getHttpServer())
    .post('/api/notes')
    .set(signedIn)
    .send(body as object);

describe('authentication', () => {
  test('identifies the user of a verified token', async () => {
    const { body } = await get('/api/me').expect(200);
    expect(body).toEqual({ userId: 'u1', ip: expect.stringContaining('127.0.0.1') as string });
  });

  test.each<[string, object, string, string?]>([
    ['no api-key', { authorization: 'Bearer good' }, 'api_key'],
    ['a wrong api-key', { ...signedIn, 'api-key': 'other' }, 'api_key'],
    ['no token', { 'api-key': 'our-client' }, 'unauthenticated'],
    ['an unknown token', { ...signedIn, authorization: 'Bearer bad' }, 'unauthenticated'],
    ['no api-key under another spelling of the path', { authorization: 'Bearer good' }, 'api_key', '/API/me'],
    [
      'an authorization scheme other than Bearer',
      { ...signedIn, authorization: 'Basic good' },
      'unauthenticated',
    ],
  ])('responds 401 to %s', async (_, headers, code, path = '/api/me') => {
    const answer = await get(path, headers as Record<string, string>).expect(401);
    expect(answer.type).toBe('application/problem+json');
    expect(answer.body).toMatchObject({ status: 401, code });
  });

  test('responds 403 if the user lacks the ability of the route', async () => {
    const { body } = await get('/api/settings').expect(403);
    expect(body).toMatchObject({ code: 'not_authorized', detail: 'customerSettings:update' });
  });
});

describe('a route that the session cookie opens', () => {
  const cookie = { cookie: 'session=good' };

  test('the route is readable with the cookie alone or with a token', async () => {
    expect((await get('/api/picture', cookie).expect(200)).body).toEqual({ userId: 'u1' });
    expect((await get('/api/picture').expect(200)).body).toEqual({ userId: 'u1' });
  });

  test('the route is not readable with an unknown cookie, nor with a valid cookie and a wrong token', async () => {
    await get('/api/picture', { cookie: 'session=bad' }).expect(401);
    await get('/api/picture', {}).expect(401);
    await get('/api/picture', { ...signedIn, ...cookie, authorization: 'Bearer bad' }).expect(401);
  });

  test('the cookie permits no write to the route, and no access to other routes', async () => {
    await request(app.getHttpServer())
      .post('/api/picture')
      .set({ ...cookie, 'api-key': 'our-client' })
      .expect(401);
    await get('/api/me', { ...cookie, 'api-key': 'our-client' }).expect(401);
  });
});

describe('problem details', () => {
  test('problem details name each invalid field and the rule that it breaks', async () => {
    const { body } = await post({ text: 'too long', place: { latitude: 'x' }, admin: true }).expect(400);
    expect(body).toMatchObject({
      code: 'invalid_input',
      errors: expect.arrayContaining([
        { field: 'text', rule: 'maxLength' },
        { field: 'place.latitude', rule: 'isInt' },
        { field: 'admin', rule: 'unknown' },
      ]) as unknown,
    });
    expect((await post({ text: 'ok', place: { latitude: 1 } }).expect(201)).body).toEqual({ isNote: true });
  });

  test('problem details have status 400 and code invalid_json if the body is no JSON', async () => {
    for (const broken of ['{"text":', '{"a":1,}', 'nonsense']) {
      const answer = await request(app.getHttpServer())
        .post('/api/notes')
        .set({ ...signedIn, 'content-type': 'application/json' })
        .send(broken);
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'invalid_json']);
    }
  });

  test('problem details have status 413 and code too_large if the body exceeds the limit', async () => {
    const { body } = await post({ text: 'x'.repeat(200_000) }).expect(413);
    expect(body).toMatchObject({ code: 'too_large' });
  });

  test.each([
    ['rule', 409, 'conversation_closed'],
    ['missing', 404, 'not_found'],
    ['away', 503, 'unavailable'],
    ['standby', 503, 'unavailable'],
    ['timeout', 503, 'unavailable'],
    ['deadlock', 503, 'unavailable'],
    ['damaged', 500, 'internal'],
    ['fileGone', 500, 'internal'],
    ['expired', 401, 'login_expired'],
  ])('the failure %s gives status %i and code %s', async (name, status, code) => {
    const answer = await get(`/failures/${name}`).expect(status);
    expect(answer.body).toMatchObject({ status, code });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each(['otherTables', 'noTable'])(
    'the response has a time to retry while views have the tables of another release (%s)',
    async (name) => {
      const { body, headers } = await get(`/failures/${name}`).expect(503);
      expect([body, headers['retry-after']]).toEqual([expect.objectContaining({ code: 'unavailable' }), '5']);
      const { correlationId } = body as { correlationId: string };
      expect(logged.filter((line) => line.includes(correlationId))).toEqual([
        expect.stringContaining('does not exist'),
      ]);
    },
  );

  test.each(['damaged', 'fileGone'])(
    'the stack of a database fault (%s) is only in the log',
    async (name) => {
      const { body } = await get(`/failures/${name}`).expect(500);
      const { correlationId } = body as { correlationId: string };
      expect(logged.filter((line) => line.includes(correlationId))).toEqual([
        expect.stringContaining('http.spec.ts'),
      ]);
    },
  );

  test('problem details have status 404 for an unknown route and 400 for a path that cannot be decoded', async () => {
    expect((await get('/api/nowhere').expect(404)).body).toMatchObject({ code: 'not_found' });
    expect((await get('/failures/%FF').expect(400)).body).toMatchObject({ code: 'invalid_input' });
  });

  test('problem details of an unexpected error show only an id, under which the log has the stack', async () => {
    const { body } = await get('/failures/bug').expect(500);
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Something went wrong',
      status: 500,
      code: 'internal',
      correlationId: expect.any(String) as string,
    });
    const { correlationId } = body as { correlationId: string };
    expect(logged.filter((line) => line.includes(correlationId))).toEqual([
      expect.stringContaining('select secret from vault'),
    ]);
  });

  test('the log contains the route and not the path, which may contain tokens', async () => {
    const { body } = await get('/failures/bug?of=Ana').expect(500);
    const { correlationId } = body as { correlationId: string };
    const [line] = logged.filter((each) => each.includes(correlationId));
    expect(line).toContain(`${correlationId} GET /failures/:name: internal`);
    expect(line).not.toMatch(/failures\/bug|Ana/);
  });
});
