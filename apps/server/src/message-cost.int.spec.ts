import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { CommandBus } from '@nestjs/cqrs';
import type { SlaPolicy } from '@parley/contracts/events';
import { schemaVersionOf } from '@parley/contracts/events/upcasters/upcast';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { runServer, type RunningServer } from './testing/running-server';

// What an inbound message asks of the database on its way from the webhook to the rows: counted, not timed.
jest.setTimeout(120_000);

const CONTACTS = 50;
const BURSTS = 4;
/** Marks what this test asks by itself. */
const OWN = '-- of the test';

const customerId = randomUUID();
const channelId = randomUUID();
let server: RunningServer;
let database: RunningServer['database'];
let engines: RunningServer['engines'];
let app: RunningServer['app'];
let address: string;
const statements = new Map<string, number>();

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

/** Contacts are answered within an hour, so that what targets cost is counted, too. */
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

/** Of these, whatever waits together shares one statement: the webhooks of a burst, and what is appended for them. */
const shared = ['insert into bus.message', 'event_log.append_all'];

/** What goes by the clock and not by messages: a slower machine asks it oftener for the same work. */
const byTheClock = [
  /^set local synchronous_commit = off; notify /,
  /^update parley\.reaction_checkpoint c set position/,
  /update parley\.view_checkpoint c set position/,
  /^update bus\.consumer c set "offset"/,
  /^select partition, p\.next from bus\.partition/,
  /^select parley\.owns_lease/,
  /from event_log\.tail/,
  /^select \* from parley\.renew_leases/,
  /^select (w\.id from webhooks\.webhook|\* from parley\.webhook_replay|distinct on \(customer_id\) \* from parley\.job) /,
  /parley\.push_delivery .*sent_at is null/,
  /\bdue\b.* <= (now\(\)|\$1)/,
];

/** Counts statements, and has those that can be shared wait until everybody waits: then load does not make batches smaller. */
function listen(): void {
  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    const text = (typeof first === 'string' ? first : first.text).replace(/\s+/g, ' ').trim();
    if (!text.includes(OWN)) statements.set(text, (statements.get(text) ?? 0) + 1);
    if (!shared.some((part) => text.includes(part))) return query.apply(this, args);
    return everybodyWaits().then(() => query.apply(this, args));
  });
  for (const [of, method] of [
    [engines.bus, 'publish'],
    [engines.store, 'append'],
  ] as const) {
    const call = (of as never as Record<string, (...args: unknown[]) => unknown>)[method]!;
    jest.spyOn(of as never, method as never).mockImplementation(function (this: unknown, ...args: unknown[]) {
      asked++;
      return call.apply(this, args);
    } as never);
  }
}

/** Publishes and appends that were asked for. */
let asked = 0;

/** Waits until nobody has asked for another publish or append for a while. */
async function everybodyWaits(): Promise<void> {
  for (let [before, quiet] = [asked, 0]; quiet < 8; before = asked) {
    await pause(25);
    quiet = asked === before ? quiet + 1 : 0;
  }
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
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; await pause(20)) {
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::int n from transcript.entry where direction = 'in' ${OWN}`,
    );
    if ((rows[0]?.n ?? 0) >= count) return;
  }
  throw new Error('Not everything arrived.');
}

/** Everybody writes at once. */
async function burst(): Promise<void> {
  await Promise.all(Array.from({ length: CONTACTS }, (_, contact) => post(contact)));
  await received(sent);
  // What the log still holds for views is folded before it is counted.
  await server.shown();
}

test('what a message in a known conversation asks of the database is asked for many at once, and no stream is read', async () => {
  await burst();
  listen();
  const before = sent;
  for (let round = 0; round < BURSTS; round++) await burst();
  jest.restoreAllMocks();
  const messages = sent - before;
  const counted = [...statements].filter(([text]) => !byTheClock.some((pattern) => pattern.test(text)));
  const total = counted.reduce((sum, [, count]) => sum + count, 0);
  // A statement of each message would be there as often as messages are.
  const often = counted.filter(([text, count]) => text !== 'commit' && count > messages / 4);
  expect(often).toEqual([]);
  const ofTargets = counted.filter(([text]) => text.includes('sla_policies'));
  expect(ofTargets).not.toEqual([]);
  expect(total).toBeGreaterThan(BURSTS);
  expect(total / messages).toBeLessThanOrEqual(6);
  expect(counted.filter(([text]) => text.includes('with ordinality as asked'))).toEqual([]);
});
