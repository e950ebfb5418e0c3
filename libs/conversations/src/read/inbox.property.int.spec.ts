import fc from 'fast-check';
import { isInList } from '@parley/contracts/api/chat-lists';
import { chatLists } from '@parley/contracts/api/conversations';
import { idOf, type RecordedEvent } from '@parley/contracts/events';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { ConversationHistory } from '../testing/conversation-history';
import { inboxView } from './inbox.projector';
import { InboxQueries } from './inbox.queries';
import { transcriptView } from './transcript.projector';
import { visibleTo } from './visibility';

const words = ['a', 'b', 'c', 'd'];
const users = ['tom', 'lee', 'ada', 'mia'];
const teams = ['sales', 'support'];

const step = fc.record({
  does: fc.constantFrom(
    'receive',
    'queue',
    'assign',
    'unassign',
    'archive',
    'reopen',
    'read',
    'tick',
    'edit',
    'delete',
    'react',
    'erase',
  ),
  word: fc.constantFrom(...words),
  user: fc.option(fc.constantFrom(...users)),
  team: fc.option(fc.constantFrom(...teams)),
  back: fc.nat(5),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A history in which anything happens in any order, also what no command would allow: projectors cope. */
function historyOf(steps: Step[]): ConversationHistory {
  const history = new ConversationHistory();
  history.channel('whatsapp');
  history.channel('web', { teams: ['sales'], users: ['ada'] });
  history.user('mia', 'manager');
  history.user('tom', 'user');
  history.user('lee', 'user', { includeUnassigned: false });
  history.user('ada', 'user', { includeUnassigned: true });
  history.team('sales', ['lee']);
  history.team('support', ['ada', 'tom']);
  words.forEach((word, index) =>
    history.start(word, { contact: `contact ${word}`, channel: index % 2 ? 'web' : 'whatsapp' }),
  );
  const messages: string[] = [];
  const positions: string[] = ['00000000000000000000'];
  const subjectOf = (message: string) => {
    const written = history.events.find(({ stream }) => stream === `message-${id(message)}`);
    return (written?.data as { subject: string } | undefined)?.subject ?? id('nobody');
  };
  const at = (back: number) => `2026-05-02T00:00:0${back}.000Z`;
  for (const [index, { does, word, user, team, back }] of steps.entries()) {
    const message = messages.at(-1 - back) ?? 'unheard of';
    const contact = `contact ${word}`;
    const seenUpTo = positions.at(-1 - back) ?? positions[0]!;
    if (does === 'receive') {
      positions.push(
        history.receive(word, `message ${index}`, {
          contact,
          providerTime: `2026-05-01T00:00:0${back}.000Z`,
        }),
      );
      messages.push(`message ${index}`);
    } else if (does === 'queue') {
      history.queue(word, `message ${index}`, user ?? 'tom', contact);
      messages.push(`message ${index}`);
    } else if (does === 'assign') history.assign(word, user, user === null && team === null ? 'sales' : team);
    else if (does === 'unassign') history.about(word, { type: 'ConversationUnassigned', data: {} });
    else if (does === 'archive') history.about(word, { type: 'ConversationArchived', data: { seenUpTo } });
    else if (does === 'reopen')
      history.about(word, { type: 'ConversationReopened', data: { cause: 'user' } });
    else if (does === 'read') {
      history.about(word, { type: 'ConversationRead', data: { userId: id(user ?? 'tom'), seenUpTo } });
    } else if (does === 'tick') {
      history.say(message, { type: back % 2 ? 'MessageDelivered' : 'MessageRead', data: { at: at(back) } });
    } else if (does === 'edit') {
      const personal = { content: { type: 'text', text: `edited ${index}` } as const };
      history.say(message, {
        type: 'MessageEdited',
        data: { subject: subjectOf(message), personal, at: at(back) },
      });
    } else if (does === 'react') {
      const data = {
        subject: subjectOf(message),
        personal: { emoji: '👍' },
        by: 'contact' as const,
        at: at(back),
      };
      history.say(message, { type: 'MessageReacted', data });
    } else if (does === 'erase') history.erase(contact);
    else history.say(message, { type: 'MessageDeleted', data: { at: at(back) } });
  }
  return history;
}

const isErasure = ({ type }: RecordedEvent) => type === 'ContactErased';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function freshViews(): Promise<void> {
  for (const view of [inboxView, transcriptView]) {
    await database.query(`drop schema if exists ${view.name} cascade`);
    await installView(database, view);
  }
}

async function shown(events: RecordedEvent[], batchSize: number): Promise<Record<string, unknown[]>[]> {
  await freshViews();
  const contents = [];
  for (const view of [inboxView, transcriptView]) {
    await project(database, view, events, { batchSize });
    contents.push(await contentsOf(database, view.name));
  }
  return contents;
}

test('however events are cut into batches, the rows are the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.integer({ min: 2, max: 9 }),
      async (steps, batchSize) => {
        const { events } = historyOf(steps);
        const results = [];
        for (const size of [1, batchSize, 1000]) {
          await freshViews();
          for (const view of [inboxView, transcriptView])
            await project(database, view, events, { batchSize: size });
          results.push({
            ...(await contentsOf(database, 'inbox')),
            ...(await contentsOf(database, 'transcript')),
          });
        }
        expect(results[1]).toEqual(results[0]);
        expect(results[2]).toEqual(results[0]);
      },
    ),
    { numRuns: 15 },
  );
});

test('of whoever was erased, views that saw it happen show what a rebuild makes without their key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      async (steps, batchSize) => {
        const { events } = historyOf(steps);
        const erased = new Set(events.filter(isErasure).map(({ stream }) => idOf(stream)));
        const keyless = events.map((event) => {
          const data = event.data as { subject?: string; personal?: unknown };
          return erased.has(data.subject ?? '') ? { ...event, data: { ...data, personal: null } } : event;
        });
        const live = await shown(events, batchSize);
        expect(live).toEqual(await shown(keyless, 1000));
      },
    ),
    { numRuns: 10 },
  );
});

test('for every viewer, SQL and memory agree on what is visible, and counts on what lists hold', async () => {
  const inbox = new InboxQueries(database);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await freshViews();
      await project(database, inboxView, historyOf(steps).events);
      const all = await inbox.rowsByIds(id('customer'), words.map(id));
      expect(all).toHaveLength(words.length);
      for (const user of users) {
        const viewer = await inbox.viewer({ customerId: id('customer'), userId: id(user) });
        const visible = all.filter(({ access }) => visibleTo(viewer, access)).map(({ chat }) => chat);
        const counts = await inbox.counts(viewer);
        const me = { userId: viewer.userId, expandedTeamFilter: false };
        for (const list of chatLists) {
          for (const teamId of [null, ...teams.map(id)]) {
            const { chats, total } = await inbox.list(viewer, { list, teamId: teamId ?? undefined, page: 1 });
            const expected = visible.filter((chat) => isInList(chat, list, me, teamId));
            expect(chats.map((chat) => chat.id).sort()).toEqual(expected.map((chat) => chat.id).sort());
            expect(total).toBe(expected.length);
            const unread = list === 'archived' ? 0 : expected.filter((chat) => !chat.read).length;
            const line = counts.find((candidate) => candidate.list === list && candidate.teamId === teamId);
            expect(line?.unread ?? 0).toBe(unread);
          }
        }
      }
    }),
    { numRuns: 10 },
  );
});
