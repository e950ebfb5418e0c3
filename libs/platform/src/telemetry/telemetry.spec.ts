import type { Server } from 'node:http';
import { Logger, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Counter } from 'prom-client';
import request from 'supertest';
import { HealthChecks } from './health';
import { Metrics } from './metrics';
import { TelemetryModule } from './telemetry.module';

let app: INestApplication<Server>;
beforeEach(async () => {
  Logger.overrideLogger(false);
  const module = await Test.createTestingModule({ imports: [TelemetryModule] }).compile();
  app = await module.createNestApplication({ logger: false }).init();
});
afterEach(() => app.close());

const get = (path: string) => request(app.getHttpServer()).get(path);

test('a process that answers is alive, whatever it depends on', async () => {
  app.get(HealthChecks).register({ name: 'bus', check: () => Promise.resolve({ ok: false }) });
  const { status, body } = await get('/health/live');
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
});

test('it is ready once everything it depends on is well', async () => {
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

test('a check that throws has failed, and its error is not for everyone to read', async () => {
  app.get(HealthChecks).register({
    name: 'database',
    check: () => Promise.reject(new Error('password of postgres://parley:parley@db is wrong')),
  });
  const { status, text } = await get('/health/ready');
  expect(status).toBe(503);
  expect(text).not.toContain('postgres');
});

test('a check that does not answer has failed', async () => {
  const checks = app.get(HealthChecks);
  checks.register({ name: 'bus', check: () => new Promise(() => undefined) });
  expect(await checks.readiness(1)).toEqual({
    status: 'failing',
    checks: [{ name: 'bus', ok: false, detail: 'no answer in time' }],
  });
});

test('Prometheus reads what was registered, and how the process is', async () => {
  const { registry } = app.get(Metrics);
  new Counter({ name: 'parley_test_total', help: 'Of this test.', registers: [registry] }).inc(3);
  const { status, text, headers } = await get('/metrics');
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(text).toContain('parley_test_total 3');
  expect(text).toContain('parley_process_cpu_seconds_total');
});
