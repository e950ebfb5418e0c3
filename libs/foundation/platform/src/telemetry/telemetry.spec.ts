import type { Server } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { Global, Logger, Module, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Counter } from 'prom-client';
import request from 'supertest';
import { freePort } from '../http/free-port';
import { Config, loadConfig } from '../config/config';
import { HealthChecks } from './health';
import { Metrics } from './metrics';
import { TelemetryModule } from './telemetry.module';

let app: INestApplication<Server>;
beforeEach(() => start({}));
afterEach(() => app.close());

async function start(env: NodeJS.ProcessEnv): Promise<void> {
  Logger.overrideLogger(false);
  @Global()
  @Module({ providers: [{ provide: Config, useValue: loadConfig(env) }], exports: [Config] })
  class ConfigModule {}
  const module = await Test.createTestingModule({ imports: [ConfigModule, TelemetryModule] }).compile();
  app = await module.createNestApplication({ logger: false }).init();
}

const get = (path: string) => request(app.getHttpServer()).get(path);

test('reports a process as alive even if a dependency is down', async () => {
  app.get(HealthChecks).register({ name: 'bus', check: () => Promise.resolve({ ok: false }) });
  const { status, body } = await get('/health/live');
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
});

test('reports a process as ready once all its dependencies work', async () => {
  const checks = app.get(HealthChecks);
  let ok = false;
  checks.register({ name: 'database', check: () => Promise.resolve({ ok: true }) });
  checks.register({ name: 'bus', check: () => Promise.resolve({ ok, detail: 'lag 12' }) });
  const before = await get('/health/ready');
  expect(before.status).toBe(503);
  expect(before.body).toEqual({
    status: 'failing',
    checks: [
      { name: 'database', ok: true },
      { name: 'bus', ok: false, detail: 'lag 12' },
    ],
  });
  ok = true;
  expect((await get('/health/ready')).status).toBe(200);
});

test('fails a check that throws, and hides its error from the public', async () => {
  app.get(HealthChecks).register({
    name: 'database',
    check: () => Promise.reject(new Error('password of postgres://parley:parley@db is wrong')),
  });
  const { status, text } = await get('/health/ready');
  expect(status).toBe(503);
  expect(text).not.toContain('postgres');
});

test('fails a check that does not respond in time', async () => {
  const checks = app.get(HealthChecks);
  checks.register({ name: 'bus', check: () => new Promise(() => undefined) });
  expect(await checks.readiness(1)).toEqual({
    status: 'failing',
    checks: [{ name: 'bus', ok: false, detail: 'no answer in time' }],
  });
});

test('serves registered metrics and those of the process', async () => {
  const { registry } = app.get(Metrics);
  new Counter({ name: 'parley_test_total', help: 'Of this test.', registers: [registry] }).inc(3);
  const { status, text, headers } = await get('/metrics');
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(text).toContain('parley_test_total 3');
  expect(text).toContain('parley_process_cpu_seconds_total');
});

describe('in production', () => {
  const production = {
    OIDC_ISSUER: 'https://issuer.example',
    OIDC_CLIENT_ID: 'parley',
    OIDC_CLIENT_SECRET: 'secret',
  };
  const token = 'only-for-operators';
  const restart = async (env: NodeJS.ProcessEnv) => {
    await app.close();
    await start({ ...production, ...env });
    app.get(HealthChecks).register({
      name: 'bus',
      check: () => Promise.resolve({ ok: false, detail: 'kafka-1 is away' }),
    });
  };

  test('shows the public only whether the process works', async () => {
    await restart({});
    expect((await get('/metrics')).status).toBe(404);
    const { status, body } = await get('/health/ready');
    expect({ status, body }).toEqual({ status: 503, body: { status: 'failing' } });
  });

  test('shows metrics and details with the token of the operator and with no other', async () => {
    await restart({ PARLEY_OPERATOR_TOKEN: token });
    const asked = (given: string) => get('/metrics').set('authorization', `Bearer ${given}`);
    expect((await asked(token)).text).toContain('parley_');
    for (const wrong of ['', `${token}s`, token.slice(1), token.toUpperCase()]) {
      expect((await asked(wrong)).status).toBe(404);
    }
    const { body } = await get('/health/ready').set('authorization', `Bearer ${token}`);
    expect(body).toMatchObject({ checks: [{ detail: 'kafka-1 is away' }] });
  });

  test('shows metrics and details on the operator port and not on the public one', async () => {
    const port = await freePort();
    await restart({ PARLEY_OPERATOR_PORT: String(port) });
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect(await (await ask('/metrics')).text()).toContain('parley_nodejs_eventloop_lag_seconds');
    const ready = await ask('/health/ready');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ checks: [{ detail: 'kafka-1 is away' }] });
    expect((await ask('/api/v3/users')).status).toBe(404);
    expect((await get('/metrics')).status).toBe(404);
  });

  test('refuses to start with an error of one sentence if the operator port is taken', async () => {
    const taken = createServer().listen(0);
    const { port } = taken.address() as AddressInfo;
    await expect(restart({ PARLEY_OPERATOR_PORT: String(port) })).rejects.toThrow(
      /^Port \d+ is taken by another program: .* PARLEY_OPERATOR_PORT\.$/,
    );
    taken.close();
    await start({});
  });
});

test('shows metrics to requests from the same machine in a trial installation, but not through a proxy', async () => {
  expect((await get('/metrics')).status).toBe(200);
  expect((await get('/metrics').set('x-forwarded-for', '192.0.2.1')).status).toBe(404);
});

test.each([
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, 200],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, 200],
  // A proxy that adds no header cannot be distinguished from this machine.
  [{ PUBLIC_URL: 'https://chat.harbour.example' }, 404],
  [{ PUBLIC_URL: 'https://127.harbour.example' }, 404],
  [{ NODE_ENV: 'production' }, 404],
])('with the settings %j, responds %i to a request from the same machine', async (env, status) => {
  await app.close();
  await start(env);
  expect((await get('/metrics')).status).toBe(status);
});
