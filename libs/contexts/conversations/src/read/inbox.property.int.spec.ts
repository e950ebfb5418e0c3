import fc from 'fast-check';
import {
  compareChats,
  chatSorts,
  filterNames,
  matchesFilter,
  type ChatFilter,
  type FilterName,
  type FilterValueOf,
} from '@parley/contracts/api/chat-filters';
import { isInList } from '@parley/contracts/api/chat-lists';
import { chatLists, type Chat } from '@parley/contracts/api/conversations';
import { idOf, slaStages, type RecordedEvent } from '@parley/contracts/events';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import type { ConversationHistory } from '../testing/conversation-history';
import { historyOf, marks, step, teams, users, words } from '../testing/any-history';
import { inboxView } from './inbox.projector';
import { InboxQueries, type PushedRow } from './inbox.queries';
import { transcriptView } from './transcript.projector';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { visibleTo, type Viewer } from '@parley/access-rules/viewer';

const isErasure = ({ type }: RecordedEvent) => type === 'ContactErased';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase([Projection1763700000200, ViewTally1767500000000]);
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

test('the rows are the same however events are split into batches', async () => {
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

test('views that folded the events of an erased contact equal a rebuild without the contact’s key', async () => {
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

test('a conversation shows the tags that were added and not removed, each as the tag into which it was merged', async () => {
  const inbox = new InboxQueries(database);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      await freshViews();
      const { events } = historyOf(steps);
      await project(database, inboxView, events, { batchSize: 4 });
      const shownAs = meaningOfTags(events);
      for (const { chat } of await inbox.rowsByIds(id('customer'), words.map(id))) {
        const borne = new Set<string>();
        for (const { stream, type, data } of events) {
          if (stream !== `conversation-${chat.id}`) continue;
          if (type === 'ConversationTagged') borne.add(data.tagId);
          if (type === 'ConversationUntagged') borne.delete(data.tagId);
          if (type === 'ConversationDeleted') borne.clear();
        }
        const expected = new Set([...borne].flatMap((tagId) => shownAs.get(tagId) ?? []));
        expect(new Set(chat.tagIds)).toEqual(expected);
        expect(chat.tagIds).toHaveLength(expected.size);
      }
    }),
    { numRuns: 15 },
  );
});

/** The tag that each tag became by merging; deleted tags are absent. */
function meaningOfTags(events: ConversationHistory['events']): Map<string, string> {
  const meaning = new Map<string, string>();
  const gone = new Set<string>();
  for (const { stream, type, data } of events) {
    const tagId = idOf(stream);
    if (type === 'TagCreated') meaning.set(tagId, tagId);
    if (type === 'TagDeleted' && meaning.get(tagId) === tagId) gone.add(tagId);
    if (type !== 'TagMerged') continue;
    const into = meaning.get(data.intoId) ?? data.intoId;
    if (into === tagId || meaning.get(tagId) !== tagId || gone.has(tagId)) continue;
    for (const [alias, root] of meaning) if (root === tagId) meaning.set(alias, into);
  }
  return new Map([...meaning].filter(([, root]) => !gone.has(root)));
}

/** Ids of the conversations that exist at the end, including those that started again after a deletion. */
function notDeleted(events: ConversationHistory['events']): string[] {
  const there = new Set<string>();
  for (const { stream, type } of events) {
    if (type === 'ConversationStarted') there.add(idOf(stream));
    if (type === 'ConversationDeleted') there.delete(idOf(stream));
  }
  return [...there];
}

/** The pushed rows that a viewer may see, with the viewer's read state. */
function visibleAmong(rows: PushedRow[], viewer: Viewer): Chat[] {
  return rows.filter(({ access }) => visibleTo(viewer, access)).map(({ chatOf }) => chatOf(viewer.userId));
}

test('SQL and memory agree for every viewer on which conversations are visible, and counts equal the lists', async () => {
  const inbox = new InboxQueries(database);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await freshViews();
      const { events } = historyOf(steps);
      await project(database, inboxView, events);
      const all = await inbox.rowsFor(id('customer'), users.map(id), words.map(id));
      expect(all.map((row) => row.id).sort()).toEqual(notDeleted(events).sort());
      for (const user of users) {
        const viewer = await inbox.viewer({ customerId: id('customer'), userId: id(user) });
        const visible = visibleAmong(all, viewer);
        const counts = (await inbox.counts(viewer)).data;
        for (const list of chatLists) {
          for (const teamId of [null, ...teams.map(id)]) {
            const { chats, total } = await inbox.list(viewer, { list, teamId: teamId ?? undefined, page: 1 });
            const expected = visible.filter((chat) => isInList(chat, list, viewer, teamId));
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

test('if each user has a read state, a user’s unread messages are those after they were added and after they last read', async () => {
  const inbox = new InboxQueries(database);
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 80 }),
      fc.integer({ min: 1, max: 9 }),
      async (steps, batchSize) => {
        await freshViews();
        const { events } = historyOf(steps);
        await project(database, inboxView, events, { batchSize });
        const joined = users.filter((user) => events.some(({ stream }) => stream === `user-${id(user)}`));
        for (const row of await inbox.rowsFor(id('customer'), joined.map(id), words.map(id))) {
          for (const user of joined) {
            const { readForAll, unreadMessages } = row.chatOf(id(user));
            if (!readForAll) expect(unreadMessages).toBe(unreadBy(id(user), row.id, events));
          }
        }
      },
    ),
    { numRuns: 15 },
  );
});

/**
 * Number of messages that a user has not read in a conversation since it last started, counted message by message.
 */
function unreadBy(userId: string, chatId: string, events: ConversationHistory['events']): number {
  const since = events.find(({ stream }) => stream === `user-${userId}`)?.position ?? '';
  /** Ids of the existing conversations, and the conversation of each message. */
  const there = new Set<string>();
  const messages = new Map<string, { position: string; chatId: string }>();
  /** Streams that are only an alias of an own message; moving that message does not concern them. */
  const aliases = new Set<string>();
  let readUpTo = since;
  for (const event of events) {
    const { type, data, position } = event;
    const id = idOf(event.stream);
    if (type === 'MessageReceived' && there.has(data.conversationId)) {
      messages.set(id, { position, chatId: data.conversationId });
    } else if (type === 'MessageAliased') aliases.add(id);
    else if (type === 'MessageMoved') {
      const message = messages.get(id);
      if (message?.chatId !== data.from || aliases.has(id)) continue;
      if (there.has(data.to)) message.chatId = data.to;
      else messages.delete(id);
    } else if (type === 'ConversationDeleted') {
      there.delete(id);
      for (const [messageId, message] of messages) if (message.chatId === id) messages.delete(messageId);
    } else if (type === 'ConversationStarted' && !there.has(id)) {
      there.add(id);
      if (id === chatId) readUpTo = since;
    } else if (id !== chatId || !there.has(id) || position < since) continue;
    else if (type === 'ConversationRead' && data.userId === userId && data.seenUpTo > readUpTo) {
      readUpTo = data.seenUpTo;
    } else if (type === 'ConversationMarkedUnread' && data.userId === userId && data.position <= readUpTo) {
      // Marking this message unread leaves earlier messages read.
      readUpTo = events.findLast((earlier) => earlier.position < data.position)?.position ?? '';
    }
  }
  return [...messages.values()].filter((message) => message.chatId === chatId && message.position > readUpTo)
    .length;
}

const some = <T>(values: T[]) => fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined });
const filterValues: { [Name in FilterName]: fc.Arbitrary<FilterValueOf<Name> | undefined> } = {
  keyword: fc.option(fc.constantFrom('contact', 'Contact A', 'c', '+34 612', '0612000000', '%', 'nobody'), {
    nil: undefined,
  }),
  channels: some(['whatsapp', 'web'].map(id)),
  teams: some(teams.map(id)),
  userIds: some(users.map(id)),
  tags: some(marks.map((mark) => id(`tag ${mark}`))),
  labelIds: some(marks.map((mark) => id(`label ${mark}`))),
  read: fc.option(fc.boolean(), { nil: undefined }),
  sla: fc.option(fc.subarray([...slaStages], { minLength: 1 }), { nil: undefined }),
};
const rarely = fc.record({
  list: fc.constantFrom(...chatLists, 'anyOpen' as const),
  sortBy: fc.constantFrom(...chatSorts),
  // At most two filters are combined, because more would match no row.
  filter: fc
    .tuple(fc.record(filterValues), fc.subarray(filterNames, { maxLength: 2 }))
    .map(([whole, names]) => Object.fromEntries(names.map((name) => [name, whole[name]])) as ChatFilter),
});

test('SQL and memory agree on the rows that a filter matches, their order and their number', async () => {
  const inbox = new InboxQueries(database);
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60 }),
      fc.array(rarely, { minLength: 25, maxLength: 25 }),
      fc.constantFrom(...users),
      async (steps, requests, user) => {
        await freshViews();
        await project(database, inboxView, historyOf(steps).events, { batchSize: 7 });
        const viewer = await inbox.viewer({ customerId: id('customer'), userId: id(user) });
        const visible = visibleAmong(await inbox.rowsFor(id('customer'), [id(user)], words.map(id)), viewer);
        for (const { list, sortBy, filter: narrowed } of requests) {
          const expected = visible
            .filter((chat) => isInList(chat, list, viewer) && matchesFilter(chat, narrowed))
            .sort((a, b) => compareChats(a, b, sortBy));
          const answer = await inbox.list(viewer, { list, sortBy, page: 1, ...narrowed });
          expect(answer.chats).toEqual(expected);
          expect([answer.total, answer.isCapped]).toEqual([expected.length, false]);
        }
      },
    ),
    { numRuns: 12 },
  );
});

test('every badge equals the unread rows of its list after each of 300 random actions, for three agents and a manager', async () => {
  const inbox = new InboxQueries(database);
  const [steps] = fc.sample(fc.array(step, { minLength: 300, maxLength: 300, size: 'max' }), 1);
  await freshViews();
  const { events } = historyOf(steps!);
  let checked = 0;
  for (const event of events) {
    await project(database, inboxView, [event]);
    if (!/^(conversation|message|customer)-/.test(event.stream)) continue;
    checked += 1;
    // The agents' team filters differ: none, one that includes unassigned conversations, one that does not. Mia sees
    // all.
    for (const user of ['tom', 'lee', 'ada', 'mia']) {
      const viewer = await inbox.viewer({ customerId: id('customer'), userId: id(user) });
      const counts = (await inbox.counts(viewer)).data;
      const opened = await Promise.all(
        counts.map(({ list, teamId }) => inbox.list(viewer, { list, teamId: teamId ?? undefined, page: 1 })),
      );
      const badges = opened.map(({ chats, total }, index) => [
        total,
        counts[index]!.list === 'archived' ? 0 : chats.filter(({ read }) => !read).length,
      ]);
      expect(counts.map(({ count, unread }) => [count, unread])).toEqual(badges);
    }
  }
  expect(checked).toBeGreaterThan(150);
}, 120_000);
