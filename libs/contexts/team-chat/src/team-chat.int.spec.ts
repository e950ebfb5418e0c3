import { randomUUID } from 'node:crypto';
import type { TeamChat, TeamChatEntry } from '@parley/contracts/api/team-chats';
import type { ClientEvent, ListPush, ThreadPush } from '@parley/contracts/push/index';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { Database } from '@parley/platform/database/database';
import type { RealtimeInstallation } from '@parley/realtime/testing/realtime-installation';
import { Tab, tokenOf } from '@parley/realtime/testing/realtime-testing';
import type { TeamChatDrafts } from './drafts/drafts';
import { participantIdOf } from './ids';
import { LiveTeamChats } from './live/live-team-chats';
import { teamChatView } from './read/team-chat.projector';
import { TeamChatQueries, type Viewer } from './read/team-chat.queries';
import { teamThreadView } from './read/team-thread.projector';
import type { TeamThreadQueries } from './read/team-thread.queries';
import { seal as sealFor, TeamInstallation, unseal } from './testing/team-installation';
import type { TeamChats } from './write/team-chats';

let team: TeamInstallation;
let installation: RealtimeInstallation;
let urls: string[];
let chats: TeamChats;
let queries: TeamChatQueries;
let threads: TeamThreadQueries;
let drafts: TeamChatDrafts;

beforeAll(async () => {
  team = await TeamInstallation.open();
  ({ realtime: installation, chats, queries, threads, drafts } = team);
  urls = await Promise.all(installation.apps.map((app) => app.getUrl()));
});
afterAll(() => team.close());

let customerId: string;
let tom: Viewer;
let eva: Viewer;
let mia: Viewer;
const tabs: Tab[] = [];

beforeEach(async () => {
  customerId = randomUUID();
  tom = await team.person(customerId);
  eva = await team.person(customerId);
  mia = await team.person(customerId);
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.socket.disconnect();
});

const shown = <Done extends { position: string } | null>(done: Done) => team.shown(done);

const start = async (me: Viewer, others: Viewer[], message?: string) =>
  shown(await chats.start(me, { userIds: others.map(({ userId }) => userId), message }, requestedNow(me)));
const say = async (me: Viewer, chatId: string, message: string, more: object = {}) =>
  shown(await chats.send(me, chatId, { tmpId: randomUUID(), message, ...more }, requestedNow(me)));
const change = async (me: Viewer, chatId: string, request: Parameters<TeamChats['change']>[2]) =>
  shown(await chats.change(me, chatId, request, requestedNow(me)));
const leave = async (me: Viewer, chatId: string) =>
  shown(await chats.leave(me, chatId, participantIdOf(chatId, me.userId), requestedNow(me)));
const read = async (me: Viewer, chatId: string | null, status: 'read' | 'delivered' = 'read') =>
  shown(await chats.mark(me, chatId, { status }, requestedNow(me)));
const words = async (me: Viewer, chatId: string) =>
  (await threads.entries(me, { chatId, page: 1, limit: 50 })).entries.map(({ message }) => message);
const unread = async (me: Viewer) => (await queries.counts(me)).map((count) => count.unreadMessages);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe('Team chats', () => {
  it('the same users get the same chat, even if both start it at the same time', async () => {
    const [one, other] = await Promise.all([start(tom, [eva]), start(eva, [tom])]);
    expect(one.id).toBe(other.id);
    expect((await start(tom, [eva, mia])).id).not.toBe(one.id);
    await shown(await chats.delete(tom, one.id, requestedNow(tom)));
    expect((await start(tom, [eva])).id).not.toBe(one.id);
  });

  it('a chat rejects participants of another organisation', async () => {
    const stranger = await team.person(randomUUID());
    expect(await codeOf(start(tom, [stranger]))).toBe('team_chat_person_unknown');
  });

  it('a chat contains one entry if the same tmpId is sent repeatedly', async () => {
    const { id } = await start(tom, [eva]);
    const tmpId = randomUUID();
    const [one, other] = [await say(tom, id, 'Soup?', { tmpId }), await say(tom, id, 'Soup?', { tmpId })];
    expect(other.id).toBe(one.id);
    expect(await words(eva, id)).toEqual(['Soup?']);
  });

  it('counts the entries of others that a participant has not read', async () => {
    const { id } = await start(tom, [eva], 'Soup?');
    await say(tom, id, 'At noon');
    expect([await unread(tom), await unread(eva)]).toEqual([[], [2]]);
    await read(eva, id, 'delivered');
    expect(await unread(eva)).toEqual([2]);
    await read(eva, null);
    expect(await unread(eva)).toEqual([]);
    const { participants, lastMessage } = await queries.find(tom, id);
    const hers = participants.find(({ userId }) => userId === eva.userId)!;
    expect(hers.readUpTo).toBe(lastMessage!.position);
    expect(hers.deliveredUpTo).toBe(lastMessage!.position);
  });

  it('an added participant sees only later entries', async () => {
    const { id } = await start(tom, [eva], 'A secret');
    const { entries } = await threads.entries(tom, { chatId: id, page: 1, limit: 50 });
    await change(tom, id, { add: [mia.userId] });
    await say(tom, id, 'Hello Mia');
    expect(await words(mia, id)).toEqual(['Hello Mia']);
    expect(await codeOf(chats.react(mia, id, entries[0]!.id, '👍', requestedNow(mia)))).toBe('not_found');
    expect(await codeOf(say(mia, id, 'What?', { replyTo: entries[0]!.id }))).toBe('not_found');
  });

  it('a user who left or was removed has the chat archived, still reads the earlier entries, and cannot act', async () => {
    const { id } = await start(tom, [eva, mia], 'Soup?');
    await leave(eva, id);
    await change(tom, id, { remove: [mia.userId] });
    const { id: later } = await say(tom, id, 'A secret');
    for (const me of [eva, mia]) {
      expect(await words(me, id)).toEqual(['Soup?']);
      expect(await queries.find(me, id)).toMatchObject({
        isArchived: true,
        lastMessage: { preview: 'Soup?' },
      });
      const now = requestedNow(me);
      const refused = await Promise.all([
        codeOf(say(me, id, 'Still here')),
        codeOf(change(me, id, { add: [me.userId] })),
        codeOf(chats.react(me, id, later, '👍', now)),
        codeOf(chats.deleteEntry(me, id, later, now)),
        codeOf(threads.find(me, id, later)),
      ]);
      expect(refused).toEqual([...Array<string>(4).fill('team_chat_archived'), 'not_found']);
      expect([await unread(me), await read(me, id)]).toEqual([[], null]);
      const draft = { kind: 'reply', text: 'And', version: 'version1', seen: null } as const;
      expect(await codeOf(drafts.saveIn(me, id, draft))).toBe('not_found');
    }
    await change(tom, id, { add: [eva.userId] });
    expect(await queries.find(eva, id)).toMatchObject({ isArchived: false, unreadMessages: 0 });
    expect(await words(eva, id)).toEqual(['Soup?']);
  });

  it('a chat is not found by a colleague who never took part, or by another organisation', async () => {
    const { id } = await start(tom, [eva], 'Soup?');
    const foreign = { ...tom, customerId: randomUUID() };
    for (const me of [mia, foreign]) {
      expect(await words(me, id)).toEqual([]);
      const answers = [
        queries.find(me, id),
        say(me, id, 'Hi'),
        leave(me, id),
        change(me, id, { title: 'X' }),
      ];
      expect(await Promise.all(answers.map(codeOf))).toEqual(Array(4).fill('not_found'));
      expect((await queries.list(me, { archived: false, page: 1, limit: 50 })).total).toBe(0);
    }
  });

  it('only the writer of a draft sees it, and sending the draft removes it', async () => {
    const { id } = await start(tom, [eva]);
    await drafts.saveIn(tom, id, { kind: 'reply', text: 'Soup at', version: 'version1', seen: null });
    expect(await drafts.list(tom)).toMatchObject({ reply: [{ chatId: id, text: 'Soup at' }] });
    expect(await drafts.list(eva)).toEqual({ reply: [], note: [] });
    const other = drafts.saveIn(tom, id, {
      kind: 'reply',
      text: 'Salad',
      version: 'version3',
      seen: 'version2',
    });
    expect(await codeOf(other)).toBe('draft_changed');
    await drafts.sent({ ...tom, chatId: id }, 'reply', ['version1']);
    expect(await drafts.find(tom, id)).toEqual({ reply: null, note: null });
  });

  it('a chat is read in pages, before, after and around an entry', async () => {
    const { id } = await start(tom, [eva]);
    const ids: string[] = [];
    for (const word of ['one', 'two', 'three', 'four', 'five']) ids.push((await say(tom, id, word)).id);
    const part = async (asked: object) => {
      const { entries, newer, total } = await threads.entries(eva, {
        chatId: id,
        page: 1,
        limit: 2,
        ...asked,
      });
      return [entries.map(({ message }) => message).join(' '), newer, total];
    };
    expect(await part({})).toEqual(['five four', 0, 5]);
    expect(await part({ page: 2 })).toEqual(['three two', 2, 5]);
    expect(await part({ before: ids[2] })).toEqual(['two one', 3, 5]);
    expect(await part({ after: ids[0] })).toEqual(['three two', 2, 5]);
    expect(await part({ around: ids[2], limit: 3 })).toEqual(['four three two', 1, 5]);
  });
});

it('the views have the same rows however events are split into batches', async () => {
  const { id } = await start(tom, [eva, mia], 'Soup?');
  await read(eva, id);
  await leave(eva, id);
  await say(tom, id, 'At noon');
  await change(tom, id, { add: [eva.userId], title: 'Lunch' });
  await say(eva, id, 'I am back');
  const events: Parameters<typeof teamChatView.project>[0] = [];
  const stop = new AbortController();
  const newest = (await queries.find(tom, id)).lastMessage!.position;
  for await (const batch of installation.store.subscribeAll({
    prefixes: teamChatView.prefixes,
    signal: stop.signal,
  })) {
    events.push(...batch.events);
    if ((events.at(-1)?.position ?? '') >= newest) break;
  }
  const contents = async (view: typeof teamChatView) => {
    const tables = view === teamChatView ? ['chat', 'participant', 'entry'] : ['entry', 'stay'];
    const rows = tables.map((table) =>
      installation.database.query(
        `select to_jsonb(t) as row from ${view.name}.${table} t where to_jsonb(t)::text like '%${id}%'
          order by to_jsonb(t)::text`,
      ),
    );
    return JSON.stringify((await Promise.all(rows)).map((result) => result.rows));
  };
  for (const view of [teamChatView, teamThreadView]) {
    const live = await contents(view);
    for (const size of [1, 3, 1_000]) {
      await installation.database.transaction(async (tx) => {
        await tx.query(`set local search_path to ${view.name}, public`);
        const { rows } = await tx.query<{ name: string }>(
          'select table_name as name from information_schema.tables where table_schema = $1',
          [view.name],
        );
        for (const { name } of rows) await tx.query(`delete from ${name}`);
        const its = events.filter(({ stream }) => view.prefixes.some((prefix) => stream.startsWith(prefix)));
        for (let at = 0; at < its.length; at += size) await view.project(its.slice(at, at + size), tx);
      });
      expect(await contents(view)).toBe(live);
    }
  }
});

describe('Clients’ connections', () => {
  const tabOf = async ({ userId, customerId: of }: Viewer, at = 0) => {
    const tab = new Tab(urls[at]!, { auth: { token: tokenOf({ userId, customerId: of }) } });
    tabs.push(tab);
    return tab.connected();
  };
  const rows = (tab: Tab) =>
    tab.pushes.flatMap((push) => (push.view === 'team_chat' ? (push as ListPush<TeamChat>).rows : []));
  const gone = (tab: Tab) =>
    tab.pushes.flatMap((push) => (push.view === 'team_chat' ? (push as ListPush).gone : []));
  const heardWords = (tab: Tab) =>
    tab.pushes.flatMap((push) =>
      push.view === 'team_thread'
        ? (push as ThreadPush<TeamChatEntry>).rows.map(({ message }) => message)
        : [],
    );

  const follow = (tab: Tab, chatId: string, position: string) =>
    tab.follow({ view: 'team_thread', chatId, position });

  it('connections push rows and entries to participants in every process, and to no other user', async () => {
    const { id, position } = await start(tom, [eva]);
    const [his, hers, other] = [await tabOf(tom), await tabOf(eva, 1), await tabOf(mia)];
    expect(await follow(hers, id, position)).toMatchObject({ ok: true });
    expect(await follow(other, id, position)).toEqual({ ok: false, code: 'not_found' });
    await say(tom, id, 'Soup?');
    await hers.until((tab) => heardWords(tab).includes('Soup?') && rows(tab).at(-1)?.unreadMessages === 1);
    await his.until((tab) => rows(tab).at(-1)?.lastMessage?.preview === 'Soup?');
    expect(rows(his).at(-1)!.unreadMessages).toBe(0);
    await read(eva, id);
    await his.until((tab) =>
      rows(tab)
        .at(-1)!
        .participants.every(({ readUpTo }) => readUpTo === rows(tab).at(-1)!.lastMessage!.position),
    );
    expect(other.pushes).toEqual([]);
  });

  it('connections report a chat as gone to a removed user, and push no earlier entries to an added user', async () => {
    const { id, position } = await start(tom, [eva]);
    const { id: first } = await say(tom, id, 'A secret');
    const [hers, theirs] = [await tabOf(eva), await tabOf(mia, 1)];
    await follow(hers, id, position);
    await hers.until((tab) => heardWords(tab).includes('A secret'));
    await change(tom, id, { remove: [eva.userId], add: [mia.userId] });
    await hers.until((tab) => gone(tab).includes(id));
    await theirs.until((tab) => rows(tab).some((chat) => chat.id === id));
    expect(await follow(theirs, id, position)).toMatchObject({ ok: true });
    await shown(await chats.edit(tom, id, first, { message: 'A secret, edited' }, requestedNow(tom)));
    await say(tom, id, 'Hello Mia');
    await theirs.until((tab) => heardWords(tab).includes('Hello Mia'));
    expect(heardWords(theirs)).toEqual(['Hello Mia']);
    expect(heardWords(hers)).toEqual(['A secret']);
    expect(rows(hers).filter(({ lastMessage }) => lastMessage?.preview !== 'A secret')).toEqual([]);
  });

  it('pushing takes as many statements for 30 participants as for two', async () => {
    const statements = async (people: number) => {
      const others: Viewer[] = [];
      while (others.length < people - 1) others.push({ customerId, userId: randomUUID() });
      for (const { userId } of others) {
        const personal = { displayName: 'Ida', email: 'ida@acme.example' };
        const data = { subject: userId, personal, role: 'user' };
        await team.happens(customerId, `user-${userId}`, { type: 'UserAdded', data });
      }
      const { id } = await start(tom, others, 'Soup?');
      const query = jest.fn((...asked: Parameters<Database['query']>) =>
        installation.database.query(...asked),
      );
      const counted = new TeamChatQueries({ query } as unknown as Database);
      await new LiveTeamChats(counted, threads).rowsFor(customerId, [id], [tom, ...others]);
      return query.mock.calls.length;
    };
    expect(await statements(30)).toBe(await statements(2));
  });

  const seal = (body: object, of = customerId) => sealFor(body, of);
  const open = (event: ClientEvent) => unseal(event, customerId);
  const type = (tab: Tab, sealed: { iv: string; data: string }, of = customerId) =>
    tab.socket.emitWithAck('emitClientEvent', {
      ...{ event: 'teamChatStartTyping', rooms: [`customer-${of}`] },
      ...sealed,
    });

  it('connections push who types in a user’s chats, in every process, under the user of the session', async () => {
    const { id } = await start(tom, [eva]);
    const [his, hers, other] = [await tabOf(tom), await tabOf(eva, 1), await tabOf(mia)];
    const forged = { chatId: id, userId: mia.userId, userName: 'Mia', typingTime: 3 };
    expect(await type(his, seal(forged))).toEqual({ ok: true });
    await hers.until(({ heard }) => heard.length > 0);
    expect(open(hers.heard[0]!)).toEqual({ chatId: id, userId: tom.userId, typingTime: 3 });
    // Signals arrive in order: if the other client were to receive the first signal, it would have arrived before
    // this one.
    expect(await type(hers, seal({ chatId: id, typingTime: 0 }))).toEqual({ ok: true });
    await his.until(({ heard }) => heard.length > 0);
    expect(other.heard).toEqual([]);
  });

  it('connections push that a user with a broken connection stopped typing, in every process', async () => {
    const { id } = await start(tom, [eva]);
    const [his, hers] = [await tabOf(tom), await tabOf(eva, 1)];
    expect(await type(his, seal({ chatId: id, typingTime: 3 }))).toEqual({ ok: true });
    await hers.until(({ heard }) => heard.length > 0);
    his.socket.disconnect();
    await hers.until(({ heard }) => heard.length > 1);
    expect(hers.heard.map(({ event }) => event)).toEqual(['teamChatStartTyping', 'teamChatStopTyping']);
    expect(open(hers.heard[1]!)).toMatchObject({ chatId: id, userId: tom.userId });
  });

  it('connections drop forged, foreign and altered events, and keep their senders connected', async () => {
    const { id } = await start(tom, [eva]);
    const stranger = { customerId: randomUUID(), userId: randomUUID() };
    const [his, hers, other, foreign] = [
      await tabOf(tom),
      await tabOf(eva, 1),
      await tabOf(mia),
      await tabOf(stranger),
    ];
    const body = { chatId: id, userId: eva.userId, typingTime: 3 };
    const { iv, data } = seal(body);
    const bytes = Buffer.from(data, 'base64');
    bytes[12]! ^= 1;
    const answers = new Set<string>();
    for (let index = 0; index < 10; index++) {
      const said = await Promise.all([
        type(other, { iv, data }),
        type(his, { iv, data: bytes.toString('base64') }),
        type(foreign, { iv, data }),
        type(foreign, seal(body, stranger.customerId), stranger.customerId),
      ]);
      for (const ack of said) answers.add(ack.ok ? 'ok' : ack.code);
    }
    expect(answers).not.toContain('ok');
    expect(await type(his, seal(body))).toEqual({ ok: true });
    await hers.until(({ heard }) => heard.length > 0);
    expect(hers.heard).toHaveLength(1);
    for (const tab of [his, hers, other, foreign]) expect(tab.ends).toEqual([]);
  });
});
