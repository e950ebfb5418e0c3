import type { AddressInfo } from 'node:net';
import { Controller, Get, HttpCode, Module, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { Config, loadConfig } from '@parley/platform/config/config';
import { HttpModule } from '@parley/platform/http/http.module';
import { Authenticator, Public, type Principal } from '@parley/platform/http/principal';
import { useHttp } from './http';

@Controller()
class Routes {
  @Get('api/things')
  things() {
    return {};
  }

  @Post('auth/token')
  @Public()
  @HttpCode(200)
  token() {
    return {};
  }

  @Post('ingress/x')
  @Public()
  @HttpCode(200)
  webhook() {
    return {};
  }
}

/** A fake authenticator that accepts any token and takes it as the user's id. */
const authenticator = {
  authenticate: (token: string): Promise<Principal> =>
    Promise.resolve({ userId: token, customerId: 'c', role: 'user', can: () => true }),
};

@Module({ imports: [HttpModule], controllers: [Routes] })
class App {}

let app: NestExpressApplication;
afterEach(() => app.close());

async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig({ TRUSTED_PROXIES: '1', ...environment });
  const providers = [
    { provide: Config, useValue: config },
    { provide: Authenticator, useValue: authenticator },
  ];
  const testing = await Test.createTestingModule({
    imports: [App, { module: class Engines {}, global: true, providers, exports: providers }],
  }).compile();
  app = testing.createNestApplication<NestExpressApplication>({ logger: false, bodyParser: false });
  useHttp(app, config);
  await app.listen(0, '127.0.0.1');
}

interface Asked {
  from?: string;
  as?: string;
  method?: string;
}

/**
 * Sends several requests, one after the other.
 * @returns their response statuses
 */
async function ask(path: string, times: number, { from = '192.0.2.1', as = 'ana', method }: Asked = {}) {
  const statuses: number[] = [];
  for (let index = 0; index < times; index++) statuses.push((await once(path, { from, as, method })).status);
  return statuses;
}

function once(path: string, { from = '192.0.2.1', as = 'ana', method = 'GET' }: Asked = {}) {
  const { port } = app.getHttpServer().address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'api-key': 'parley-web', authorization: `Bearer ${as}`, 'x-forwarded-for': from },
  });
}

test('refuses a user above the limit with a code and Retry-After, but no other user', async () => {
  await start({ LIMIT_USER_REQUESTS: '2/min' });
  expect(await ask('/api/things', 3)).toEqual([200, 200, 429]);
  const refused = await once('/api/things', { from: '192.0.2.2' });
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(refused.headers.get('content-type')).toMatch('application/problem+json');
  expect(await refused.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(await ask('/api/things', 1, { as: 'bo' })).toEqual([200]);
});

test('refuses an address above the limit for every user, before the request is read', async () => {
  await start({ LIMIT_ADDRESS_REQUESTS: '2/min' });
  expect(await ask('/api/things', 1)).toEqual([200]);
  expect(await ask('/api/things', 1, { as: 'bo' })).toEqual([200]);
  expect(await ask('/api/things', 1, { as: 'cem' })).toEqual([429]);
  expect(await ask('/api/nothing', 1)).toEqual([429]);
  expect(await ask('/api/things', 1, { from: '192.0.2.2' })).toEqual([200]);
});

test('requests for tokens have a separate limit, and so have webhooks', async () => {
  await start({ LIMIT_SIGN_INS: '1/min', LIMIT_WEBHOOKS: '3/min', LIMIT_ADDRESS_REQUESTS: '4/min' });
  expect(await ask('/auth/token', 2, { method: 'POST' })).toEqual([200, 429]);
  expect(await ask('/ingress/x', 4, { method: 'POST' })).toEqual([200, 200, 200, 429]);
  expect(await ask('/api/things', 3)).toEqual([200, 200, 429]);
});

test('applies no limit if LIMITS is off', async () => {
  await start({ LIMITS: 'off', LIMIT_USER_REQUESTS: '1/min' });
  expect(new Set(await ask('/api/things', 20))).toEqual(new Set([200]));
});
