import fc from 'fast-check';
import type { AutoArchive, RecordedEvent } from '@parley/contracts/events';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { archiveTime, type Silence } from '../domain/auto-archive';
import { ConversationHistory } from '../testing/conversation-history';
import { inboxView } from './inbox.projector';

const HOUR = 3_600_000;

let database: TestDatabase;
let history: ConversationHistory;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(fresh);

async function fresh(): Promise<void> {
  await database.query('drop schema if exists inbox cascade');
  await installView(database, inboxView);
  history = new ConversationHistory();
  history.channel('whatsapp');
  history.channel('web');
}

/**
 * Folds the whole history.
 * @returns the times of automatic archiving that the view has planned, by stream
 */
async function due(batchSize?: number): Promise<Record<string, string>> {
  await project(database, inboxView, history.events, { batchSize });
  return rows();
}

async function rows(): Promise<Record<string, string>> {
  const { rows } = await database.query<{ stream: string; at: Date; command: string; customer_id: string }>(
    'select * from inbox.due',
  );
  for (const row of rows) {
    expect(row).toMatchObject({ command: 'auto-archive', customer_id: id('customer') });
  }
  return Object.fromEntries(rows.map(({ stream, at }) => [stream, at.toISOString()]));
}

const stream = (word: string) => `conversation-${id(word)}`;
const after = ({ time }: RecordedEvent, hours: number) =>
  new Date(Date.parse(time) + hours * HOUR).toISOString();
const last = () => history.events.at(-1)!;
const now = () => Date.parse(last().time);
const archive = (word: string) =>
  history.about(word, {
    type: 'ConversationArchived',
    data: { seenUpTo: last().position, afterHours: null },
  });
const reopen = (word: string) =>
  history.about(word, { type: 'ConversationReopened', data: { cause: 'user' } });

describe('A conversation of a channel with automatic archiving', () => {
  it('a conversation is due a number of hours after its newest message in either direction', async () => {
    history.autoArchive('whatsapp', { afterHours: 24, direction: 'any' });
    history.start('refund');
    history.receive('refund', 'Hi');
    history.queue('refund', 'Hello');
    const answered = last();
    history.assign('refund', 'tom');
    expect(await due()).toEqual({ [stream('refund')]: after(answered, 24) });
  });

  it('a conversation is due after the contact’s last message if the rule’s direction is `in`', async () => {
    history.autoArchive('whatsapp', { afterHours: 24, direction: 'in' });
    history.start('refund');
    history.receive('refund', 'Hi');
    const received = last();
    history.queue('refund', 'Hello');
    expect(await due()).toEqual({ [stream('refund')]: after(received, 24) });
  });

  it('a conversation is due after the last reply if the rule’s direction is `out`, unless the contact has written since', async () => {
    history.autoArchive('whatsapp', { afterHours: 24, direction: 'out' });
    history.start('refund');
    history.receive('refund', 'Hi');
    history.queue('refund', 'Hello');
    expect(await due()).toEqual({ [stream('refund')]: after(last(), 24) });
    history.receive('refund', 'And?');
    await project(database, inboxView, [last()]);
    expect(await rows()).toEqual({});
    history.echo('refund', 'It is on its way');
    await project(database, inboxView, [last()]);
    expect(await rows()).toEqual({ [stream('refund')]: after(last(), 24) });
  });

  it('an automatic message does not make a conversation due', async () => {
    history.autoArchive('whatsapp', { afterHours: 24, direction: 'out' });
    history.start('refund');
    history.receive('refund', 'Hi');
    history.queueAutomatic('refund', 'Welcome!');
    expect(await due()).toEqual({});
  });

  it('a late message counts from its receipt, not from when it was written', async () => {
    history.autoArchive('whatsapp', { afterHours: 1, direction: 'any' });
    history.start('refund');
    history.receive('refund', 'Hi', { providerTime: '2026-04-01T00:00:00.000Z' });
    expect(await due()).toEqual({ [stream('refund')]: after(last(), 1) });
  });

  it('an archived conversation is not due, and one that a user reopens gets the whole period again', async () => {
    history.autoArchive('whatsapp', { afterHours: 24, direction: 'in' });
    history.start('refund');
    history.receive('refund', 'Hi');
    archive('refund');
    expect(await due()).toEqual({});
    reopen('refund');
    await project(database, inboxView, [last()]);
    expect(await rows()).toEqual({ [stream('refund')]: after(last(), 24) });
  });
});

describe('A changed rule of automatic archiving', () => {
  it('a changed rule reschedules every open conversation of its channel, and no other', async () => {
    history.start('refund');
    history.receive('refund', 'Hi');
    const refund = last();
    history.start('old');
    history.receive('old', 'Hi');
    archive('old');
    history.start('elsewhere', { channel: 'web' });
    history.receive('elsewhere', 'Hi');
    expect(await due()).toEqual({});
    for (const hours of [24, 72]) {
      history.autoArchive('whatsapp', { afterHours: hours, direction: 'any' });
      await project(database, inboxView, [last()]);
      expect(await rows()).toEqual({ [stream('refund')]: after(refund, hours) });
    }
  });

  it('a rule that is switched off removes all planned times', async () => {
    history.autoArchive('whatsapp', { afterHours: 24, direction: 'any' });
    history.start('refund');
    history.receive('refund', 'Hi');
    expect(Object.keys(await due())).toHaveLength(1);
    history.autoArchive('whatsapp', null);
    await project(database, inboxView, [last()]);
    expect(await rows()).toEqual({});
  });
});

const words = ['a', 'b', 'c'];
const rule = fc.option(
  fc.record({
    afterHours: fc.integer({ min: 1, max: 100 }),
    direction: fc.constantFrom<AutoArchive['direction']>('in', 'out', 'any'),
  }),
);
const step = fc.record({
  does: fc.constantFrom('receive', 'answer', 'echo', 'welcome', 'archive', 'reopen', 'assign', 'set', 'set'),
  word: fc.constantFrom(...words),
  rule,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const channelOf = (word: string) => (word === 'b' ? 'web' : 'whatsapp');

/**
 * Adds the steps to the history.
 * @returns the times of archiving that `archiveTime` computes at the end, by stream
 */
function tell(steps: Step[]): Record<string, string> {
  const rules: Record<string, AutoArchive | null> = {};
  const state = new Map<string, Silence & { isOpen: boolean }>();
  for (const word of words) {
    history.start(word, { contact: `contact ${word}`, channel: channelOf(word) });
    state.set(word, { isOpen: true, openedAt: now(), receivedAt: null, answeredAt: null });
  }
  for (const [index, { does, word, rule }] of steps.entries()) {
    const chat = state.get(word)!;
    const contact = `contact ${word}`;
    if (does === 'receive') history.receive(word, `message ${index}`, { contact });
    else if (does === 'answer') history.queue(word, `message ${index}`, 'tom', contact);
    else if (does === 'echo') history.echo(word, `message ${index}`, { contact });
    else if (does === 'welcome') history.queueAutomatic(word, `message ${index}`, contact);
    else if (does === 'archive') archive(word);
    else if (does === 'reopen') reopen(word);
    else if (does === 'assign') history.assign(word, 'tom');
    else history.autoArchive(channelOf(word), (rules[channelOf(word)] = rule));
    if (does === 'receive') chat.receivedAt = now();
    if (does === 'answer' || does === 'echo') chat.answeredAt = now();
    if (does === 'archive') chat.isOpen = false;
    if (does === 'reopen') Object.assign(chat, { isOpen: true, openedAt: now() });
  }
  const planned: Record<string, string> = {};
  for (const [word, chat] of state) {
    const rule = rules[channelOf(word)];
    if (!rule || !chat.isOpen) continue;
    const at = archiveTime(rule, chat);
    if (at !== null) planned[stream(word)] = new Date(at).toISOString();
  }
  return planned;
}

test('the view’s SQL plans the same times as `archiveTime` of domain/, however the events are split into batches', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.constantFrom(1, 2, 3, 7, 1000),
      async (steps, batchSize) => {
        await fresh();
        const planned = tell(steps);
        expect(await due(batchSize)).toEqual(planned);
      },
    ),
    { numRuns: 40 },
  );
});
