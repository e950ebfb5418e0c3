import { createHmac, randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { user } from '@parley/access/domain/user';
import { whatsAppConnection } from '@parley/channels/testing/connection';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { GraphDouble } from '@parley/doubles/graph/graph-double';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { eventually } from '@parley/testing/waiting/eventually';
import { CountedStatements, OWN } from './testing/counted-statements';
import { runServer, type RunningServer } from './testing/running-server';

// Counts the SQL statements of a reply, from its request until its provider reports it as delivered. Nothing is
// timed.
jest.setTimeout(180_000);

const CHATS = 50;
const BURSTS = 2;

const customerId = randomUUID();
const channelId = randomUUID();
const userId = randomUUID();
let server: RunningServer;
let double: GraphDouble;
let graph: { url: string; close: () => Promise<void> };
let headers: Record<string, string>;
let chats: string[];

beforeAll(async () => {
  double = new GraphDouble({ appSecret: 'secret' });
  graph = await double.listen();
  server = await runServer({ LIMITS: 'off' });
  const { app } = server;
  const who = () => requestedNow({ userId, customerId });
  const secrets = { 'app-secret': 'secret', 'access-token': 'token' };
  await app
    .get(CommandBus)
    .execute(new ConnectChannel(channelId, whatsAppConnection('1', graph.url), secrets, who()));
  const person = { displayName: 'Mia', email: 'mia@example.org', role: 'user' } as const;
  const command = { type: 'Add', userId, ...person } as const;
  await app.get(Aggregates).execute(user, 'user', { id: userId, command, context: who() });
  await server.shown();
  headers = {
    'api-key': server.engines.config.frontendApiKey,
    authorization: `Bearer ${await server.issuer.sign({ user_id: userId, customer_id: customerId })}`,
    'content-type': 'application/json',
  };
  await Promise.all(Array.from({ length: CHATS }, (_, nth) => write(nth)));
  await comes(`direction = 'in'`, CHATS);
  await server.shown();
  chats = (await server.database.query<{ id: string }>(`select id from inbox.conversation ${OWN}`)).rows.map(
    ({ id }) => id,
  );
});

afterAll(async () => {
  jest.restoreAllMocks();
  await server.close();
  await graph.close();
});

/** Waits until at least `wanted` entries match a condition. */
async function comes(where: string, wanted: number): Promise<void> {
  const count = `select count(*)::int n from transcript.entry where ${where} ${OWN}`;
  const isThere = async () => {
    const { rows } = await server.database.query<{ n: number }>(count);
    return (rows[0]?.n ?? 0) >= wanted;
  };
  await eventually(`${wanted} entries match ${where}`, isThere, 60_000);
}

async function hook(body: Buffer): Promise<void> {
  const signature = createHmac('sha256', 'secret').update(body).digest('hex');
  const response = await fetch(`${server.url}/ingress/whatsapp-cloud/${channelId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body: new Uint8Array(body),
  });
  expect(response.status).toBe(200);
}

/** Posts a webhook with a message of the nth contact. */
function write(nth: number): Promise<void> {
  const from = `3460${String(nth).padStart(7, '0')}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '972123456789', phone_number_id: '1' },
    contacts: [{ profile: { name: `Contact ${nth}` }, wa_id: from }],
    messages: [{ from, id: `wamid.${nth}`, timestamp, type: 'text', text: { body: 'Hi' } }],
  };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  return hook(Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry })));
}

async function reply(id: string): Promise<void> {
  const body = JSON.stringify({ chat: { id }, content: { text: 'Soon.' }, idempotencyKey: randomUUID() });
  const response = await fetch(`${server.url}/api/v3/messages/send`, { method: 'POST', headers, body });
  expect([response.status, (await response.text()).slice(0, 200)]).toEqual([200, expect.anything()]);
}

let reported = 0;
/** Replies to every contact concurrently, and reports each reply as delivered. */
async function burst(): Promise<void> {
  await Promise.all(chats.map(reply));
  await comes(`direction = 'out' and status in ('sent', 'delivered')`, reported + CHATS);
  await Promise.all(double.sends.slice(reported).map((send) => hook(double.poster.body(send, 'delivered'))));
  reported = double.sends.length;
  await comes(`direction = 'out' and status = 'delivered'`, reported);
  // Waits until the views have folded the log, so that their statements are counted.
  await server.shown();
}

test('replies share their statements: none runs once per reply, and a reply takes at most eight on average until its delivery', async () => {
  // The first burst fills the caches of channel, secrets and viewer.
  await burst();
  const statements = new CountedStatements(server.engines);
  const before = reported;
  for (let round = 0; round < BURSTS; round++) await burst();
  jest.restoreAllMocks();
  const replies = reported - before;
  const counted = statements.ofWork();
  const total = counted.reduce((sum, [, count]) => sum + count, 0);
  expect(total).toBeGreaterThan(BURSTS);
  expect(counted.filter(([text, count]) => text !== 'commit' && count >= replies)).toEqual([]);
  // None of these are read again: the messages that reports are about, the channel's secrets and the viewer are
  // cached.
  const read = /with ordinality as asked \(stream|parley\.secret|inbox\.team_member/;
  const ofRead = counted.filter(([text]) => read.test(text)).reduce((sum, [, count]) => sum + count, 0);
  expect(ofRead).toBeLessThan(replies / 4);
  expect(total / replies).toBeLessThanOrEqual(8);
});
