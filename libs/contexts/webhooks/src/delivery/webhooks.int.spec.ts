import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';

import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { Views } from '@parley/event-sourcing/projection/views';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { SealedEventStore } from '@parley/event-sourcing/store/sealed-event-store';
import type { Config } from '@parley/platform/config/config';
import type { Database } from '@parley/platform/database/database';
import { Lease } from '@parley/platform/lease/lease';
import { Keys1763700002000 } from '@parley/platform/security/keys.migration';
import { MasterKey } from '@parley/platform/security/master-key';
import { PostgresSecrets } from '@parley/platform/security/postgres-secrets';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { RebatchingEventStore } from '@parley/testing/event-sourcing/rebatching-event-store';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { Proof } from '@parley/testing/proof/proof';
import { InMemorySubjectKeys } from '@parley/testing/security/in-memory-subject-keys';
import { eventually } from '@parley/testing/waiting/eventually';
import type { Payload } from '../catalogue/payload';
import { ToWebhook, type WebhookCommand } from '../domain/webhook';
import { WebhookQueries } from '../read/webhooks.queries';
import { eventsView } from '../read/events.view';
import { webhooksView } from '../read/webhooks.view';
import { WebhookSecrets } from '../write/webhook-secrets';
import { Answers } from './answers';
import { DeliveryBody } from './delivery-body';
import { DeliveryQueue } from './delivery-queue';
import { DeliveryRequests } from './delivery-requests';
import { DeliveryStore } from './delivery-store';
import { ReceiverAddresses } from './receiver-address';
import { Subjects } from './subjects';
import { WebhookDelivery1767100000000 } from './webhook-delivery.migration';
import { WebhookReplayEnd1767455000000 } from './webhook-replay-end.migration';
import { WebhookFollower } from './webhook-follower';
import { WebhookSender } from './webhook-sender';

const proof = new Proof('receivers', { unit: 'events', small: 40, full: 5_000 });
jest.setTimeout(proof.timeout(60, 1_800));

const customerId = id('customer');
const config = { publicUrl: 'https://parley.example', port: 1, webhookAllowedHosts: ['127.0.0.1'] } as Config;

/** A request that the receiver got. */
interface Taken {
  path: string;
  headers: Record<string, string>;
  text: string;
  body: Payload & { data: { chatId: string; content?: { text: string } | null } };
}

let database: TestDatabase;
let log: PostgresEventStore;
let store: EventStore;
let keys: InMemorySubjectKeys;
let secrets: WebhookSecrets;
let queries: WebhookQueries;
let requests: DeliveryRequests;
let views: Views;
let commands: ReturnType<typeof busOf>;
let server: Server;
let url: string;
/** All requests that were answered with 2xx, in order. */
let taken: Taken[];
let asked: number;
/** The status with which a request is answered; null if it hangs. */
let answer: (request: Taken) => number | null;
let stop: AbortController;
let running: Promise<unknown>;
/** Factor by which the sender's clock is faster than the real one. */
let speed: number;
let clockFrom: number;
let versions: Map<string, number>;
/** Last pseudo-random number for cutting the follower's batches, the same in every run. */
let drawn: number;

const clock = () => clockFrom + (Date.now() - clockFrom) * speed;

beforeAll(() => {
  Logger.overrideLogger(false);
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += String(part)));
    request.on('end', () => {
      asked++;
      const headers = request.headers as Record<string, string>;
      const got: Taken = { path: request.url!, headers, text, body: JSON.parse(text) as Taken['body'] };
      const status = answer(got);
      if (status === null) return;
      if (status < 300) taken.push(got);
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(`you said ${text}`);
    });
  });
  return new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      resolve();
    });
  });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  database = await testDatabase([
    ...[EventLog1763700000100, Keys1763700002000],
    ...[WebhookDelivery1767100000000, WebhookReplayEnd1767455000000],
  ]);
  await installView(database, webhooksView);
  await installView(database, eventsView);
  log = await PostgresEventStore.open(database);
  keys = new InMemorySubjectKeys();
  store = new SealedEventStore(log, keys);
  const masterKey = new MasterKey('a secret that is long enough for a master key');
  secrets = new WebhookSecrets(new PostgresSecrets(database, masterKey), masterKey);
  commands = busOf(new Aggregates(store), ToWebhook);
  queries = new WebhookQueries(database, bodies(), new Answers(keys));
  requests = new DeliveryRequests(database, store);
  views = viewsThatFold();
  [taken, asked, answer, speed, clockFrom] = [[], 0, () => 204, 1, Date.now()];
  versions = new Map();
  drawn = 1;
  start();
});

afterEach(async () => {
  await end();
  await log.close();
  await database.drop();
});

/** Views that are folded whenever a caller waits for them. */
function viewsThatFold(): Views {
  let folded = '';
  let folding: Promise<unknown> = Promise.resolve();
  const fold = async () => {
    const signal = new AbortController();
    const batches = store.subscribeAll({
      after: folded || undefined,
      prefixes: [...webhooksView.prefixes, ...eventsView.prefixes],
      signal: signal.signal,
    });
    for await (const { events, checkpoint, caughtUp } of batches) {
      for (const view of [webhooksView, eventsView]) {
        const own = events.filter(({ stream }) => view.prefixes.some((prefix) => stream.startsWith(prefix)));
        await project(database, view, own);
      }
      folded = checkpoint;
      if (caughtUp) break;
    }
    signal.abort();
    return true;
  };
  const inTurn = () => (folding = folding.then(fold));
  return { catchUp: inTurn, waitFor: inTurn } as unknown as Views;
}

function bodies(): DeliveryBody {
  const fresh = new SealedEventStore(log, keys);
  return new DeliveryBody(fresh, new Subjects(fresh), config);
}

/** Starts a worker. */
function start(): void {
  stop = new AbortController();
  const follower = new WebhookFollower(
    new RebatchingEventStore(store, (limit) => (drawn = (drawn * 7 + 3) % 1_000_003) % limit),
    database,
    views,
    new DeliveryQueue(new Subjects(store), database),
  );
  const sender = new WebhookSender(
    new DeliveryStore(database),
    bodies(),
    new Answers(keys),
    new ReceiverAddresses(config),
    secrets,
    commands,
    views,
  );
  follower.now = () => new Date(clock()).toISOString();
  sender.now = clock;
  sender.timeoutMs = 300;
  const { signal } = stop;
  const lease = new Lease('test', 'test', '1', signal, () => true);
  Object.assign(lease, { guard: (guarded: Database) => guarded });
  running = Promise.all([follower.run(lease), sender.run(lease)]);
}

async function end(): Promise<void> {
  stop.abort();
  await running;
}

async function tell(webhookId: string, command: WebhookCommand): Promise<void> {
  const context = doneBy('test', { customerId, now: new Date(clock()).toISOString() });
  await commands.execute(new ToWebhook(webhookId, command, context));
  await views.waitFor('webhooks', '');
}

/**
 * Creates a webhook, by default for messages and assignments.
 * @returns its id and secret
 */
async function made(path = '/', events = ['chat::assigned', 'message::received']) {
  // Wait until the worker follows the log.
  await eventually(
    'the worker follows the log',
    async () => (await database.query('select from parley.webhook_reader')).rowCount === 1,
  );
  const webhookId = randomUUID();
  const { secret, hint } = secrets.generate();
  await secrets.rotate({ customerId, id: webhookId }, secret);
  const details = {
    ...{ url: url + path, events, version: 1 },
    ...{ headerNames: [], headersFingerprint: '' },
  };
  await tell(webhookId, { type: 'Create', details: { ...details, payload: 'full' }, hint });
  return { webhookId, secret, hint };
}

async function append(stream: string, type: string, data: object): Promise<void> {
  versions.set(stream, (versions.get(stream) ?? -1) + 1);
  const event = {
    ...{ id: randomUUID(), type, schemaVersion: 1, data, customerId, time: new Date(clock()).toISOString() },
    ...{ actor: { type: 'system' as const, id: 'test' }, correlationId: id('c'), causationId: id('c') },
  };
  await store.append(stream, [event], { expected: 'any', customerId });
}

async function begin(chat: string): Promise<void> {
  const data = { contactId: id(`contact of ${chat}`), channelId: id('channel'), readForAll: true };
  await append(`conversation-${id(chat)}`, 'ConversationStarted', {
    ...data,
    startedAt: '2026-11-23T10:00:00.000Z',
  });
}

async function write(chat: string, text: string): Promise<void> {
  const contactId = id(`contact of ${chat}`);
  await append(`message-${randomUUID()}`, 'MessageReceived', {
    ...{ subject: contactId, contactId, conversationId: id(chat), channelId: id('channel') },
    ...{ contentType: 'text', isAutomatic: false, providerTime: '2026-11-23T10:00:00.000Z' },
    personal: { externalId: `wamid.${text}`, content: { type: 'text', text }, context: {} },
  });
}

/** Writes messages `0` to `count - 1`, in turn to `chats` chats. */
async function writeAll(count: number, chats: number): Promise<void> {
  for (let n = 0; n < count; n++) await write(`chat ${n % chats}`, String(n));
}

const texts = () => taken.map(({ body }) => body.data.content?.text);
const waiting = async (webhookId: string) =>
  (await queries.list(customerId, new Date().toISOString())).find((its) => its.id === webhookId)!;

/** Expects that no message is lost, and that the first deliveries of each chat's messages are in order. */
function expectAll(count: number): void {
  const numbers = [...new Set(texts())].map(Number);
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n));
  const byChat = new Map<string, number[]>();
  for (const { body } of taken) {
    const { chatId, content } = body.data;
    const before = byChat.get(chatId) ?? [];
    const number = Number(content?.text);
    if (!before.includes(number)) byChat.set(chatId, [...before, number]);
  }
  for (const order of byChat.values()) expect(order).toEqual([...order].sort((a, b) => a - b));
}

describe('webhooks', () => {
  it('webhooks deliver subscribed events, signed by Standard Webhooks, with both secrets after a rotation', async () => {
    const { webhookId, secret, hint } = await made('/hooks?a=1');
    await secrets.keepHeaders({ customerId, id: webhookId }, '{"Authorization": "Bearer crm"}');
    await begin('chat');
    await write('chat', 'Hello');
    await eventually('the event is delivered', () => taken.length === 1);
    const [first] = taken;
    expect(first).toMatchObject({ path: '/hooks?a=1', headers: { authorization: 'Bearer crm' } });
    expect(new Webhook(secret).verify(first!.text, first!.headers)).toMatchObject({
      type: 'message::received',
      id: first!.headers['webhook-id'],
      data: {
        chatId: id('chat'),
        contactId: id('contact of chat'),
        content: { type: 'text', text: 'Hello' },
      },
    });
    expect(first!.text).not.toContain('wamid');
    const next = secrets.generate();
    const previousUntil = new Date(Date.now() + 60_000).toISOString();
    await tell(webhookId, { type: 'Rotate', seen: hint, hint: next.hint, previousUntil });
    await secrets.rotate({ customerId, id: webhookId }, next.secret);
    await append(`conversation-${id('chat')}`, 'ConversationAssigned', { userId: id('eva'), teamId: null });
    await eventually('two requests arrived', () => taken.length === 2);
    for (const one of [secret, next.secret]) {
      expect(new Webhook(one).verify(taken[1]!.text, taken[1]!.headers)).toMatchObject({
        type: 'chat::assigned',
        data: { contactId: id('contact of chat'), userId: id('eva') },
      });
    }
    expect(() => new Webhook(secrets.generate().secret).verify(taken[1]!.text, taken[1]!.headers)).toThrow();
  });

  it('webhooks deliver everything in order to a receiver that fails, redirects and hangs, across a restart', async () => {
    const { random, count } = proof;
    speed = 2_000;
    // About 30 % of the requests fail and 5 % hang.
    answer = () =>
      random.chance(0.3) ? random.pick([302, 429, 500, 503]) : random.chance(0.07) ? null : 204;
    await made();
    await writeAll(count, count / 10);
    await eventually('a quarter of the events is delivered', () => taken.length >= count / 4);
    await end();
    start();
    await eventually('every event is delivered', () => new Set(texts()).size === count);
    expectAll(count);
    proof.report(count, { requests: asked });
  });

  it('webhooks deliver without delay while the receiver of another webhook is slow', async () => {
    answer = ({ path }) => (path === '/slow' ? null : 204);
    await made('/slow');
    await made('/quick');
    await writeAll(30, 30);
    await eventually('thirty events are delivered', () => taken.length === 30);
    expect(taken.every(({ path }) => path === '/quick')).toBe(true);
  });

  it('webhooks stop at status 410, and resume with or without the waiting deliveries', async () => {
    answer = () => 410;
    const { webhookId } = await made();
    await write('chat 0', '0');
    await eventually('the webhook is gone', async () => (await waiting(webhookId)).state === 'gone');
    await write('chat 0', '1');
    await eventually('two events wait', async () => (await waiting(webhookId)).waiting === 2);
    answer = () => 204;
    await tell(webhookId, { type: 'Resume', isSkipping: false });
    await eventually('two requests arrived', () => taken.length === 2);
    expectAll(2);
    await tell(webhookId, { type: 'Pause' });
    await write('chat 0', '2');
    await eventually('one event waits', async () => (await waiting(webhookId)).waiting === 1);
    await tell(webhookId, { type: 'Resume', isSkipping: true });
    await write('chat 0', '3');
    await eventually('three requests arrived', () => taken.length === 3);
    expect(texts()).toEqual(['0', '1', '3']);
  });

  it('webhooks stop after three days without an accepted delivery, and lose no event', async () => {
    speed = 50_000;
    answer = () => 500;
    const { webhookId } = await made();
    await writeAll(3, 2);
    await eventually(
      'the webhook is stopped after failures',
      async () => (await waiting(webhookId)).state === 'failures',
    );
    expect(await waiting(webhookId)).toMatchObject({ waiting: 3, enabled: false });
    const [failed] = (await queries.deliveries(customerId, webhookId, { state: 'failed' })).data;
    expect(failed).toMatchObject({ state: 'waiting', status: 500 });
    answer = () => 204;
    await tell(webhookId, { type: 'Resume', isSkipping: false });
    await eventually('three requests arrived', () => taken.length === 3);
    expectAll(3);
  });

  it('webhooks list requests and answers, and can resend an event or replay all since a time', async () => {
    await writeAll(2, 1);
    const { webhookId } = await made();
    await write('chat 0', '2');
    await eventually('one request arrived', () => taken.length === 1);
    const delivered = async () =>
      (await queries.deliveries(customerId, webhookId, { state: 'delivered' })).data;
    await eventually('one delivery is recorded', async () => (await delivered()).length === 1);
    const { id: eventId } = (await delivered())[0]!;
    const detail = await queries.delivery(customerId, webhookId, eventId);
    expect(detail).toMatchObject({ event: 'message::received', status: 204, attempts: 1, nextAt: null });
    expect(JSON.parse(detail.request.body!)).toEqual(taken[0]!.body);

    answer = () => 200;
    await requests.resend({ customerId, webhookId }, eventId, new Date().toISOString());
    await eventually('two requests arrived', () => taken.length === 2);
    expect(taken[1]!.headers['webhook-id']).toBe(eventId);
    await eventually('two attempts are recorded', async () => (await delivered())[0]?.attempts === 2);
    const { history } = await queries.delivery(customerId, webhookId, eventId);
    expect(history[1]!.answer).toContain('you said');

    const since = '2026-01-01T00:00:00.000Z';
    await requests.replay({ customerId, webhookId }, { since });
    await requests.replay({ customerId, webhookId }, { since });
    await eventually('five requests arrived', () => taken.length === 5);
    expect(texts().slice(2)).toEqual(['0', '1', '2']);
    await eventually('three deliveries are recorded', async () => (await delivered()).length === 3);

    // A replay with an end leaves out later events.
    const isQueued = async () => (await database.query('select from parley.webhook_replay')).rowCount === 0;
    await eventually('the retry is queued', isQueued);
    const range = (await delivered()).find(({ id: one }) => one !== eventId)!.occurredAt;
    await requests.replay({ customerId, webhookId }, { since, until: new Date(range).toISOString() });
    await eventually('the retry is queued', isQueued);
    await eventually('nothing waits', async () => (await waiting(webhookId)).waiting === 0);
    expect(texts().slice(5)).toEqual(['0', '1']);
    taken.splice(5);

    const test = await requests.test({ customerId, webhookId }, randomUUID(), new Date().toISOString());
    await eventually('six requests arrived', () => taken.length === 6);
    expect(taken[5]!.body).toMatchObject({ id: test, type: 'webhook::test' });

    // After the erasure, neither the request nor the answer contains the contact's data.
    await keys.erase(customerId, id('contact of chat 0'));
    const fresh = new WebhookQueries(database, bodies(), new Answers(keys));
    const erased = await fresh.delivery(customerId, webhookId, eventId);
    expect(erased.history[1]!.answer).toBeNull();
    expect(JSON.parse(erased.request.body!)).toMatchObject({ data: { content: null } });
    const { rows } = await database.query('select * from parley.webhook_attempt where event_id = $1', [
      eventId,
    ]);
    expect(JSON.stringify(rows)).not.toContain('you said');
    await expect(queries.delivery(id('other'), webhookId, eventId)).rejects.toThrow('not_found');
  });

  it('webhooks can be removed together with their waiting deliveries', async () => {
    answer = () => 500;
    const { webhookId } = await made();
    await write('chat 0', '0');
    await eventually('a request arrived', () => asked > 0);
    await tell(webhookId, { type: 'Remove' });
    await eventually('no delivery is left', async () => {
      const { rowCount } = await database.query('select from parley.webhook_delivery');
      return rowCount === 0;
    });
    expect(await queries.list(customerId, new Date().toISOString())).toEqual([]);
  });
});
