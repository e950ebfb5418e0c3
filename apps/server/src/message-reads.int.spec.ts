import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandBus } from '@nestjs/cqrs';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { isPassing } from '@parley/platform/database/database';
import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';
import { runServer, type RunningServer } from './testing/running-server';

// What an inbound message asks of EventStoreDB, which a double plays that takes its time for each call: counted, not timed.
jest.setTimeout(120_000);

const customerId = randomUUID();
const channelId = randomUUID();
let server: RunningServer;
let database: RunningServer['database'];
let double: EventStoreDbDouble;
let app: RunningServer['app'];
let address: string;
let sent = 0;

beforeAll(async () => {
  double = await EventStoreDbDouble.start();
  double.delayMs = 4;
  server = await runServer({ EVENTSTORE_URL: double.url });
  ({ database, app, url: address } = server);
  const settings = {
    name: 'WhatsApp',
    platform: 'whatsapp' as const,
    provider: 'whatsapp-cloud' as const,
    customerCareWindowLength: 0,
    providerAccountId: '1',
    businessAccountId: null,
    apiBaseUrl: null,
    readForAll: true,
    mandatoryAssign: false,
    teamIds: [],
    userIds: [],
  };
  const who = requestedNow({ userId: randomUUID(), customerId });
  const connect = () =>
    app.get(CommandBus).execute(new ConnectChannel(channelId, settings, { 'app-secret': 'secret' }, who));
  // Subscriptions of a whole product begin at the same moment: busy is answered by asking again.
  for (let connected = false; !connected;) {
    connected = await connect().then(
      () => true,
      (error: unknown) => {
        if (!isPassing(error)) throw error;
        return false;
      },
    );
  }
  await server.shown();
  // The first message of all teaches this process what is the same for everybody.
  await take('34600000000');
});

afterAll(async () => {
  await server.close();
  await double.stop();
});

/** Posts a message of a contact, and waits until it is shown and everybody has reacted to it. */
async function take(from: string): Promise<{ reads: number; appends: number; readsAtOnce: number }> {
  const before = { ...double.calls };
  double.mostReadsAtOnce = 0;
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
  await received(sent);
  return {
    reads: double.calls.readStream - before.readStream,
    appends: double.calls.append - before.append,
    readsAtOnce: double.mostReadsAtOnce,
  };
}

async function received(count: number): Promise<void> {
  const text = `select count(*)::int n from transcript.entry where direction = 'in'`;
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; await pause(20)) {
    const { rows } = await database.query<{ n: number }>(text);
    if ((rows[0]?.n ?? 0) < count) continue;
    const head = await server.shown();
    const reached = `select count(*)::int n from parley.reaction_checkpoint where position < $1 collate "C"`;
    const { rows: behind } = await database.query<{ n: number }>(reached, [head]);
    if (behind[0]?.n === 0) return;
  }
  throw new Error('Not everything arrived.');
}

test('a message in a known conversation makes one append and no read', async () => {
  await take('34600000001');
  const warm = await take('34600000001');
  expect(warm).toMatchObject({ reads: 0, appends: 1 });
});

test('the first message of somebody reads at most three streams', async () => {
  const cold = await take('34600000002');
  expect(cold.reads).toBeLessThanOrEqual(3);
});
