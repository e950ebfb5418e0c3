import { createHmac, randomUUID } from 'node:crypto';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { CommandBus } from '@nestjs/cqrs';
import type { SlaPolicy } from '@parley/contracts/events';
import { schemaVersionOf } from '@parley/contracts/events/upcasters/upcast';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { eventually } from '@parley/testing/waiting/eventually';
import { CountedStatements, OWN } from './testing/counted-statements';
import { runServer, type RunningServer } from './testing/running-server';

// Counts the SQL statements of an inbound message, from the webhook to the rows of views. Nothing is timed.
jest.setTimeout(120_000);

const CONTACTS = 50;
const BURSTS = 4;

const customerId = randomUUID();
const channelId = randomUUID();
let server: RunningServer;
let database: RunningServer['database'];
let engines: RunningServer['engines'];
let app: RunningServer['app'];
let address: string;

beforeAll(async () => {
  server = await runServer();
  ({ database, engines, app, url: address } = server);
  await app.get(CommandBus).execute(
    new ConnectChannel(
      channelId,
      {
        name: 'WhatsApp',
        platform: 'whatsapp',
        provider: 'whatsapp-cloud',
        customerCareWindowLength: 0,
        providerAccountId: '1',
        businessAccountId: null,
        apiBaseUrl: null,
        readForAll: true,
        mandatoryAssign: false,
        teamIds: [],
        userIds: [],
      },
      { 'app-secret': 'secret' },
      requestedNow({ userId: randomUUID(), customerId }),
    ),
  );
  await promise();
  await server.shown();
});

afterAll(async () => {
  jest.restoreAllMocks();
  await server.close();
});

/** Adds an SLA policy, so that statements for SLA targets are counted, too. */
async function promise(): Promise<void> {
  const policy: SlaPolicy = {
    ...{ id: randomUUID(), name: 'All', channelIds: [], teamIds: [], tagIds: [], isPriorityOnly: false },
    targets: { firstReply: 60, nextReply: 60, resolve: 600 },
    ...{ countsBusinessHours: true, pausesForContact: true, warnsAtPercent: 80 },
  };
  const fact = { type: 'CustomerSettingChanged', data: { name: 'slaPolicies', value: [policy] } } as const;
  const { commandId: id, now: time, ...metadata } = requestedNow({ userId: randomUUID(), customerId });
  const event = { ...fact, ...metadata, id, time, schemaVersion: schemaVersionOf(fact.type) };
  await engines.store.append(`customer-${customerId}`, [event], { expected: 'any', customerId });
}

let sent = 0;
async function post(contact: number): Promise<void> {
  const from = `3460${String(contact).padStart(7, '0')}`;
  const message = {
    from,
    id: `wamid.${sent++}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: `Hi ${sent}` },
  };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '972123456789', phone_number_id: '1' },
    contacts: [{ profile: { name: `Contact ${contact}` }, wa_id: from }],
    messages: [message],
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
}

async function received(count: number): Promise<void> {
  const isThere = async () => {
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::int n from transcript.entry where direction = 'in' ${OWN}`,
    );
    return (rows[0]?.n ?? 0) >= count;
  };
  await eventually(`${count} messages are shown`, isThere, 60_000);
}

/** Posts one message of every contact, all concurrently. */
async function burst(): Promise<void> {
  await Promise.all(Array.from({ length: CONTACTS }, (_, contact) => post(contact)));
  await received(sent);
  // Waits until the views have folded the log, so that their statements are counted.
  await server.shown();
}

test('messages in known conversations share their statements, and read no stream', async () => {
  await burst();
  const statements = new CountedStatements(engines);
  const before = sent;
  for (let round = 0; round < BURSTS; round++) await burst();
  jest.restoreAllMocks();
  const messages = sent - before;
  const counted = statements.ofWork();
  const total = counted.reduce((sum, [, count]) => sum + count, 0);
  // If each message caused a statement of its own, that statement would occur as often as there are messages.
  expect(statements.asOftenAs(messages)).toEqual([]);
  const ofTargets = counted.filter(([text]) => text.includes('sla_policies'));
  expect(ofTargets).not.toEqual([]);
  expect(total).toBeGreaterThan(BURSTS);
  expect(total / messages).toBeLessThanOrEqual(6);
  expect(counted.filter(([text]) => text.includes('with ordinality as asked'))).toEqual([]);
});
