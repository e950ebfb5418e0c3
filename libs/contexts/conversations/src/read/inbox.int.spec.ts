import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { chatSorts } from '@parley/contracts/api/chat-filters';
import { chatLists, type ChatList } from '@parley/contracts/api/conversations';
import type { ForcedTeamFilter, MessageContent } from '@parley/contracts/events';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { ConversationHistory } from '../testing/conversation-history';
import { inboxView } from './inbox.projector';
import { AssignmentQueries } from './assignment.queries';
import { InboxQueries } from './inbox.queries';

let database: TestDatabase;
let inbox: InboxQueries;
let assignments: AssignmentQueries;
let history: ConversationHistory;

beforeAll(async () => {
  database = await testDatabase([Projection1763700000200, ViewTally1767500000000]);
  inbox = new InboxQueries(database);
  assignments = new AssignmentQueries(database);
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.query('drop schema if exists inbox cascade');
  await installView(database, inboxView);
  history = new ConversationHistory();
  history.channel('whatsapp');
  history.user('tom', 'user');
  history.user('mia', 'manager');
});

const happened = () => project(database, inboxView, history.events);
const viewerOf = (word: string) => inbox.viewer({ customerId: id('customer'), userId: id(word) });
const listOf = async (word: string, list: ChatList, teamId?: string) =>
  (await inbox.list(await viewerOf(word), { list, teamId, page: 1 })).chats;
const namesOf = async (word: string, list: ChatList) => (await listOf(word, list)).map((chat) => chat.id);

test('a first message creates a new, unread conversation with the contact’s name', async () => {
  history.start('refund');
  history.receive('refund', 'Hi, my order…', { providerTime: '2026-05-01T00:00:01.500Z' });
  await happened();

  expect(await listOf('tom', 'new')).toEqual([
    {
      id: id('refund'),
      contactId: id('ana'),
      contact: {
        id: id('ana'),
        name: 'ana',
        phone: '+34612000000',
        email: null,
        username: null,
        isHighPriority: false,
        isBlocked: false,
        labelIds: [],
        changedAt: history.events.find(({ type }) => type === 'ContactRegistered')?.position,
      },
      channelId: id('whatsapp'),
      identityId: id('whatsapp'),
      platform: 'whatsapp',
      assignedUserId: null,
      assignedTeamId: null,
      assignment: null,
      status: 'open',
      snoozed: null,
      read: false,
      unreadMessages: 1,
      readForAll: true,
      tagIds: [],
      lastInboundMessageTime: '2026-05-01T00:00:01.500Z',
      receivedAt: history.events.find(({ type }) => type === 'MessageReceived')?.time,
      waitingSince: '2026-05-01T00:00:01.500Z',
      hasFailedSend: false,
      lastEntry: {
        id: id('Hi, my order…'),
        direction: 'in',
        type: 'text',
        preview: 'Hi, my order…',
        status: 'received',
        createdById: null,
        createdByEntity: 'contact',
      },
      lastEntryTime: '2026-05-01T00:00:01.500Z',
      createdAt: '2026-05-01T00:00:00.000Z',
    },
  ]);
});

test('each list contains the conversations that its rule selects', async () => {
  history.user('eva', 'user');
  history.team('sales');
  for (const word of ['nobody’s', 'tom’s', 'eva’s', 'team’s', 'both’s', 'done']) history.start(word);
  history.assign('tom’s', 'tom');
  history.assign('eva’s', 'eva');
  history.assign('team’s', null, 'sales');
  history.assign('both’s', 'tom', 'sales');
  history.about('done', { type: 'ConversationArchived', data: { seenUpTo: '0', afterHours: null } });
  await happened();

  const ids = (...words: string[]) => words.map(id).sort();
  const held = async (list: ChatList) => (await namesOf('tom', list)).sort();
  expect(await held('new')).toEqual(ids('nobody’s'));
  expect(await held('personal')).toEqual(ids('tom’s', 'both’s'));
  expect(await held('open')).toEqual(ids('tom’s', 'eva’s', 'both’s'));
  expect(await held('team')).toEqual(ids('team’s'));
  expect(await held('unassigned')).toEqual(ids('nobody’s', 'team’s'));
  expect(await held('archived')).toEqual(ids('done'));
});

test('a row contains the time of the last assignment, and the user who assigned', async () => {
  history.start('refund');
  history.about('refund', { type: 'ConversationAssigned', data: { userId: id('tom'), teamId: null } }, 'mia');
  await happened();
  const assignmentOf = async (list: ChatList) => (await listOf('tom', list))[0]?.assignment;
  const lastTime = () => history.events.at(-1)?.time;
  expect(await assignmentOf('personal')).toEqual({ time: lastTime(), byId: id('mia') });

  history.about('refund', { type: 'ConversationUnassigned', data: {} });
  await project(database, inboxView, history.events.slice(-1));
  expect(await assignmentOf('new')).toEqual({ time: lastTime(), byId: null });
});

test('counts a team’s open conversations within one organisation only', async () => {
  history.team('sales');
  history.team('support');
  for (const word of ['one', 'two', 'done', 'nobody’s']) history.start(word);
  history.assign('one', null, 'sales');
  history.assign('two', 'tom', 'sales');
  history.assign('done', null, 'support');
  history.about('done', { type: 'ConversationArchived', data: { seenUpTo: '0', afterHours: null } });
  await happened();

  expect(await assignments.openByTeam(id('customer'))).toEqual([{ teamId: id('sales'), open: 2 }]);
  expect(await assignments.openByTeam(id('another customer'))).toEqual([]);
  expect(await assignments.assignedToTeam(id('customer'), id('support'), 10)).toEqual([id('done')]);
  expect(await assignments.assignedToTeam(id('another customer'), id('support'), 10)).toEqual([]);
});

test('a deleted team cannot be assigned, and its members no longer see its conversations', async () => {
  history.user('eva', 'user', { includeUnassigned: false });
  history.team('sales', ['eva', 'tom']);
  history.start('refund');
  history.assign('refund', null, 'sales');
  await happened();
  expect(await namesOf('eva', 'team')).toEqual([id('refund')]);
  const toTeam = { userId: null, teamId: id('sales') };
  await assignments.requireAssignee(id('customer'), toTeam);

  history.deleteTeam('sales');
  const changes = await happened();
  expect(await namesOf('eva', 'team')).toEqual([]);
  expect((await viewerOf('tom')).teamIds).toEqual([]);
  await expect(assignments.requireAssignee(id('customer'), toTeam)).rejects.toThrow('unknown_assignee');
  const named = changes.filter(({ before, after }) => !before && !after).map((change) => change.id);
  expect(named).toEqual(expect.arrayContaining([id('eva'), id('tom')]));
});

test('reading a conversation marks the seen messages as read and leaves later ones unread', async () => {
  history.start('refund');
  const seenUpTo = history.receive('refund', 'one');
  history.receive('refund', 'two');
  history.about('refund', { type: 'ConversationRead', data: { userId: id('tom'), seenUpTo } }, 'tom');
  await happened();

  expect((await listOf('tom', 'new'))[0]?.unreadMessages).toBe(1);
});

test('a message that arrives late is unread, but a row still shows the newest message', async () => {
  history.start('refund');
  history.receive('refund', 'newest');
  history.receive('refund', 'from yesterday', { providerTime: '2026-04-30T00:00:00.000Z' });
  await happened();

  const [chat] = await listOf('tom', 'new');
  expect(chat).toMatchObject({ unreadMessages: 2, lastEntry: { preview: 'newest' } });
});

test('a row shows the newest message’s status, edit and deletion', async () => {
  history.start('refund');
  history.queue('refund', 'On its way');
  history.say('On its way', { type: 'MessageDelivered', data: { at: '2026-05-01T10:00:00.000Z' } });
  await happened();
  expect((await listOf('tom', 'new'))[0]?.lastEntry).toMatchObject({
    status: 'delivered',
    createdById: id('tom'),
  });
});

test('if an echo proves to be an own message, the row shows the own message and its later statuses', async () => {
  history.start('refund');
  history.queue('refund', 'ours');
  history.echo('refund', 'echo');
  history.say('echo', { type: 'MessageAliased', data: { messageId: id('ours') } });
  history.say('ours', { type: 'MessageRead', data: { at: '2026-05-01T10:00:00.000Z' } });
  await happened();
  expect((await listOf('tom', 'new'))[0]?.lastEntry).toMatchObject({ id: id('ours'), status: 'read' });
});

test('an edit does not restore a deleted message', async () => {
  const at = '2026-05-01T10:00:00.000Z';
  const personal = { content: { type: 'text', text: 'edited' } as const };
  history.start('refund');
  history.receive('refund', 'regretted');
  history.say('regretted', { type: 'MessageDeleted', data: { at } });
  history.say('regretted', { type: 'MessageEdited', data: { subject: id('ana'), personal, at } });
  await happened();
  expect((await listOf('tom', 'new'))[0]?.lastEntry).toMatchObject({ preview: '', status: 'deleted' });
});

test('a row shows messages with characters that PostgreSQL cannot store', async () => {
  history.start('odd');
  history.receive('odd', 'message', { content: { type: 'text', text: 'a\0b\ud800c' } });
  await happened();
  expect((await listOf('tom', 'new'))[0]?.lastEntry?.preview).toBe('a\ufffdb\ufffdc');
});

describe('A read state per user', () => {
  const later = async (story: () => void) => {
    const known = history.events.length;
    story();
    return project(database, inboxView, history.events.slice(known));
  };
  const unreadOf = async (word: string, list: ChatList = 'new') =>
    Object.fromEntries((await listOf(word, list)).map((chat) => [chat.id, chat.unreadMessages]));
  const badgeOf = async (word: string, list: ChatList = 'new') =>
    (await inbox.counts(await viewerOf(word))).data.find((line) => line.list === list && line.teamId === null)
      ?.unread;
  let messages: string[];

  beforeEach(async () => {
    history.start('refund', { readForAll: false });
    messages = ['one', 'two', 'three'].map((message) => history.receive('refund', message));
    await happened();
  });

  test('a conversation that one user has read stays unread for the others, in rows, badges and filters', async () => {
    expect([await unreadOf('tom'), await badgeOf('tom')]).toEqual([{ [id('refund')]: 3 }, 1]);
    await later(() => history.read('refund', 'tom', messages[1]!));
    expect([await unreadOf('tom'), await badgeOf('tom')]).toEqual([{ [id('refund')]: 1 }, 1]);
    await later(() => history.read('refund', 'tom', messages[2]!));
    expect([await unreadOf('tom'), await badgeOf('tom')]).toEqual([{ [id('refund')]: 0 }, 0]);
    expect([await unreadOf('mia'), await badgeOf('mia')]).toEqual([{ [id('refund')]: 3 }, 1]);
    for (const [user, read] of [
      ['tom', true],
      ['mia', false],
    ] as const) {
      const viewer = await viewerOf(user);
      const found = await inbox.list(viewer, { list: 'new', page: 1, read });
      expect([found.total, found.chats.map((chat) => chat.read)]).toEqual([1, [read]]);
      expect(await inbox.list(viewer, { list: 'new', page: 1, read: !read })).toMatchObject({ total: 0 });
      expect((await inbox.findVisible(viewer, id('refund'))).chat).toEqual(found.chats[0]);
    }
  });

  test('the next message is the only unread one for a user who had read all, even after an assignment', async () => {
    await later(() => {
      history.read('refund', 'tom', messages[2]!);
      history.assign('refund', 'mia');
    });
    expect([await badgeOf('tom', 'open'), await badgeOf('mia', 'personal')]).toEqual([0, 1]);
    await later(() => history.receive('refund', 'four'));
    expect([await unreadOf('tom', 'open'), await badgeOf('tom', 'open')]).toEqual([{ [id('refund')]: 1 }, 1]);
  });

  test('a user marks a conversation unread for themselves alone, and reads it again', async () => {
    await later(() => {
      for (const user of ['tom', 'mia']) history.read('refund', user, messages[2]!);
      history.markUnread('refund', 'tom', messages[2]!);
    });
    expect([await unreadOf('tom'), await badgeOf('tom')]).toEqual([{ [id('refund')]: 1 }, 1]);
    expect([await unreadOf('mia'), await badgeOf('mia')]).toEqual([{ [id('refund')]: 0 }, 0]);
    await later(() => history.read('refund', 'tom', messages[2]!));
    expect([await unreadOf('tom'), await badgeOf('tom')]).toEqual([{ [id('refund')]: 0 }, 0]);
  });

  test('messages from before a user was added count as read, until the user marks them unread', async () => {
    await later(() => {
      history.user('eva', 'user');
      history.start('order', { readForAll: false });
      history.receive('order', 'where is it?');
    });
    expect(await unreadOf('eva')).toEqual({ [id('refund')]: 0, [id('order')]: 1 });
    expect(await badgeOf('eva')).toBe(1);
    await later(() => history.markUnread('refund', 'eva', messages[2]!));
    expect([await unreadOf('eva'), await badgeOf('eva')]).toEqual([
      { [id('refund')]: 1, [id('order')]: 1 },
      2,
    ]);
  });

  test('a conversation that starts again after its deletion is unread for every user', async () => {
    await later(() => {
      history.read('refund', 'tom', messages[2]!);
      history.delete('refund');
      history.begin('refund', { readForAll: false });
      history.receive('refund', 'me again');
    });
    expect([await unreadOf('tom'), await badgeOf('tom')]).toEqual([{ [id('refund')]: 1 }, 1]);
  });

  test('ignores a read event of a user who was added only later', async () => {
    await later(() => history.read('refund', 'eva', messages[2]!));
    await later(() => history.user('eva', 'user'));
    await later(() => history.receive('refund', 'four'));
    expect([await unreadOf('eva'), await badgeOf('eva')]).toEqual([{ [id('refund')]: 1 }, 1]);
    expect(await badgeOf('tom')).toBe(1);
  });
});

describe('The contact’s waiting time', () => {
  const at = (minute: number) => `2026-04-30T10:${String(minute).padStart(2, '0')}:00.000Z`;
  const since = async (word = 'refund', list: ChatList = 'new') =>
    (await listOf('tom', list)).find((chat) => chat.id === id(word))?.waitingSince;
  const declined = { reason: 'unreachable' as const, at: at(9) };

  beforeEach(() => history.start('refund'));

  test('the waiting time counts from the first unanswered message', async () => {
    history.receive('refund', 'one', { providerTime: at(1) });
    history.queue('refund', 'answer');
    history.receive('refund', 'two', { providerTime: at(2) });
    history.receive('refund', 'three', { providerTime: at(3) });
    await happened();
    expect(await since()).toBe(at(2));
  });

  test('the waiting time ends with a reply from Parley or the provider’s own app, but not with an automatic message', async () => {
    for (const word of ['echoed', 'answered']) history.start(word);
    for (const word of ['refund', 'echoed', 'answered'])
      history.receive(word, `to ${word}`, { providerTime: at(1) });
    history.queueAutomatic('refund', 'welcome');
    history.echo('echoed', 'by phone');
    history.queue('answered', 'from here');
    await happened();
    expect([await since(), await since('echoed'), await since('answered')]).toEqual([at(1), null, null]);
  });

  test('the waiting time continues if the reply was declined, unless there is another reply', async () => {
    history.start('answered again');
    for (const word of ['refund', 'answered again']) {
      history.receive(word, `to ${word}`, { providerTime: at(1) });
      history.queue(word, `answer ${word}`);
    }
    history.queue('answered again', 'a second one');
    await happened();
    for (const word of ['refund', 'answered again'])
      history.say(`answer ${word}`, { type: 'MessageDeclined', data: declined });
    await project(database, inboxView, history.events.slice(-2));
    expect([await since(), await since('answered again')]).toEqual([at(1), null]);
  });

  test('the waiting time ends on archiving if the archiving user had seen all messages', async () => {
    history.start('written on');
    const seenUpTo = history.receive('refund', 'thanks!', { providerTime: at(1) });
    history.receive('written on', 'but', { providerTime: at(2) });
    for (const word of ['refund', 'written on'])
      history.about(word, { type: 'ConversationArchived', data: { seenUpTo, afterHours: null } });
    await happened();
    expect([await since('refund', 'archived'), await since('written on', 'archived')]).toEqual([null, at(2)]);
  });
});

describe('The list of failed messages', () => {
  const declined = { reason: 'unreachable' as const, at: '2026-05-01T10:00:00.000Z' };
  const failed = async () => (await namesOf('tom', 'failed')).sort();

  test('the list of failed messages contains conversations with any declined or unknown message, archived ones included', async () => {
    for (const word of ['declined', 'unknown', 'sent', 'archived']) {
      history.start(word);
      history.queue(word, `answer ${word}`);
    }
    history.queue('declined', 'a later one');
    for (const word of ['declined', 'archived'])
      history.say(`answer ${word}`, { type: 'MessageDeclined', data: declined });
    history.say('answer unknown', { type: 'MessageOutcomeUnknown', data: { detail: 'time-out' } });
    history.about('archived', { type: 'ConversationArchived', data: { seenUpTo: '0', afterHours: null } });
    await happened();
    expect(await failed()).toEqual(['declined', 'unknown', 'archived'].map(id).sort());
    const line = (await inbox.counts(await viewerOf('tom'))).data.find(({ list }) => list === 'failed');
    expect(line?.count).toBe(3);
  });

  test('drops a conversation once its failed message proves to be delivered', async () => {
    history.start('refund');
    history.queue('refund', 'answer');
    history.say('answer', { type: 'MessageOutcomeUnknown', data: { detail: 'time-out' } });
    await happened();
    expect(await failed()).toEqual([id('refund')]);
    history.say('answer', { type: 'MessageDelivered', data: { at: '2026-05-01T10:00:00.000Z' } });
    await project(database, inboxView, history.events.slice(-1));
    expect(await failed()).toEqual([]);
  });

  test('drops a conversation once its failed message is sent again, until the repeating message fails, too', async () => {
    history.start('refund');
    history.queue('refund', 'answer');
    history.say('answer', { type: 'MessageDeclined', data: declined });
    history.repeat('refund', 'answer', 'again');
    await happened();
    expect(await failed()).toEqual([]);
    history.say('again', { type: 'MessageDeclined', data: declined });
    await project(database, inboxView, history.events.slice(-1));
    expect(await failed()).toEqual([id('refund')]);
    history.repeat('refund', 'again', 'once more');
    history.say('again', { type: 'MessageOutcomeUnknown', data: { detail: 'late' } });
    await project(database, inboxView, history.events.slice(-2));
    expect(await failed()).toEqual([]);
  });
});

describe('Searching by keyword', () => {
  const found = async (keyword: string) =>
    (await inbox.list(await viewerOf('tom'), { list: 'new', page: 1, keyword })).chats.map(
      (chat) => chat.contact.name,
    );

  test('a search finds contacts by their current names, and no erased contacts', async () => {
    history.start('refund', { contact: 'Zoë Núñez' });
    await happened();
    expect(await found('nunez ZOE')).toEqual(['Zoë Núñez']);
    expect(await found('+34 612')).toEqual(['Zoë Núñez']);
    history.add(`contact-${id('Zoë Núñez')}`, {
      type: 'ContactIdentified',
      data: { subject: id('Zoë Núñez'), personal: { name: 'Zoë Smith' } },
    });
    await project(database, inboxView, history.events.slice(-1));
    expect([await found('nunez'), await found('smith')]).toEqual([[], ['Zoë Smith']]);
    history.erase('Zoë Núñez');
    await project(database, inboxView, history.events.slice(-1));
    expect(await found('smith')).toEqual([]);
  });

  test('a search counts up to 100 conversations from the start of the page, and reports if there are more', async () => {
    const counted = async (page: number) => {
      const request = { list: 'new' as const, page, keyword: 'garcia' };
      const { chats, total, isCapped } = await inbox.list(await viewerOf('tom'), request);
      return { onPage: chats.length, total, isCapped };
    };
    for (let nth = 1; nth <= 100; nth++) history.start(`bill-${nth}`, { contact: `García ${nth}` });
    await happened();
    expect(await counted(1)).toEqual({ onPage: 50, total: 100, isCapped: false });
    history.start('bill-101', { contact: 'García 101' });
    await happened();
    expect(await counted(1)).toEqual({ onPage: 50, total: 100, isCapped: true });
    expect(await counted(3)).toEqual({ onPage: 1, total: 101, isCapped: false });
  });
});

test('each order and filter uses an index, also for far pages of many conversations', async () => {
  await happened();
  await database.query(`
    insert into inbox.contact (id, customer_id, name, search, is_blocked, is_high_priority, changed_at)
      select md5('contact' || n)::uuid, '${id('customer')}', 'Contact ' || n, 'contact ' || n, false, false, '' from generate_series(1, 20000) n;
    insert into inbox.conversation (id, customer_id, contact_id, channel_id, status, assigned_user_id, read_for_all,
        unread, last_inbound_position, failed_sends, entry_time, created_at, opened_at, waiting_since, sla_span)
      select md5(n::text)::uuid, '${id('customer')}', md5('contact' || n)::uuid, '${id('whatsapp')}',
        case when n % 10 = 0 then 'open' else 'closed' end, case when n % 3 = 0 then md5((n % 50)::text)::uuid end,
        n % 1000 <> 0, (n % 500 = 0)::int, lpad(n::text, 20, '9'), (n % 5000 = 0)::int, now() - n * interval '1 minute', now(), now(),
        case when n % 20 = 0 then now() - n * interval '1 second' end, '{}' from generate_series(1, 20000) n;
    insert into inbox.tally select customer_id, status, channel_id, assigned_user_id, assigned_team_id, failed_sends > 0,
        count(*), sum(unread), coalesce(sum(unread) filter (where not read_for_all), 0) from inbox.conversation group by 1, 2, 3, 4, 5, 6;
    set search_path = inbox, public;
    ${inboxView.indexes};
    reset search_path;
    analyze inbox.contact, inbox.conversation`);
  const viewer = await viewerOf('mia');
  const planned = jest.spyOn(database, 'query');
  for (const request of [
    ...chatSorts.flatMap((sortBy) => [
      { list: 'archived' as const, sortBy, page: 300 },
      { list: 'open' as const, sortBy, page: 1 },
    ]),
    { list: 'unassigned' as const, page: 1 },
    { list: 'failed' as const, page: 1 },
    { list: 'archived' as const, page: 1, keyword: 'contact 1234' },
    { list: 'open' as const, page: 1, read: false },
    { list: 'open' as const, page: 1, read: true },
  ])
    await inbox.list(viewer, request);
  const statements = planned.mock.calls.filter(([sql]) => sql.includes('inbox.conversation c where'));
  planned.mockRestore();
  for (const [sql, values] of statements) {
    const { rows } = await database.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on (conversation|contact)\b/);
  }
  expect(statements.length).toBeGreaterThan(10);
});

test('ignores events of conversations and messages that it does not know', async () => {
  history.say('never received', { type: 'MessageRead', data: { at: '2026-05-01T10:00:00.000Z' } });
  history.about('never started', { type: 'ConversationUnassigned', data: {} });
  expect((await happened()).filter(({ after }) => after)).toEqual([]);
});

test('reports the facts that decide access to a changed conversation, before and after the change', async () => {
  history.start('refund');
  await happened();
  history.assign('refund', 'tom');
  const changes = await project(database, inboxView, history.events.slice(-1));
  const access = { channelId: id('whatsapp'), assignedUserId: null, assignedTeamId: null };
  expect(changes).toEqual([
    {
      position: history.events.at(-1)?.position,
      customerId: id('customer'),
      id: id('refund'),
      parentId: null,
      before: access,
      after: { ...access, assignedUserId: id('tom') },
    },
  ]);
});

describe('Access', () => {
  test('a user of another organisation sees nothing, by list, count or id', async () => {
    history.start('refund');
    await happened();
    const stranger = await inbox.viewer({ customerId: id('another customer'), userId: id('tom') });
    for (const list of chatLists) {
      expect((await inbox.list(stranger, { list, page: 1 })).chats).toEqual([]);
    }
    expect((await inbox.counts(stranger)).data.every((line) => line.count === 0)).toBe(true);
    await expect(inbox.findVisible(stranger, id('refund'))).rejects.toThrow('not_found');
  });

  test('a channel with members is hidden from other agents and visible to managers', async () => {
    history.team('sales', ['lee']);
    history.user('lee', 'user');
    history.channel('whatsapp', { teams: ['sales'] });
    history.start('refund');
    await happened();
    expect(await namesOf('tom', 'new')).toEqual([]);
    expect(await namesOf('lee', 'new')).toEqual([id('refund')]);
    expect(await namesOf('mia', 'new')).toEqual([id('refund')]);
  });

  test('a forced team filter hides other teams’ conversations, and unassigned ones unless the filter includes them', async () => {
    history.user('lee', 'user', { includeUnassigned: false });
    history.user('ada', 'user', { includeUnassigned: true });
    history.team('sales', ['lee', 'ada']);
    history.team('support');
    for (const word of ['sales’', 'support’s', 'nobody’s']) history.start(word);
    history.assign('sales’', null, 'sales');
    history.assign('support’s', null, 'support');
    await happened();
    expect(await namesOf('lee', 'unassigned')).toEqual([id('sales’')]);
    expect((await namesOf('ada', 'unassigned')).sort()).toEqual([id('sales’'), id('nobody’s')].sort());
  });

  test('the team list also contains conversations that are assigned to a user if the team filter is expanded', async () => {
    history.team('sales', ['tom']);
    for (const word of ['team’s', 'tom’s']) history.start(word);
    history.assign('team’s', null, 'sales');
    history.assign('tom’s', 'tom', 'sales');
    await happened();
    expect(await namesOf('tom', 'team')).toEqual([id('team’s')]);

    history.setting({ name: 'expandedTeamFilter', value: true });
    await project(database, inboxView, history.events.slice(-1));
    expect((await namesOf('tom', 'team')).sort()).toEqual([id('team’s'), id('tom’s')].sort());
    const counts = (await inbox.counts(await viewerOf('tom'))).data;
    expect(counts.find((line) => line.list === 'team' && line.teamId === null)?.count).toBe(2);
  });

  test('a team filter that is forced on all users applies to agents in teams who have no filter of their own', async () => {
    history.user('lee', 'user');
    history.user('ada', 'user', { includeUnassigned: true });
    history.team('sales', ['lee', 'ada', 'mia']);
    history.team('support');
    for (const word of ['sales’', 'support’s', 'nobody’s']) history.start(word);
    history.assign('sales’', null, 'sales');
    history.assign('support’s', null, 'support');
    const force = (value: ForcedTeamFilter) => history.setting({ name: 'forcedTeamFilter', value });
    force({ enabled: true, teamIds: [id('sales')], includeUnassignedChats: false });
    await happened();
    const all = [id('sales’'), id('support’s'), id('nobody’s')].sort();
    expect(await namesOf('lee', 'unassigned')).toEqual([id('sales’')]);
    expect((await namesOf('ada', 'unassigned')).sort()).toEqual([id('sales’'), id('nobody’s')].sort());
    for (const free of ['mia', 'tom']) expect((await namesOf(free, 'unassigned')).sort()).toEqual(all);

    force({ enabled: true, teamIds: [], includeUnassignedChats: true });
    await project(database, inboxView, history.events.slice(-1));
    expect(await namesOf('tom', 'unassigned')).toEqual([id('nobody’s')]);

    force({ enabled: false, teamIds: [], includeUnassignedChats: true });
    await project(database, inboxView, history.events.slice(-1));
    expect((await namesOf('tom', 'unassigned')).sort()).toEqual(all);
  });

  test('rejects an assignee who does not belong to the organisation', async () => {
    await happened();
    const given = (user: string) =>
      assignments.requireAssignee(id('customer'), { userId: id(user), teamId: null });
    await expect(given('tom')).resolves.toBeUndefined();
    await expect(given('stranger')).rejects.toThrow('unknown_assignee');
  });
});

test('reports which users’ access changed by role, filter, team, channel or an organisation’s setting', async () => {
  const before = history.events.length;
  history.channel('sms');
  history.user('eva', 'user', { includeUnassigned: true });
  history.team('sales', ['tom']);
  history.setting({ name: 'expandedTeamFilter', value: true });
  history.setting({ name: 'limitUsers', value: 3 });
  const changes = await project(database, inboxView, history.events.slice(before));
  expect(changes.map((change) => [change.id, change.before, change.after])).toEqual([
    [id('sms'), null, null],
    [id('eva'), null, null],
    [id('eva'), null, null],
    [id('tom'), null, null],
    [id('customer'), null, null],
  ]);
});

describe('Tags and labels', () => {
  const tag = (word: string) => id(`tag ${word}`);
  const label = (word: string) => id(`label ${word}`);
  const shownOf = async (word: string) => (await listOf('tom', 'new')).find((chat) => chat.id === id(word))!;
  const later = async (story: () => void) => {
    const known = history.events.length;
    story();
    return project(database, inboxView, history.events.slice(known));
  };

  beforeEach(async () => {
    for (const word of ['refund', 'returns', 'vip']) history.mark(word);
    for (const word of ['a', 'b', 'c']) history.start(word, { contact: `contact ${word}` });
    history.tag('a', 'vip');
    history.tag('a', 'refund');
    history.tag('b', 'returns');
    history.tag('b', 'refund');
    history.tag('b', 'refund', false);
    await happened();
  });

  test('tags and labels appear in the order in which they were added', async () => {
    expect((await shownOf('a')).tagIds).toEqual([tag('vip'), tag('refund')]);
    expect((await shownOf('b')).tagIds).toEqual([tag('returns')]);
    expect((await shownOf('c')).tagIds).toEqual([]);
  });

  test('merged tags appear as a single tag, and the merge reports the changed rows', async () => {
    const changes = await later(() => {
      history.tag('a', 'returns');
      history.merge('returns', 'refund');
    });
    expect((await shownOf('a')).tagIds).toEqual([tag('vip'), tag('refund')]);
    expect((await shownOf('b')).tagIds).toEqual([tag('refund')]);
    expect(changes.map((change) => change.id).sort()).toEqual([id('a'), id('b')].sort());
    const viewer = await viewerOf('tom');
    expect(await inbox.idsOfTag(viewer, tag('returns'))).toEqual([tag('refund'), tag('returns')]);
  });

  test('deleted tags disappear, with the tags that were merged into them', async () => {
    await later(() => history.merge('returns', 'refund'));
    const changes = await later(() => history.forget('refund'));
    expect((await shownOf('a')).tagIds).toEqual([tag('vip')]);
    expect((await shownOf('b')).tagIds).toEqual([]);
    expect(changes.map((change) => change.id).sort()).toEqual([id('a'), id('b')].sort());
    await expect(inbox.idsOfTag(await viewerOf('tom'), tag('returns'))).rejects.toThrow('not_found');
  });

  test('tags and labels belong to one organisation, and a label is not a tag', async () => {
    const stranger = { ...(await viewerOf('tom')), customerId: id('another organisation') };
    await expect(inbox.idsOfTag(stranger, tag('vip'))).rejects.toThrow('not_found');
    await expect(inbox.idsOfTag(await viewerOf('tom'), label('vip'))).rejects.toThrow('not_found');
  });

  test('a label appears in each conversation of its contact, until the contact is erased', async () => {
    history.start('second', { contact: 'contact a' });
    await project(database, inboxView, history.events.slice(-2));
    const changes = await later(() => history.label('contact a', 'vip'));
    expect(changes.map((change) => change.id).sort()).toEqual([id('a'), id('second')].sort());
    expect((await shownOf('a')).contact.labelIds).toEqual([label('vip')]);
    expect((await shownOf('second')).contact.labelIds).toEqual([label('vip')]);
    await later(() => history.erase('contact a'));
    expect((await shownOf('a')).contact.labelIds).toEqual([]);
  });
});

test('a row shows whether its contact has priority or is blocked, and the contact’s current name', async () => {
  history.start('refund');
  await happened();
  const before = (await listOf('tom', 'new'))[0]!.contact;
  expect(before).toMatchObject({ isBlocked: false, isHighPriority: false });
  history.note('ana', { type: 'ContactBlocked', data: {} });
  history.note('ana', { type: 'ContactPrioritised', data: {} });
  const personal = { name: 'Ana Ruiz', email: 'ana@example.org', company: 'Ruiz' };
  history.note('ana', { type: 'ContactDetailsChanged', data: { subject: id('ana'), personal } });
  const position = history.events.at(-1)!.position;
  const changes = await project(database, inboxView, history.events.slice(-3));
  expect(changes).toMatchObject([{ id: id('refund'), position }]);
  const { contact } = (await listOf('tom', 'new'))[0]!;
  expect(contact).toMatchObject({ isBlocked: true, isHighPriority: true, changedAt: position });
  expect(contact).toMatchObject({ name: 'Ana Ruiz', email: 'ana@example.org', phone: before.phone });
  history.note('ana', { type: 'ContactUnblocked', data: {} });
  history.note('ana', {
    type: 'ContactDetailsChanged',
    data: { subject: id('ana'), personal: { name: null } },
  });
  await project(database, inboxView, history.events.slice(-2));
  expect((await listOf('tom', 'new'))[0]!.contact).toMatchObject({ isBlocked: false, name: before.phone });
});

test('a comment on a contact counts as a change of the contact’s conversations', async () => {
  history.start('refund');
  await happened();
  const comment = { subject: id('ana'), personal: { text: 'hm' }, commentId: id('c'), userId: id('tom') };
  history.note('ana', { type: 'ContactCommentAdded', data: comment });
  const { position } = history.events.at(-1)!;
  expect(await project(database, inboxView, history.events.slice(-1))).toMatchObject([{ id: id('refund') }]);
  expect((await listOf('tom', 'new'))[0]!.contact.changedAt).toBe(position);
});

describe('A deleted conversation', () => {
  beforeEach(async () => {
    history.mark('refund');
    history.autoArchive('whatsapp', { afterHours: 24, direction: 'any' });
    history.start('refund');
    history.receive('refund', 'Hi');
    history.tag('refund', 'refund');
    history.start('other', { contact: 'ben' });
  });
  const rowsIn = async (table: string) => (await database.query(`select * from inbox.${table}`)).rowCount;

  it.each([1, 100])(
    'a deleted conversation disappears from lists, counts and links, in batches of %i',
    async (batchSize) => {
      const { position } = history.events.at(-1)!;
      await project(database, inboxView, history.events, { batchSize });
      history.delete('refund');
      const changes = await project(database, inboxView, history.events.slice(-1));
      const access = { channelId: id('whatsapp'), assignedUserId: null, assignedTeamId: null };
      expect(changes).toMatchObject([{ id: id('refund'), before: access, after: null }]);
      expect(changes[0]!.position > position).toBe(true);
      expect(await namesOf('tom', 'new')).toEqual([id('other')]);
      const counts = (await inbox.counts(await viewerOf('tom'))).data;
      expect(counts.find(({ list }) => list === 'new')).toMatchObject({ count: 1, unread: 0 });
      await expect(inbox.findVisible(await viewerOf('mia'), id('refund'))).rejects.toThrow('not_found');
      expect(await inbox.find(id('customer'), id('refund'))).toBeNull();
      expect(await inbox.rowsByIds(id('customer'), [id('refund')])).toEqual([]);
      for (const table of ['unread_message', 'marked', 'due'])
        expect([table, await rowsIn(table)]).toEqual([table, 0]);
    },
  );

  it('a conversation that is started and deleted in one batch leaves no row and no change', async () => {
    history.delete('refund');
    const changes = await project(database, inboxView, history.events);
    expect(changes.filter((change) => change.id === id('refund'))).toEqual([]);
    expect(await namesOf('tom', 'new')).toEqual([id('other')]);
  });

  it.each([1, 100])(
    'a deleted conversation starts again when the contact writes, in batches of %i',
    async (batchSize) => {
      history.assign('refund', 'tom');
      history.delete('refund');
      history.begin('refund');
      history.receive('refund', 'Me again');
      await project(database, inboxView, history.events, { batchSize });
      const [chat] = await listOf('tom', 'new');
      expect(chat).toMatchObject({ id: id('refund'), unreadMessages: 1, tagIds: [], assignedUserId: null });
      expect(chat?.lastEntry?.preview).toBe('Me again');
      const counts = (await inbox.counts(await viewerOf('tom'))).data;
      expect(counts.find(({ list }) => list === 'new')).toMatchObject({ count: 2, unread: 1 });
      expect(counts.find(({ list }) => list === 'open')).toMatchObject({ count: 0 });
    },
  );
});

test.each([1, 100])(
  'a delivered message that is queued again can fail again, in batches of %i',
  async (batchSize) => {
    history.start('refund');
    history.queue('refund', 'hello');
    history.say('hello', { type: 'MessageDelivered', data: { at: '2026-05-01T00:00:01.000Z' } });
    history.queue('refund', 'hello');
    await project(database, inboxView, history.events, { batchSize });
    const { rows } = await database.query('select message_id, status from inbox.sending');
    expect(rows).toEqual([{ message_id: id('hello'), status: 'pending' }]);
  },
);

test('a user reads only those other conversations of a contact that they may see', async () => {
  history.channel('hidden', { users: ['mia'] });
  history.start('refund');
  history.start('sms');
  history.start('secret', { channel: 'hidden' });
  history.start('of ben', { contact: 'ben' });
  await happened();
  const of = async (word: string) => {
    const viewer = await viewerOf(word);
    const { chat } = await inbox.findVisible(viewer, id('refund'));
    return (await inbox.othersOf(viewer, chat)).map((other) => other.id).sort();
  };
  expect(await of('tom')).toEqual([id('sms')]);
  expect(await of('mia')).toEqual([id('sms'), id('secret')].sort());
});

test('the newest arrival of a conversation may be a message that was moved in', async () => {
  const people = { from: { address: 'ana@example.org' }, to: [], cc: [], bcc: [] };
  const content: MessageContent = { type: 'email', subject: 'Bell', text: 'Bell', assets: [], ...people };
  history.start('bell');
  history.begin('lamp');
  history.receive('bell', 'first', { content });
  const seenUpTo = history.receive('lamp', 'second', { content });
  await happened();
  expect(await inbox.newestArrival(id('customer'), id('lamp'))).toBe(seenUpTo);
  const places = { from: id('bell'), to: id('lamp') };
  history.say('first', { type: 'MessageMoved', data: { ...places, isAlone: true } });
  await project(database, inboxView, history.events.slice(-1));
  const moved = history.events.at(-1)!.position;
  expect(await inbox.newestArrival(id('customer'), id('lamp'))).toBe(moved);
});
