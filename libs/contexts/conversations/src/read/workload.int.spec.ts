import type { ChatSort } from '@parley/contracts/api/chat-filters';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { ConversationHistory } from '../testing/conversation-history';
import { inboxView } from './inbox.projector';
import { InboxQueries } from './inbox.queries';
import { WorkloadQueries } from './workload.queries';

let database: TestDatabase;
let inbox: InboxQueries;
let workload: WorkloadQueries;
let history: ConversationHistory;

beforeAll(async () => {
  database = await testDatabase([Projection1763700000200, ViewTally1767500000000]);
  inbox = new InboxQueries(database);
  workload = new WorkloadQueries(database, inbox);
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.query('drop schema if exists inbox cascade');
  await installView(database, inboxView);
  history = new ConversationHistory();
  history.channel('whatsapp');
  history.user('mia', 'manager');
  for (const word of ['tom', 'eva']) history.user(word, 'user');
});

const happened = () => project(database, inboxView, history.events);
const viewerOf = (word: string) => inbox.viewer({ customerId: id('customer'), userId: id(word) });
const workloadOf = async (word: string) => workload.workload(await viewerOf(word));
const lineOf = async (word: string, holder: string | null) =>
  (await workloadOf(word)).find(({ userId }) => userId === (holder && id(holder)));

/** Adds a conversation with this number of messages from its contact. */
function begin(word: string, messages: number, userId: string | null = null, team: string | null = null) {
  history.start(word);
  if (userId ?? team) history.assign(word, userId, team);
  for (let number = 1; number <= messages; number++) history.receive(word, `${word} ${number}`);
}

function archive(word: string) {
  history.about(word, { type: 'ConversationArchived', data: { seenUpTo: '0', afterHours: null } });
}

/** The user's workload line, computed from the lists to which the line's numbers link. */
async function listed(word: string, userId: string | null) {
  const viewer = await viewerOf(word);
  const holder =
    userId === null ? { list: 'unassigned' as const } : { list: 'open' as const, userIds: [userId] };
  const rows = async (more: { read?: boolean; sortBy?: ChatSort }) =>
    (await inbox.list(viewer, { ...holder, ...more, page: 1 })).chats;
  const [open, unread, waiting] = [
    await rows({}),
    await rows({ read: false }),
    await rows({ sortBy: 'longestWaiting' }),
  ];
  return {
    userId,
    open: open.length,
    unread: unread.length,
    waitingSince: waiting[0]?.waitingSince ?? null,
  };
}

function organisation() {
  history.team('sales', ['mia']);
  history.team('support');
  begin('nobody’s', 2);
  begin('team’s', 1, null, 'sales');
  begin('tom’s', 1, 'tom');
  begin('tom’s in sales', 3, 'tom', 'sales');
  begin('tom’s and silent', 0, 'tom', 'support');
  begin('eva’s', 1, 'eva', 'support');
  begin('done', 1, 'eva');
  archive('done');
  history.about('tom’s', {
    type: 'ConversationRead',
    data: { userId: id('tom'), seenUpTo: history.events.at(-1)!.position },
  });
}

/** Adds two conversations of Tom's where each user has a read state; `reader` has read the first. */
function forEach(reader: string) {
  for (const word of ['read', 'unread']) {
    history.start(word, { readForAll: false });
    history.assign(word, 'tom', 'sales');
    history.receive(word, `to ${word}`);
  }
  history.read('read', reader, history.events.at(-1)!.position);
}

test('counts unread conversations by the viewer’s own read state', async () => {
  forEach('mia');
  await happened();
  expect(await lineOf('mia', 'tom')).toMatchObject({ open: 2, unread: 1 });
  expect(await lineOf('tom', 'tom')).toMatchObject({ open: 2, unread: 2 });
});

test('counts the open conversations of each user who has any, and the unassigned ones', async () => {
  organisation();
  await happened();
  expect(await lineOf('mia', 'tom')).toMatchObject({ open: 3, unread: 1 });
  expect(await lineOf('mia', 'eva')).toMatchObject({ open: 1, unread: 1 });
  expect(await lineOf('mia', null)).toMatchObject({ open: 2, unread: 2 });
  expect(await lineOf('mia', 'mia')).toBeUndefined();
});

test.each([
  ['sees everything', undefined],
  ['sees only their teams', { includeUnassigned: false }],
  ['sees only their teams and unassigned conversations', { includeUnassigned: true }],
])('each number equals that of the list to which it links, for a manager who %s', async (_, forced) => {
  history.user('max', 'manager', forced);
  organisation();
  history.add(`team-${id('sales')}`, { type: 'TeamMemberAdded', data: { userId: id('max') } });
  forEach('max');
  await happened();

  const lines = await workloadOf('max');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toEqual(await listed('max', line.userId));
  const others = ['tom', 'eva', 'mia'].map(id).filter((user) => !lines.some(({ userId }) => userId === user));
  for (const userId of others) expect((await listed('max', userId)).open).toBe(0);
});

test('reports the longest wait, counted from the first unanswered message', async () => {
  begin('earlier', 1, 'tom');
  begin('later', 1, 'tom');
  await happened();
  const first = history.events.find(({ type }) => type === 'MessageReceived')!;
  expect(await lineOf('mia', 'tom')).toMatchObject({ waitingSince: first.time });
});

test('reports only an empty line for unassigned conversations if no conversation is open', async () => {
  begin('done', 1, 'tom');
  archive('done');
  await happened();
  expect(await workloadOf('mia')).toEqual([{ userId: null, open: 0, unread: 0, waitingSince: null }]);
});

test('counts the conversations of one organisation only', async () => {
  organisation();
  await happened();
  const stranger = await inbox.viewer({ customerId: id('another customer'), userId: id('mia') });
  expect(await workload.workload(stranger)).toEqual([
    { userId: null, open: 0, unread: 0, waitingSince: null },
  ]);
});

test('takes two statements, and reads only the first index row for each longest wait', async () => {
  await happened();
  await database.query(`
    insert into inbox.conversation (id, customer_id, contact_id, channel_id, status, assigned_user_id, read_for_all,
        unread, failed_sends, entry_time, created_at, opened_at, waiting_since, sla_span)
      select md5(n::text)::uuid, '${id('customer')}', md5('contact' || n)::uuid, '${id('whatsapp')}', 'open',
        case when n % 3 = 0 then md5((n % 50)::text)::uuid end, true, 1, 0, now(), now(), now(),
        now() - n * interval '1 second', '{}' from generate_series(1, 20000) n;
    insert into inbox.tally select customer_id, status, channel_id, assigned_user_id, assigned_team_id, false,
        count(*), count(*), 0 from inbox.conversation group by 1, 2, 3, 4, 5;
    set search_path = inbox, public;
    ${inboxView.indexes};
    reset search_path;
    analyze inbox.conversation`);
  const viewer = await viewerOf('mia');
  const asked = jest.spyOn(database, 'query');
  const lines = await workload.workload(viewer);
  const statements = asked.mock.calls.map(([sql, values]) => [sql, values] as const);
  asked.mockRestore();

  expect(lines).toHaveLength(51);
  expect(statements).toHaveLength(2);
  const [sql, values] = statements[1]!;
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...(values ?? [])]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toMatch(/Seq Scan on conversation|Sort/);
});
