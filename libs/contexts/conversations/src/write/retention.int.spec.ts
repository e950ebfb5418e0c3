import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type { RecordedEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import type { Views } from '@parley/event-sourcing/projection/views';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { id } from '@parley/testing/event-sourcing/history';
import { installView } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { inboxView } from '../read/inbox.projector';
import { RetentionQueries } from '../read/retention.queries';
import { ConversationHistory } from '../testing/conversation-history';
import { teller } from '../testing/teller';
import { ToConversation } from '../domain/conversation';
import { Retention } from './retention';

const DAY = 86_400_000;
const owned = { isOwned: () => true };

let database: TestDatabase;
let store: PostgresEventStore;
let history: ConversationHistory;
/** Appends the new events of `story` (default: the shared history) to the log, and folds them into the view. */
let happen: (story?: ConversationHistory) => Promise<void>;
/** Called each time that the sweep waits for the view. */
let meanwhile: () => Promise<void>;

beforeEach(async () => {
  database = await testDatabase([EventLog1763700000100]);
  await installView(database, inboxView);
  store = await PostgresEventStore.open(database);
  history = new ConversationHistory();
  const tell = teller(database, store, inboxView);
  happen = (story = history) => tell(story);
  history.channel('whatsapp');
  meanwhile = () => Promise.resolve();
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

const keepFor = (days: number, story = history) =>
  story.setting({ name: 'customDataRetentionDays', value: days });

function write(word: string, options: { providerTime?: string } = {}): string {
  history.start(word, { contact: `contact of ${word}` });
  history.receive(word, `message of ${word}`, { contact: `contact of ${word}`, ...options });
  return history.events.at(-1)!.time;
}

/**
 * Runs a sweep with `now` as the current time.
 * @returns the number of deleted conversations
 */
async function sweepAt(now: string, lease = owned): Promise<number> {
  const handler = busOf(new Aggregates(store), ToConversation);
  const commands = { execute: (command: ToConversation) => handler.execute(command) };
  const views = { catchUp: () => meanwhile() };
  const retention = new Retention(
    commands as unknown as CommandBus,
    new RetentionQueries(database),
    views as unknown as Views,
    store,
  );
  retention.now = () => now;
  return retention.sweep(lease);
}

const after = (time: string, days: number, ms = 0) =>
  new Date(Date.parse(time) + days * DAY + ms).toISOString();

async function factsOf(word: string, customerId = history.customerId): Promise<RecordedEvent[]> {
  const facts: RecordedEvent[] = [];
  for await (const fact of store.readStream(`conversation-${id(word)}`, { customerId })) facts.push(fact);
  return facts;
}
const isDeleted = async (word: string) => (await factsOf(word)).at(-1)?.type === 'ConversationDeleted';

test('deletes a conversation that has had no message for the retention period', async () => {
  keepFor(30);
  const time = write('refund');
  await happen();
  expect(await sweepAt(after(time, 30))).toBe(0);
  expect(await sweepAt(after(time, 30, 1))).toBe(1);
  const head = (await factsOf('refund')).at(-1)!;
  expect(head).toMatchObject({
    type: 'ConversationDeleted',
    data: { afterDays: 30 },
    actor: { type: 'system', id: 'retention' },
    time: after(time, 30, 1),
  });
});

test('deletes an archived conversation, and keeps one with a recent reply', async () => {
  keepFor(30);
  write('archived');
  history.about('archived', { type: 'ConversationArchived', data: { seenUpTo: '', afterHours: null } });
  const time = write('answered');
  history.add(
    `message-${id('answer')}`,
    {
      type: 'MessageQueued',
      data: {
        subject: id('contact of answered'),
        personal: { content: { type: 'text', text: 'Yes' }, context: {} },
        contentType: 'text',
        conversationId: id('answered'),
        channelId: id('whatsapp'),
        contactId: id('contact of answered'),
        clientKey: 'answer:0',
      },
    },
    { actor: { type: 'user', id: id('tom') }, time: after(time, 20) },
  );
  await happen();
  expect(await sweepAt(after(time, 31))).toBe(1);
  expect(await isDeleted('archived')).toBe(true);
  expect(await isDeleted('answered')).toBe(false);
  expect(await sweepAt(after(time, 51))).toBe(1);
});

test('counts the retention period of a late message from its arrival', async () => {
  keepFor(30);
  const time = write('late', { providerTime: '2024-01-01T00:00:00.000Z' });
  await happen();
  expect(await sweepAt(after(time, 1))).toBe(0);
  expect(await sweepAt(after(time, 31))).toBe(1);
});

test('deletes a conversation despite its assignee and recent actions of colleagues', async () => {
  keepFor(30);
  const time = write('held');
  history.assign('held', 'tom');
  history.tag('held', 'urgent');
  await happen();
  expect(await sweepAt(after(time, 31))).toBe(1);
});

test('deletes nothing without a retention period, after the period was removed, or by another organisation’s period', async () => {
  const time = write('ours');
  await happen();
  expect(await sweepAt(after(time, 9_999))).toBe(0);

  const theirs = new ConversationHistory(randomUUID());
  theirs.channel('their whatsapp');
  theirs.start('theirs', { contact: 'zoe', channel: 'their whatsapp' });
  keepFor(1, theirs);
  await happen(theirs);
  expect(await sweepAt(after(time, 365))).toBe(1);
  expect((await factsOf('theirs', theirs.customerId)).at(-1)?.type).toBe('ConversationDeleted');
  expect(await isDeleted('ours')).toBe(false);

  keepFor(30);
  keepFor(-1);
  await happen();
  expect(await sweepAt(after(time, 9_999))).toBe(0);
  keepFor(2 ** 31 - 1);
  await happen();
  expect(await sweepAt(after(time, 9_999))).toBe(0);
});

test('deletes all expired conversations in one sweep of several batches, and none in the next', async () => {
  keepFor(30);
  const words = Array.from({ length: 230 }, (_, n) => `old ${n}`);
  const times = words.map((word) => write(word));
  await happen();
  const now = after(times.at(-1)!, 31);
  expect(await sweepAt(now)).toBe(230);
  // Although the view has not folded the deletions yet, the next sweep deletes nothing again.
  expect(await sweepAt(now)).toBe(0);
  expect((await factsOf('old 7')).map(({ type }) => type)).toEqual([
    'ConversationStarted',
    'ConversationDeleted',
  ]);
});

test('keeps a conversation that receives a message during the sweep', async () => {
  keepFor(30);
  const time = write('refund');
  await happen();
  meanwhile = async () => {
    const message = { contact: 'contact of refund' };
    history.receive('refund', 'Are you still there?', message);
    const last = history.events.at(-1)!;
    last.time = after(time, 31);
    meanwhile = () => Promise.resolve();
    await happen();
  };
  expect(await sweepAt(after(time, 31, 1))).toBe(0);
  expect(await isDeleted('refund')).toBe(false);
});

test('gives a conversation that starts again a full retention period', async () => {
  keepFor(30);
  const time = write('refund');
  await happen();
  await sweepAt(after(time, 31));
  history.delete('refund');
  history.about('refund', {
    type: 'ConversationStarted',
    data: {
      contactId: id('contact of refund'),
      channelId: id('whatsapp'),
      readForAll: true,
      startedAt: after(time, 40),
    },
  });
  await happen();
  expect(await sweepAt(after(time, 60))).toBe(0);
  expect(await sweepAt(after(time, 71))).toBe(1);
});

test('deletes nothing after the lease is lost', async () => {
  keepFor(30);
  const time = write('refund');
  await happen();
  expect(await sweepAt(after(time, 31), { isOwned: () => false })).toBe(0);
});
