import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import type { InboundWebhook } from '@parley/contracts/topics';
import { Bus, type BusMessage } from '@parley/platform/bus/bus';
import { Config, loadConfig } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { HttpModule } from '@parley/platform/http/http.module';
import { Authenticator, type Principal } from '@parley/platform/http/principal';
import { Storage } from '@parley/platform/storage/storage';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { ChannelsModule } from '../channels.module';
import { sign } from '../adapters/whatsapp-cloud/signature';
import { ChannelQueries, type Channel } from '../read/channels.queries';
import { ingressBody } from './ingress-request';
import { IngressModule } from './ingress.module';

const customerId = randomUUID();
const whatsapp = channelOf('whatsapp-cloud');
const test_ = channelOf('test');
const unready = channelOf('whatsapp-cloud');
const disconnected = { ...channelOf('whatsapp-cloud'), isConnected: false };
const sample = readFileSync(join(__dirname, '../adapters/whatsapp-cloud/fixtures/in_text.json'));
const path = `/ingress/whatsapp-cloud/${whatsapp.id}`;

function channelOf(provider: Channel['provider']): Channel {
  return {
    id: randomUUID(),
    name: provider,
    platform: provider === 'test' ? 'test' : 'whatsapp',
    provider,
    customerCareWindowLength: 24,
    mandatoryAssign: false,
    readForAll: true,
    highPriority: false,
    mayDelete: false,
    automaticSignature: 'none',
    isConnected: true,
    customerId,
    providerAccountId: '106',
    businessAccountId: null,
    apiBaseUrl: null,
    identities: [],
  };
}

/** Fake engines whose failures each test sets. */
const engines = { databaseDown: false, busDown: false, published: [] as [string, BusMessage][] };

const queries = {
  cached(id: string) {
    if (engines.databaseDown) return Promise.reject(new Error('connect ECONNREFUSED'));
    return Promise.resolve(
      [whatsapp, test_, unready, disconnected].find((channel) => channel.id === id) ?? null,
    );
  },
  cachedSecret: (_: string, id: string, name: string) =>
    Promise.resolve(id === whatsapp.id ? { 'app-secret': 'secret', 'verify-token': 'ours' }[name] : null),
};

const bus = {
  publish(topic: string, messages: BusMessage[]) {
    if (engines.busDown) return Promise.reject(new Error('The bus is down.'));
    for (const message of messages) engines.published.push([topic, message]);
    return Promise.resolve();
  },
};

/** The token `foreigner` belongs to another organisation, `bookkeeper` to a user without access to the inbox. */
const authenticator = {
  authenticate(token: string | undefined): Promise<Principal | null> {
    if (!token) return Promise.resolve(null);
    const principal: Principal = {
      userId: randomUUID(),
      customerId: token === 'foreigner' ? randomUUID() : customerId,
      role: 'user',
      can: (action, subject) => token !== 'bookkeeper' && action === 'read' && subject === 'inbox',
    };
    return Promise.resolve(principal);
  },
};

@Global()
@Module({
  providers: [
    { provide: Bus, useValue: bus },
    { provide: Authenticator, useValue: authenticator },
    { provide: Config, useValue: loadConfig({}) },
    // Dependencies of the mail providers, unused in this test.
    { provide: Database, useValue: {} },
    { provide: Storage, useValue: {} },
    { provide: WorkerPool, useValue: {} },
  ],
  exports: [Bus, Authenticator, Config, Database, Storage, WorkerPool],
})
class EnginesModule {}

@Module({ providers: [{ provide: ChannelQueries, useValue: queries }], exports: [ChannelQueries] })
class FakeChannelsModule {}

let app: NestExpressApplication;

beforeEach(async () => {
  Object.assign(engines, { databaseDown: false, busDown: false, published: [] });
  const testing = await Test.createTestingModule({ imports: [EnginesModule, HttpModule, IngressModule] })
    .overrideModule(ChannelsModule)
    .useModule(FakeChannelsModule)
    .compile();
  app = testing.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
  app.use('/ingress', ingressBody(100_000));
  await app.init();
});
afterEach(() => app.close());

function post(to: string, body: Buffer | string, headers: Record<string, string> = {}) {
  return request(app.getHttpServer())
    .post(to)
    .set({ 'content-type': 'application/json', ...headers })
    .send(body.toString());
}

function postSigned(body: Buffer | string, to = path) {
  return post(to, body, { 'x-hub-signature-256': sign(Buffer.from(body), 'secret') });
}

test('publishes a signed webhook byte for byte before answering with 200', async () => {
  const body = sample.toString().replace('Body Text', 'Ol\\u00e1');
  await postSigned(body).expect(200);
  const [[topic, message]] = engines.published as [[string, BusMessage]];
  expect(topic).toBe('channels.inbound.v1');
  // The key separates contacts but does not reveal them.
  expect(message.key).toMatch(new RegExp(`^${whatsapp.id}/[0-9a-f]{16}$`));
  const webhook = JSON.parse(message.value.toString()) as InboundWebhook;
  expect(webhook).toEqual({
    customerId,
    channelId: whatsapp.id,
    provider: 'whatsapp-cloud',
    receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    body: Buffer.from(body).toString('base64'),
    contentType: 'application/json',
  });
});

test('publishes a redelivered webhook twice under different message ids, since duplicates are detected later', async () => {
  await Promise.all([postSigned(sample).expect(200), postSigned(sample).expect(200)]);
  expect(new Set(engines.published.map(([, { id }]) => id)).size).toBe(2);
});

describe('a refused webhook is not published:', () => {
  afterEach(() => expect(engines.published).toEqual([]));

  test('answers 404 for a disconnected channel', async () => {
    await postSigned(sample, `/ingress/whatsapp-cloud/${disconnected.id}`).expect(404);
  });

  test.each([
    ['none', {}],
    ['of another secret', { 'x-hub-signature-256': sign(sample, 'other') }],
    ['of another body', { 'x-hub-signature-256': sign(Buffer.from('{}'), 'secret') }],
    ['of the older format', { 'x-hub-signature': 'sha1=0d814d436b45c33ef664a317ff4b8dc2d3d8fe2a' }],
  ])('answers 401 for a wrong signature: %s', async (_, headers) => {
    const { body } = await post(path, sample, headers as Record<string, string>).expect(401);
    expect(body).toMatchObject({ code: 'signature_invalid' });
  });

  test('answers 401 for a channel without a secret', async () => {
    const to = `/ingress/whatsapp-cloud/${unready.id}`;
    await post(to, sample, { 'x-hub-signature-256': sign(sample, '') }).expect(401);
  });

  test.each([
    `/ingress/whatsapp-cloud/${randomUUID()}`,
    `/ingress/whatsapp-cloud/${test_.id}`,
    '/ingress/whatsapp-cloud/not-an-id',
    '/ingress/whatsapp-cloud/',
    `/ingress/other/${whatsapp.id}`,
  ])('answers 404 for %s', async (to) => {
    await postSigned(sample, to).expect(404);
  });

  test('answers 413 for a body above the limit', async () => {
    const { body } = await postSigned(`{"a":"${'x'.repeat(100_000)}"}`).expect(413);
    expect(body).toMatchObject({ code: 'too_large' });
  });

  test.each(['', 'hello', '{"entry":'])(
    'answers 400 for the invalid JSON %j if its signature is right',
    async (text) => {
      const { body } = await postSigned(text).expect(400);
      expect(body).toMatchObject({ code: 'invalid_json' });
      await post(path, text).expect(401);
    },
  );

  test('answers 415 for a compressed body, whose signature would cover other bytes', async () => {
    await post(path, sample, { 'content-encoding': 'gzip' }).expect(415);
  });

  test('answers 503 if the bus is down, so that the provider redelivers', async () => {
    engines.busDown = true;
    await postSigned(sample).expect(503).expect('retry-after', '5');
  });

  test('answers 503 if the database is down', async () => {
    engines.databaseDown = true;
    await postSigned(sample).expect(503);
    await request(app.getHttpServer()).get(path).expect(503);
  });
});

describe('the challenge', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'ours', 'hub.challenge': '<b>1158201444</b>' };
  const ask = (to: string, given: object) => request(app.getHttpServer()).get(to).query(given);

  test('answers the challenge of a provider in plain text', async () => {
    const { text } = await ask(path, query).expect(200).expect('content-type', 'text/plain; charset=utf-8');
    expect(text).toBe('<b>1158201444</b>');
  });

  test('refuses the challenge of a provider if the token is wrong', async () => {
    await ask(path, { ...query, 'hub.verify_token': 'x' }).expect(403);
    await ask(path, {}).expect(403);
    await ask(`/ingress/whatsapp-cloud/${unready.id}`, { ...query, 'hub.verify_token': '' }).expect(403);
    await ask(`/ingress/whatsapp-cloud/${randomUUID()}`, query).expect(404);
  });
});

describe('the phone page of the test channel', () => {
  const to = `/ingress/test/${test_.id}`;
  const events = JSON.stringify({ events: [{ type: 'message', id: '1', from: { id: 'a' }, text: 'Hi' }] });
  const postAs = (token: string, where = to) => post(where, events, { authorization: `Bearer ${token}` });

  test('publishes events that a signed-in colleague posts to a test channel', async () => {
    await postAs('agent').expect(200);
    const [[, { value }]] = engines.published as [[string, BusMessage]];
    expect(JSON.parse(value.toString())).toMatchObject({ provider: 'test', channelId: test_.id, customerId });
  });

  test.each(['abc', '+12', 42])(
    'refuses and does not publish an event with the invalid phone number %j',
    async (phone) => {
      const message = { type: 'message', id: '1', from: { id: 'a', phone }, text: 'Hi' };
      const body = JSON.stringify({ events: [message] });
      const { body: problem } = await post(to, body, { authorization: 'Bearer agent' }).expect(400);
      expect(problem).toMatchObject({ code: 'phone_invalid' });
      expect(engines.published).toEqual([]);
    },
  );

  test('refuses test events without a sign-in, without the permission or for another organisation', async () => {
    await post(to, events).expect(401);
    await postAs('bookkeeper').expect(403);
    await postAs('foreigner').expect(404);
    expect(engines.published).toEqual([]);
  });

  test('refuses test events for channels of other providers', async () => {
    await postAs('agent', `/ingress/test/${whatsapp.id}`).expect(404);
    await postAs('agent', `/ingress/test/${randomUUID()}`).expect(404);
    expect(engines.published).toEqual([]);
  });
});

test('refuses a webhook that is too deep or too long before parsing it', async () => {
  for (const body of [`${'['.repeat(3_000)}${']'.repeat(3_000)}`, `[${'0,'.repeat(20_000)}0]`]) {
    const { body: problem } = await postSigned(body).expect(400);
    expect(problem).toMatchObject({ code: 'invalid_input' });
  }
  expect(engines.published).toEqual([]);
});

test.each([whatsapp, test_])('answers every kind of body that is posted to $provider', async (channel) => {
  const bodies = [
    '',
    'null',
    '[]',
    '{"entry":[null]}',
    'a=1&a=2',
    '\u0000\ud83d',
    '[1e400,"\\ud800"]',
    '<xml/>',
  ];
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'x',
    'multipart/form-data',
  ];
  for (const body of bodies) {
    for (const type of types) {
      const { status } = await request(app.getHttpServer())
        .post(`/ingress/${channel.provider}/${channel.id}?a=%00&b[]=1`)
        .set({
          authorization: 'Bearer agent',
          'content-type': type,
          'x-hub-signature-256': sign(Buffer.from(body), 'secret'),
        })
        .serialize((text: unknown) => text as string)
        .send(body);
      expect([body, type, status < 500]).toEqual([body, type, true]);
    }
  }
});
