import { randomUUID } from 'node:crypto';
import {
  emptyTemplate,
  type BroadcastBatchEvent,
  type BroadcastEvent,
  type DataOf,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { broadcastStages, type LedgerView } from '@parley/contracts/api/broadcasts';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { emptyBroadcast } from '../domain/broadcast';
import { BroadcastQueries } from './broadcast.queries';
import { EngageSettingsQueries } from './engage-settings.queries';
import { engageView } from './engage.view';
import { LedgerQueries } from './ledger.queries';
import { SendingQueries } from './sending.queries';

type Told = BroadcastEvent | BroadcastBatchEvent | MessageEvent;

const customerId = randomUUID();
const channelId = randomUUID();
const time = '2026-11-24T08:00:00.000Z';
let database: TestDatabase;
let position = 0;

beforeAll(async () => {
  database = await testDatabase([]);
  await installView(database, engageView);
});
afterAll(() => database.drop());

const of = (stream: string, fact: Told, at = time): RecordedEvent => {
  position += 1;
  const id = randomUUID();
  return {
    ...fact,
    ...{ id, stream, version: 0, position: String(position).padStart(20, '0'), schemaVersion: 1 },
    ...{ customerId, actor: { type: 'user', id: 'mia' }, correlationId: id, causationId: id, time: at },
  };
};

const template = {
  ...{ id: randomUUID(), externalId: null, name: 'sale', language: 'en', attachment: null },
  ...({ category: 'marketing', content: emptyTemplate } as const),
};

/** The events of a broadcast to `count` contacts, and functions that add further events. */
function story(count: number) {
  const broadcastId = randomUUID();
  const stream = `broadcast-${broadcastId}`;
  const contacts = Array.from({ length: count }, () => randomUUID()).sort();
  const quietHours = { isOn: false, from: '21:00', until: '08:00' };
  const start = { from: time, timeZone: 'UTC', quietHours, consent: 'agreed', template } as const;
  const events: RecordedEvent[] = [
    of(stream, { type: 'BroadcastDrafted', data: { ...emptyBroadcast, name: 'Sale', channelId } }),
    of(stream, { type: 'BroadcastStarted', data: { ...start, other: null, repeats: null } }),
    of(`broadcastBatch-${randomUUID()}`, {
      type: 'RecipientsPlanned',
      data: {
        broadcastId,
        recipients: contacts.map((contactId) => ({ contactId, dueAt: time, variant: 'a' as const })),
        next: null,
      },
    }),
    of(stream, { type: 'BroadcastPlanned', data: {} }),
  ];
  const queued = (contactId: string, messageId: string = randomUUID()) => {
    const to = { conversationId: randomUUID(), channelId, contactId, subject: contactId };
    const said = { contentType: 'template' as const, clientKey: 'broadcast/1', broadcastId };
    events.push(
      of(`message-${messageId}`, { type: 'MessageQueued', data: { ...to, personal: null, ...said } }),
    );
    return messageId;
  };
  const says = (messageId: string, fact: MessageEvent) => events.push(of(`message-${messageId}`, fact));
  return { broadcastId, stream, contacts, events, queued, says };
}

const sent: MessageEvent = {
  type: 'MessageSent',
  data: { subject: 'x', personal: null, aliasId: randomUUID() },
};
const delivered: MessageEvent = { type: 'MessageDelivered', data: { at: time } };
const declined = (
  reason: 'delivery_failure' | 'blacklisted' | 'waiting',
  providerCode?: string,
): MessageEvent => ({
  type: 'MessageDeclined',
  data: { reason, providerCode, at: time },
});

const opened = (data: DataOf<'MessageLinkOpened'>): MessageEvent => ({ type: 'MessageLinkOpened', data });

const details = (id: string) =>
  new BroadcastQueries(database).details(customerId, id, { now: time, timeZone: 'UTC' });

test('the ledger is the same for any batches of its events, and if events overtake each other', async () => {
  const { broadcastId, stream, contacts, events, queued, says } = story(6);
  const ids = contacts.slice(0, 5).map((contactId) => queued(contactId));
  says(ids[0]!, delivered);
  says(ids[0]!, sent);
  says(ids[1]!, sent);
  says(ids[1]!, opened({ contactId: contacts[1]!, broadcastId, button: 'Shop', index: 0 }));
  says(ids[2]!, declined('delivery_failure'));
  says(ids[3]!, { type: 'MessageOutcomeUnknown', data: { detail: '' } });
  says(ids[4]!, declined('blacklisted'));
  // Delivered although the provider had declined it.
  says(ids[4]!, delivered);
  events.push(of(stream, { type: 'BroadcastCancelled', data: {} }));
  await project(database, engageView, events);
  const { counts } = await details(broadcastId);
  const expected = {
    total: 6,
    sent: 3,
    delivered: 2,
    failed: 1,
    unknown: 1,
    cancelled: 1,
    queued: 0,
    planned: 0,
  };
  expect(counts).toMatchObject(expected);
  const whole = await contentsOf(database, engageView.name);

  for (const table of ['broadcast', 'recipient', 'tally', 'hour', 'channel_hold', 'settings']) {
    await database.query(`delete from engage.${table}`);
  }
  for (const event of events) await project(database, engageView, [event]);
  expect(await contentsOf(database, engageView.name)).toEqual(whole);
});

test('planning that ends after a cancellation cancels the new recipients too, and no failed message is retried a day later', async () => {
  const { broadcastId, stream, contacts, events, queued, says } = story(2);
  const late = randomUUID();
  const first = queued(contacts[0]!);
  events.push(
    of(stream, { type: 'BroadcastCancelled', data: {} }),
    of(`broadcastBatch-${randomUUID()}`, {
      type: 'RecipientsPlanned',
      data: { broadcastId, recipients: [{ contactId: late, dueAt: time, variant: 'a' }], next: null },
    }),
  );
  says(first, declined('waiting', '131049'));
  const before = await new EngageSettingsQueries(database).use(customerId, time, 'UTC');
  await project(database, engageView, events);
  expect((await details(broadcastId)).counts).toMatchObject({
    total: 3,
    cancelled: 2,
    failed: 1,
    planned: 0,
  });
  const after = await new EngageSettingsQueries(database).use(customerId, time, 'UTC');
  expect(after.messages).toBe(before.messages);
});

test('a finished broadcast continues when WhatsApp defers a message by a day', async () => {
  const { broadcastId, stream, contacts, events, queued, says } = story(1);
  const id = queued(contacts[0]!);
  events.push(of(stream, { type: 'BroadcastFinished', data: {} }));
  const sending = new SendingQueries(database);
  const isRunning = async () => (await sending.running()).some((each) => each.id === broadcastId);
  await project(database, engageView, events.splice(0));
  expect(await isRunning()).toBe(false);
  says(id, declined('waiting', '131049'));
  await project(database, engageView, events);
  expect(await isRunning()).toBe(true);
});

test('a broadcast shows until when it waits if WhatsApp defers all remaining messages by a day', async () => {
  const { broadcastId, contacts, events, queued, says } = story(2);
  says(queued(contacts[0]!), declined('waiting', '131049'));
  await project(database, engageView, events.splice(0));
  const { phase, waitsUntil, counts } = await details(broadcastId);
  expect([phase, waitsUntil]).toEqual(['sending', null]);
  expect(counts).toMatchObject({ planned: 2, waiting: 1 });
  says(queued(contacts[1]!), sent);
  await project(database, engageView, events);
  expect(await details(broadcastId)).toMatchObject({
    ...{ phase: 'waiting', waitsUntil: '2026-11-25T08:00:00.000Z' },
    counts: { planned: 1, waiting: 1, sent: 1 },
  });
});

test('a retry plans the messages that failed temporarily, and no others', async () => {
  const { broadcastId, stream, contacts, events, queued, says } = story(2);
  says(queued(contacts[0]!), declined('delivery_failure'));
  says(queued(contacts[1]!), declined('blacklisted'));
  events.push(of(stream, { type: 'BroadcastRetried', data: { at: time } }));
  await project(database, engageView, events);
  const asked = { now: time, quietZones: [], limit: 10 };
  const due = await new SendingQueries(database).due(broadcastId, asked);
  expect(due).toEqual([{ contactId: contacts[0], attempt: 2, variant: 'a' }]);
  expect((await details(broadcastId)).counts).toMatchObject({ planned: 1, failed: 1 });
});

test('counts for each template the broadcasts that have not ended, each once', async () => {
  const [one, other, unused] = [randomUUID(), randomUUID(), randomUUID()];
  const drafted = (templateId: string, splitWith: string | null, isDeleted = false) => {
    const stream = `broadcast-${randomUUID()}`;
    const split = splitWith === null ? null : { templateId: splitWith, values: [], percent: 20, hours: 1 };
    const data = { ...emptyBroadcast, name: 'Sale', templateId, split };
    const deleted = isDeleted ? [of(stream, { type: 'BroadcastDeleted', data: {} })] : [];
    return [of(stream, { type: 'BroadcastDrafted', data }), ...deleted];
  };
  await project(database, engageView, [
    ...drafted(one, other),
    ...drafted(one, one),
    ...drafted(unused, null, true),
  ]);
  const queries = new BroadcastQueries(database);
  expect(await queries.usingTemplates(customerId, [one, other, unused])).toEqual(
    new Map([
      [one, 2],
      [other, 1],
    ]),
  );
  expect(await queries.usingTemplates(randomUUID(), [one])).toEqual(new Map());
});

test('a broadcast shows until when it waits if the provider defers a message of its channel', async () => {
  const { broadcastId, contacts, events, queued, says } = story(1);
  const retryAt = '2026-11-24T08:10:00.000Z';
  says(queued(contacts[0]!), { type: 'MessageSendDeferred', data: { reason: 'waiting', retryAt } });
  await project(database, engageView, events);
  expect(await details(broadcastId)).toMatchObject({ phase: 'waiting', waitsUntil: retryAt });
  const holds = await new EngageSettingsQueries(database).holds([channelId], time);
  expect(holds.get(channelId)).toBe(retryAt);
  expect((await details(broadcastId)).counts).toMatchObject({ queued: 1 });
});

test('pages of the ledger continue after the previous page, for every status, within one organisation', async () => {
  const { broadcastId, contacts, events, queued, says } = story(5);
  for (const [index, contactId] of contacts.entries()) {
    const id = queued(contactId);
    says(id, sent);
    if (index % 2 === 0) says(id, delivered);
  }
  await project(database, engageView, events);
  const ledger = new LedgerQueries(database);
  const first = await ledger.page(customerId, broadcastId, { filter: 'sent', limit: 2 });
  const second = await ledger.page(customerId, broadcastId, { filter: 'sent', limit: 9, after: first.next! });
  expect([...first.data, ...second.data].map(({ contactId }) => contactId)).toEqual(contacts);
  expect(second.next).toBeNull();
  const arrived = await ledger.page(customerId, broadcastId, { filter: 'delivered', limit: 9 });
  expect(arrived.data.map(({ contactId }) => contactId)).toEqual([contacts[0], contacts[2], contacts[4]]);
  expect((await ledger.page(randomUUID(), broadcastId, { filter: 'all', limit: 9 })).data).toEqual([]);
});

test('counts one click for each recipient who opened links, in any message of the broadcast to them', async () => {
  const { broadcastId, contacts, events, queued, says } = story(3);
  const [ana, ben, cem] = contacts as [string, string, string];
  const opens = (contactId: string, button: string, index = 0) =>
    opened({ contactId, broadcastId, button, index });
  const first = queued(ana);
  says(first, declined('delivery_failure'));
  const again = queued(ana);
  const toBen = queued(ben);
  for (const id of [again, toBen, queued(cem)]) says(id, sent);
  // The failed message arrived after all.
  says(first, opens(ana, 'Shop'));
  says(again, opens(ana, 'Shop'));
  says(again, opens(ana, 'Rules', 1));
  says(toBen, opens(ben, 'Rules', 1));
  // This message belongs to no broadcast.
  says(randomUUID(), opened({ contactId: cem, button: 'Shop', index: 0 }));
  await project(database, engageView, events);
  const { counts, buttons } = await details(broadcastId);
  expect(counts).toMatchObject({ total: 3, clicked: 2, replied: 0 });
  expect(buttons).toEqual(
    expect.arrayContaining([
      { text: 'Shop', count: 1 },
      { text: 'Rules', count: 1 },
    ]),
  );
  const ledger = new LedgerQueries(database);
  const clicked = await ledger.page(customerId, broadcastId, { filter: 'clicked', limit: 9 });
  expect(clicked.data.map(({ contactId, button, clickedAt }) => [contactId, button, clickedAt])).toEqual([
    [ana, 'Shop', time],
    [ben, 'Rules', time],
  ]);
  expect((await ledger.page(randomUUID(), broadcastId, { filter: 'clicked', limit: 9 })).data).toEqual([]);
});

test('finds rows of the ledger by the pressed button, the template of a split and the hour', async () => {
  const { broadcastId, contacts, events, queued, says } = story(2);
  const [ana, ben] = contacts as [string, string];
  for (const contactId of [ana, ben]) says(queued(contactId), sent);
  await project(database, engageView, events);
  await database.query(
    "update engage.recipient set button = 'Show me', replied_at = now() where broadcast_id = $1 and contact_id = $2",
    [broadcastId, ana],
  );
  const ledger = new LedgerQueries(database);
  const found = async (view: LedgerView) =>
    (await ledger.page(customerId, broadcastId, { ...view, limit: 9 })).data.map((row) => row.contactId);
  expect(await found({ filter: 'clicked', button: 'Show me' })).toEqual([ana]);
  expect(await found({ filter: 'clicked', button: 'Not now' })).toEqual([]);
  expect(await found({ filter: 'sent', variant: 'a' })).toEqual([ana, ben]);
  expect(await found({ filter: 'replied', variant: 'b' })).toEqual([]);
  expect(await found({ filter: 'sent', hour: time })).toEqual([ana, ben]);
  expect(await found({ filter: 'sent', hour: '2026-11-24T09:00:00.000Z' })).toEqual([]);
});

test('lists broadcasts by their stage', async () => {
  const told = story(1);
  await project(database, engageView, told.events);
  const stageOf = async (now: string) => {
    const stages: string[] = [];
    for (const stage of broadcastStages) {
      const { data } = await new BroadcastQueries(database).list(customerId, { page: 1, stage, now });
      if (data.some(({ id }) => id === told.broadcastId)) stages.push(stage);
    }
    return stages;
  };
  expect(await stageOf('2026-11-24T07:00:00.000Z')).toEqual(['scheduled']);
  expect(await stageOf('2026-11-24T09:00:00.000Z')).toEqual(['sending']);
  await project(database, engageView, [of(told.stream, { type: 'BroadcastFinished', data: {} })]);
  expect(await stageOf('2026-11-24T09:00:00.000Z')).toEqual(['done']);
});

test('compares a broadcast with earlier ones of the same template', async () => {
  const [first, second] = [story(1), story(1)];
  for (const { events, stream } of [first, second]) {
    events.push(of(stream, { type: 'BroadcastFinished', data: {} }));
    await project(database, engageView, events);
  }
  const { number, earlier } = await details(second.broadcastId);
  expect(earlier[0]).toMatchObject({ number: number - 1, counts: { total: 1 } });
  expect(earlier.length).toBeLessThanOrEqual(5);
});

test('messages that were not sent do not count towards the limits of the month', async () => {
  const settings = new EngageSettingsQueries(database);
  const before = await settings.use(customerId, time, 'UTC');
  const { contacts, events, queued, says } = story(3);
  says(queued(contacts[0]!), sent);
  says(queued(contacts[1]!), declined('blacklisted'));
  await project(database, engageView, events);
  const after = await settings.use(customerId, time, 'UTC');
  expect(after.messages - before.messages).toBe(2);
  expect(after).toMatchObject({ month: '2026-11', resetsAt: '2026-12-01T00:00:00.000Z' });
  expect(await settings.counted(customerId, contacts, time, 'UTC')).toEqual(
    new Set([contacts[0], contacts[2]]),
  );
});
