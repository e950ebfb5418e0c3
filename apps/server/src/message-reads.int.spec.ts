import { createHmac, randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { user } from '@parley/access/domain/user';
import { whatsAppConnection } from '@parley/channels/testing/connection';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { GraphDouble } from '@parley/doubles/graph/graph-double';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { isPassing } from '@parley/platform/database/database';
import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';
import { eventually } from '@parley/testing/waiting/eventually';
import { runServer, type RunningServer } from './testing/running-server';

// Counts the calls to EventStoreDB that messages, replies and other decisions cause. Nothing is timed. EventStoreDB
// is a fake that delays each call.
jest.setTimeout(120_000);

const customerId = randomUUID();
const channelId = randomUUID();
let server: RunningServer;
let database: RunningServer['database'];
let double: EventStoreDbDouble;
let app: RunningServer['app'];
let address: string;
let sent = 0;
const userId = randomUUID();
let headers: Record<string, string>;
let graph: { url: string; close: () => Promise<void> };

beforeAll(async () => {
  double = await EventStoreDbDouble.start();
  double.delayMs = 4;
  graph = await new GraphDouble({ appSecret: 'secret' }).listen();
  server = await runServer({ EVENTSTORE_URL: double.url });
  ({ database, app, url: address } = server);
  const who = () => requestedNow({ userId, customerId });
  const settings = { ...whatsAppConnection('1', graph.url), customerCareWindowLength: 0 };
  const secrets = { 'app-secret': 'secret', 'access-token': 'token' };
  await answered(() => app.get(CommandBus).execute(new ConnectChannel(channelId, settings, secrets, who())));
  const command = {
    type: 'Add',
    userId,
    displayName: 'Mia',
    email: 'mia@example.org',
    role: 'admin',
  } as const;
  await answered(() => app.get(Aggregates).execute(user, 'user', { id: userId, command, context: who() }));
  await server.shown();
  headers = {
    'api-key': server.engines.config.frontendApiKey,
    authorization: `Bearer ${await server.issuer.sign({ user_id: userId, customer_id: customerId })}`,
    'content-type': 'application/json',
  };
  // The first message fills this process's caches of data that all messages share.
  await take('34600000000');
});

afterAll(async () => {
  await server.close();
  await double.stop();
  await graph.close();
});

/**
 * Repeats a call that is refused as busy, which happens while all subscriptions of the product begin at the same
 * moment.
 */
async function answered(ask: () => Promise<unknown>): Promise<void> {
  for (let isDone = false; !isDone;) {
    isDone = await ask().then(
      () => true,
      (error: unknown) => {
        if (!isPassing(error)) throw error;
        return false;
      },
    );
  }
}

interface Asked {
  reads: number;
  appends: number;
  readsAtOnce: number;
}

/** @returns the calls to the log from the beginning of the work until all reactions have processed it */
async function asked(work: () => Promise<unknown>): Promise<Asked> {
  const before = { ...double.calls, appends: double.appends };
  double.mostReadsAtOnce = 0;
  await work();
  await settled();
  return {
    reads: double.calls.readStream - before.readStream,
    appends: double.appends - before.appends,
    readsAtOnce: double.mostReadsAtOnce,
  };
}

/** Waits until all views and reactions have reached the head of the log. */
async function settled(): Promise<void> {
  const reached = `select count(*)::int n from parley.reaction_checkpoint where position < $1 collate "C"`;
  const isSettled = async () => {
    const head = await server.shown();
    const { rows } = await database.query<{ n: number }>(reached, [head]);
    return rows[0]?.n === 0 && (await server.engines.store.head()) === head;
  };
  await eventually('every reaction has reached the head of the log', isSettled, 60_000);
}

/** Posts a message of a contact. @returns the calls to the log */
const take = (from: string): Promise<Asked> => asked(() => write(from));

async function write(from: string): Promise<void> {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '972123456789', phone_number_id: '1' },
    contacts: [{ profile: { name: `Contact ${from}` }, wa_id: from }],
    messages: [
      {
        ...{ from, id: `wamid.${sent++}`, timestamp: String(Math.floor(Date.now() / 1000)) },
        ...{ type: 'text', text: { body: `Hi ${sent}` } },
      },
    ],
  };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  });
  const signature = createHmac('sha256', 'secret').update(body).digest('hex');
  const response = await fetch(`${address}/ingress/whatsapp-cloud/${channelId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
  });
  expect(response.status).toBe(200);
  await comes(`select count(*)::int n from transcript.entry where direction = 'in'`, sent);
}

/** Waits until the query `count` returns at least `wanted`. */
async function comes(count: string, wanted: number): Promise<void> {
  const isThere = async () => {
    const { rows } = await database.query<{ n: number }>(count);
    return (rows[0]?.n ?? 0) >= wanted;
  };
  await eventually(`the count is ${wanted}: ${count}`, isThere, 60_000);
}

/** Posts an agent's request and expects success. */
async function post(path: string, body: object): Promise<void> {
  const url = `${address}/api/v3${path}`;
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(await response.text()).toBeTruthy();
  expect(response.status).toBe(200);
}

let replied = 0;
async function reply(chatId: string): Promise<void> {
  const content = { text: `Answer ${replied++}` };
  await post('/messages/send', { chat: { id: chatId }, content, idempotencyKey: randomUUID() });
  await comes(
    `select count(*)::int n from transcript.entry where direction = 'out' and status = 'sent'`,
    replied,
  );
}

async function chatOf(from: string): Promise<string> {
  await write(from);
  await settled();
  const { rows } = await database.query<{ id: string }>(
    `select conversation_id as id from transcript.entry where direction = 'in' order by position desc limit 1`,
  );
  return rows[0]!.id;
}

test('a message in a known conversation makes one append and no read', async () => {
  await take('34600000001');
  const warm = await take('34600000001');
  expect(warm).toMatchObject({ reads: 0, appends: 1 });
});

test('a contact’s first message reads at most three streams, all concurrently', async () => {
  const cold = await take('34600000002');
  expect(cold.reads).toBeLessThanOrEqual(3);
  expect(cold.readsAtOnce).toBe(cold.reads);
});

test('a reply, an assignment and archiving read no stream of a conversation that the process has cached', async () => {
  const chatId = await chatOf('34600000003');
  // The first reply fills the caches of the user and their settings, so only the second one is counted.
  await asked(() => reply(chatId));
  expect(await asked(() => reply(chatId))).toMatchObject({ reads: 0 });
  const none = { userId: null, teamId: null };
  const assign = { userId, teamId: null, expected: none };
  expect(await asked(() => post(`/messaging-chats/${chatId}/assign`, assign))).toMatchObject({
    reads: 0,
    appends: 1,
  });
  const seenUpTo = '9'.repeat(20);
  expect(await asked(() => post(`/messaging-chats/${chatId}/archive`, { seenUpTo }))).toMatchObject({
    reads: 0,
    appends: 1,
  });
});
