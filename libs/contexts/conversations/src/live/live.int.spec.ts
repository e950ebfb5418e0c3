import { randomUUID } from 'node:crypto';
import type { Job } from '@parley/contracts/api/jobs';
import { ChangeFeed } from '@parley/event-sourcing/projection/change-feed';
import { CHANGES_CHANNEL } from '@parley/event-sourcing/projection/postgres-views';
import { Authenticator } from '@parley/platform/http/principal';
import { notify } from '@parley/platform/database/notices';
import { tell } from '@parley/realtime/news';
import { Pushes } from '@parley/realtime/pushes';
import { RealtimeInstallation } from '@parley/realtime/testing/realtime-installation';
import { Tab, tokenOf, type AuthenticatorDouble } from '@parley/realtime/testing/realtime-testing';
import { id } from '@parley/testing/event-sourcing/history';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';
import { transcriptView } from '../read/transcript.projector';
import { TranscriptQueries } from '../read/transcript.queries';
import { ConversationHistory } from '../testing/conversation-history';
import { LiveInbox } from './live-inbox';

let installation: RealtimeInstallation;
let apps: RealtimeInstallation['apps'];
let database: RealtimeInstallation['database'];
let store: RealtimeInstallation['store'];
let views: RealtimeInstallation['views'];
let url: string;
let otherUrl: string;
let inbox: InboxQueries;
let transcript: TranscriptQueries;

beforeAll(async () => {
  installation = await RealtimeInstallation.open({
    views: [inboxView, transcriptView],
    live: [LiveInbox],
    providers: [InboxQueries, TranscriptQueries],
  });
  ({ apps, database, store, views } = installation);
  [url, otherUrl] = (await Promise.all(apps.map((app) => app.getUrl()))) as [string, string];
  inbox = apps[0]!.get(InboxQueries);
  transcript = apps[0]!.get(TranscriptQueries);
});
afterAll(() => installation.close());

/**
 * A separate organisation for each test, with its own history. Names are mapped to ids that differ between
 * organisations.
 */
class Organisation {
  readonly customerId = randomUUID();
  readonly story = new ConversationHistory(this.customerId);
  private told = 0;

  word(word: string): string {
    return `${word} of ${this.customerId}`;
  }

  id(word: string): string {
    return id(this.word(word));
  }

  user(word: string, role: 'manager' | 'user' = 'user', forced?: { includeUnassigned: boolean }): void {
    this.story.user(this.word(word), role, forced);
  }

  team(word: string, members: string[]): void {
    this.story.team(
      this.word(word),
      members.map((member) => this.word(member)),
    );
  }

  start(word: string, { readForAll = true } = {}): void {
    const about = { contact: this.word('ana'), channel: this.word('whatsapp') };
    this.story.start(this.word(word), { ...about, readForAll });
  }

  receive(word: string, message: string): void {
    this.story.receive(this.word(word), this.word(message), { contact: this.word('ana') });
  }

  read(word: string, by: string, seenUpTo: string): void {
    this.story.read(this.word(word), this.word(by), seenUpTo);
  }

  echo(word: string, message: string): void {
    this.story.echo(this.word(word), this.word(message), { contact: this.word('ana') });
  }

  assign(word: string, user: string | null, team: string | null = null): void {
    this.story.assign(this.word(word), user && this.word(user), team && this.word(team));
  }

  /**
   * Appends the new events of the history, and waits until the views have folded them.
   * @returns the cursor after them
   */
  async happens(): Promise<string> {
    let position = '';
    for (const { stream, version: _version, position: _position, ...event } of this.story.events.slice(
      this.told,
    )) {
      ({ position } = await store.append(stream, [event], { expected: 'any', customerId: this.customerId }));
    }
    this.told = this.story.events.length;
    expect(await views.waitFor('inbox', position, 10_000)).toBe(true);
    expect(await views.waitFor('transcript', position, 10_000)).toBe(true);
    return position;
  }

  token(word: string, options = {}): string {
    return tokenOf({ userId: this.id(word), customerId: this.customerId }, options);
  }

  tab(word: string, options: object = {}, at = url): Promise<Tab> {
    return opened(new Tab(at, { query: { token: this.token(word) }, ...options })).connected();
  }
}

const tabs: Tab[] = [];
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.socket.disconnect();
});

function opened(tab: Tab): Tab {
  tabs.push(tab);
  return tab;
}

let acme: Organisation;
beforeEach(async () => {
  acme = await organisation();
});

async function organisation(): Promise<Organisation> {
  const made = new Organisation();
  made.story.channel(made.word('whatsapp'));
  made.user('tom');
  made.user('mia', 'manager');
  await made.happens();
  return made;
}

test('pushes the progress of a job to every window of its owner, and to no other user', async () => {
  const windows = [await acme.tab('mia'), await acme.tab('mia', {}, otherUrl)];
  const colleague = await acme.tab('tom');
  const counts = { total: 12, done: 3, skipped: 0, failed: 0, isCounted: true };
  const times = { createdAt: new Date(0).toISOString(), startedAt: null, endedAt: null };
  const job: Job = {
    ...{ id: randomUUID(), kind: 'assignAll', userId: acme.id('mia'), about: {}, state: 'running' },
    ...{ ...counts, ...times, code: null, file: null },
  };
  // Repeats the notice, because a process may not have subscribed yet.
  const again = setInterval(() => {
    void tell(database, database.notices, { to: { userId: acme.id('mia') }, topic: 'job', payload: job });
  }, 50);
  for (const tab of windows) await tab.until(({ jobs }) => jobs.length > 0);
  clearInterval(again);
  expect(windows.map(({ jobs }) => jobs[0])).toEqual([job, job]);
  expect(colleague.jobs).toEqual([]);
});

describe('Pushing changes', () => {
  test('pushes a new message as its row, with the viewer’s own counts', async () => {
    const tab = await acme.tab('tom');
    acme.start('refund');
    acme.receive('refund', 'hello');
    await acme.happens();
    await tab.until(({ inbox }) => inbox.at(-1)?.rows[0]?.unreadMessages === 1);
    expect(tab.inbox.at(-1)).toMatchObject({ view: 'inbox', rows: [{ id: acme.id('refund') }], gone: [] });
    expect(Date.now() - Date.parse(tab.inbox.at(-1)!.liveAt!)).toBeLessThan(60_000);
    const counts = tab.inbox.at(-1)?.counts.find(({ list }) => list === 'new');
    expect(counts).toEqual({ list: 'new', teamId: null, count: 1, unread: 1 });
  });

  test('pushes the row and the counts as each user’s own read state gives them', async () => {
    acme.start('refund', { readForAll: false });
    acme.receive('refund', 'hello');
    const cursor = await acme.happens();
    const tabs = { tom: await acme.tab('tom'), mia: await acme.tab('mia', {}, otherUrl) };
    acme.read('refund', 'tom', cursor);
    const read = await acme.happens();
    for (const [user, unread] of [['tom', 0] as const, ['mia', 1] as const]) {
      const tab = tabs[user];
      await tab.until((told) => (told.inbox.at(-1)?.position ?? '') >= read);
      const push = tab.inbox.at(-1)!;
      expect(push.rows[0]).toMatchObject({ unreadMessages: unread, read: unread === 0 });
      const viewer = await inbox.viewer({ customerId: acme.customerId, userId: acme.id(user) });
      expect(push.rows).toEqual((await inbox.list(viewer, { list: 'new', page: 1 })).chats);
      expect(push.counts).toEqual((await inbox.counts(viewer)).data);
    }
    const again = await acme.tab('mia');
    await again.resume({ inbox: cursor });
    expect(again.chats.get(acme.id('refund'))).toMatchObject({ unreadMessages: 1 });
  });

  test('never pushes rows of another organisation', async () => {
    const other = await organisation();
    const [tom, stranger] = [await acme.tab('mia'), await other.tab('mia')];
    acme.start('refund');
    await acme.happens();
    other.start('order');
    await other.happens();
    await tom.until(({ shown }) => shown.length > 0);
    await stranger.until(({ shown }) => shown.length > 0);
    expect([tom.shown, stranger.shown]).toEqual([[acme.id('refund')], [other.id('order')]]);
  });

  test('makes an organisation’s clients fetch again after a change that cannot be pushed, and does not delay other organisations', async () => {
    const other = await organisation();
    const [tom, stranger] = [await acme.tab('tom'), await other.tab('tom')];
    await database.query(
      `insert into parley.change (view, position, id, parent_id, customer_id, before, after)
       select view, lpad(nextval('event_log.position')::text, 20, '0'), 'no id', 'no id', $1, null, '"not an access"'
         from unnest(array['inbox', 'transcript']) view`,
      [acme.customerId],
    );
    // Notifies like the projector of another process.
    await notify(database, database.notices, CHANGES_CHANNEL, ['another process']);
    await tom.until(({ resets }) => resets.includes('inbox'));
    other.start('order');
    await other.happens();
    await stranger.until(({ shown }) => shown.includes(other.id('order')));
    acme.start('refund');
    await acme.happens();
    await tom.until(({ shown }) => shown.includes(acme.id('refund')));
  });

  test('reports a conversation as gone to a user who may no longer see it, and pushes no further changes of it', async () => {
    acme.user('eva', 'user', { includeUnassigned: false });
    acme.team('sales', ['eva']);
    acme.start('refund');
    acme.assign('refund', null, 'sales');
    const cursor = await acme.happens();
    const eva = await acme.tab('eva');
    expect(await eva.follow({ chatId: acme.id('refund'), position: cursor })).toMatchObject({ ok: true });

    acme.assign('refund', 'tom');
    await acme.happens();
    await eva.until(({ inbox }) => inbox.some(({ gone }) => gone.length > 0));
    expect(eva.inbox.at(-1)).toMatchObject({ rows: [], gone: [acme.id('refund')] });
    expect(eva.inbox.at(-1)?.counts.every(({ count }) => count === 0)).toBe(true);

    const heard = eva.transcript.length;
    acme.receive('refund', 'a secret');
    acme.start('order');
    acme.assign('order', 'eva');
    await acme.happens();
    await eva.until(({ shown }) => shown.includes(acme.id('order')));
    expect(JSON.stringify([eva.inbox, eva.transcript.slice(heard)])).not.toContain('a secret');
  });

  test('makes a user’s clients fetch again if the user’s own access changed', async () => {
    acme.user('eva', 'user', { includeUnassigned: false });
    acme.start('refund');
    acme.assign('refund', null, 'sales');
    await acme.happens();
    const [eva, tom] = [await acme.tab('eva'), await acme.tab('tom')];
    acme.team('sales', ['eva']);
    await acme.happens();
    await eva.until(({ resets }) => resets.length === 2);
    acme.receive('refund', 'hello');
    await acme.happens();
    await eva.until(({ shown }) => shown.length > 0);
    await tom.until(({ shown }) => shown.length > 0);
    expect([eva.resets, tom.resets]).toEqual([['inbox', 'transcript'], []]);
  });

  test('pushes a thread’s entries only to clients that subscribe to the thread', async () => {
    acme.start('refund');
    acme.start('order');
    const cursor = await acme.happens();
    const [tom, mia] = [await acme.tab('tom'), await acme.tab('mia')];
    await tom.follow({ chatId: acme.id('refund'), position: cursor });
    await mia.follow({ chatId: acme.id('order'), position: cursor });
    acme.receive('refund', 'hello');
    acme.receive('order', 'where is it?');
    await acme.happens();
    await tom.until(({ transcript }) => transcript.length > 0);
    await mia.until(({ transcript }) => transcript.length > 0);
    const said = (tab: Tab) =>
      tab.transcript.flatMap(({ chatId, rows }) => rows.map((row) => [chatId, row.id]));
    expect(said(tom)).toEqual([[acme.id('refund'), acme.id('hello')]]);
    expect(said(mia)).toEqual([[acme.id('order'), acme.id('where is it?')]]);
  });

  test('removes an erased contact’s texts from the open list and thread', async () => {
    acme.start('refund');
    acme.receive('refund', 'hello');
    const cursor = await acme.happens();
    const tom = await acme.tab('tom');
    await tom.follow({ chatId: acme.id('refund'), position: cursor });
    acme.story.erase(acme.word('ana'));
    await acme.happens();
    // Waits, because pushes of earlier events may still arrive.
    await tom.until(({ transcript }) => transcript.at(-1)?.rows[0]?.message === null);
    await tom.until(({ inbox }) => inbox.at(-1)?.rows[0]?.lastEntry?.preview === '');
    expect(tom.transcript.at(-1)).toMatchObject({ rows: [{ id: acme.id('hello') }], gone: [] });
    expect(tom.inbox.at(-1)?.rows).toMatchObject([{ contact: { phone: null } }]);
  });

  test('removes an echo that proves to be an own message from the open thread', async () => {
    acme.start('refund');
    acme.echo('refund', 'echo');
    const cursor = await acme.happens();
    const tom = await acme.tab('tom');
    await tom.follow({ chatId: acme.id('refund'), position: cursor });
    acme.story.say(acme.word('echo'), { type: 'MessageAliased', data: { messageId: acme.id('ours') } });
    await acme.happens();
    await tom.until(({ transcript }) => transcript.at(-1)?.gone.length === 1);
    expect(tom.transcript.at(-1)).toMatchObject({ rows: [], gone: [acme.id('echo')] });
  });
});

describe('Resuming after a disconnection', () => {
  test('sends the missed changes, and applying them twice makes no difference', async () => {
    acme.start('refund');
    const cursor = await acme.happens();
    (await acme.tab('tom')).socket.disconnect();
    acme.receive('refund', 'hello');
    acme.receive('refund', 'anybody there?');
    acme.start('order');
    await acme.happens();

    const customer = { customerId: acme.customerId };
    const viewer = await inbox.viewer({ userId: acme.id('tom'), ...customer });
    const { chats } = await inbox.list(viewer, { list: 'new', page: 1 });
    const read = { chatId: acme.id('refund'), page: 1, limit: 50 };
    const { entries } = await transcript.entries(viewer, read);

    const tab = await acme.tab('tom');
    const thread = { chatId: acme.id('refund'), position: cursor };
    for (let time = 0; time < 2; time++) {
      expect(await tab.resume({ inbox: cursor, transcript: thread })).toMatchObject({ ok: true });
      expect(tab.chats).toEqual(new Map(chats.map((chat) => [chat.id, chat])));
      const messages = entries.filter(({ type }) => type === 'text');
      expect(tab.entries).toEqual(new Map(messages.map((entry) => [entry.id, entry])));
    }
  });

  test('drops the request of a broken connection without delaying other requests', async () => {
    const [changes, pushes] = [apps[0]!.get(ChangeFeed), apps[0]!.get(Pushes)];
    const since = changes.since.bind(changes);
    let letGo = () => undefined as void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const looks = jest.spyOn(changes, 'since').mockImplementation(async (...args) => {
      await held;
      return since(...args);
    });
    const resume = pushes.resume.bind(pushes);
    let bothAsked = () => undefined as void;
    const asked = new Promise<void>((resolve) => (bothAsked = resolve));
    const resumes = jest.spyOn(pushes, 'resume').mockImplementation((...args) => {
      if (resumes.mock.calls.length === 2) bothAsked();
      return resume(...args);
    });
    acme.start('refund');
    const cursor = await acme.happens();
    const window = { extraHeaders: { 'websocket-id': 'window-1' } };
    const [stays, breaks] = [await acme.tab('tom'), await acme.tab('mia', window)];
    const answer = stays.resume({ inbox: cursor });
    void breaks.resume({ inbox: cursor }).catch(() => undefined);
    await asked;
    const back = acme.tab('mia', window);
    await breaks.until(({ ends }) => ends.includes('disconnect'));
    letGo();
    expect(await answer).toMatchObject({ ok: true });
    await back;
    expect(looks).toHaveBeenCalledTimes(1);
    for (const spy of [looks, resumes]) spy.mockRestore();
  });

  test('reports a row as gone that appeared and disappeared during the disconnection', async () => {
    acme.user('eva', 'user', { includeUnassigned: false });
    acme.start('refund');
    const cursor = await acme.happens();
    acme.assign('refund', 'eva');
    await acme.happens();
    acme.assign('refund', 'tom');
    await acme.happens();
    const eva = await acme.tab('eva');
    await eva.resume({ inbox: cursor });
    // `liveAt` is null for a change that the client missed and now receives late.
    const missed = eva.inbox.find(({ liveAt }) => liveAt === null);
    expect(missed).toMatchObject({ rows: [], gone: [acme.id('refund')] });
  });

  test('loses no message and shows no stale row while the connection breaks repeatedly', async () => {
    acme.start('refund');
    let cursor = await acme.happens();
    const pouring = (async () => {
      for (let n = 0; n < 40; n++) {
        acme.receive('refund', `message ${n}`);
        await acme.happens();
      }
    })();
    const seen = new Map<string, number>();
    let unread = 0;
    for (let n = 0; n < 5; n++) {
      const tab = await acme.tab('tom');
      const thread = { chatId: acme.id('refund'), position: cursor };
      expect(await tab.resume({ inbox: cursor, transcript: thread })).toMatchObject({ ok: true });
      const goal = (n + 1) * 8;
      await tab.until(({ inbox }) => (inbox.at(-1)?.rows[0]?.unreadMessages ?? 0) >= goal);
      if (n === 4) {
        await pouring;
        await tab.until(({ inbox }) => inbox.at(-1)?.rows[0]?.unreadMessages === 40);
        await tab.until(({ transcript }) => new Set([...seen.keys(), ...idsIn(transcript)]).size === 40);
      }
      for (const push of tab.inbox) {
        const now = push.rows[0]?.unreadMessages ?? 0;
        expect(now).toBeGreaterThanOrEqual(unread);
        unread = now;
      }
      for (const message of idsIn(tab.transcript)) seen.set(message, 1);
      // Resumes from the older of the two cursors, so that changes that either view missed are sent again.
      const cursors = [tab.inbox.at(-1)?.position, tab.transcript.at(-1)?.position ?? cursor];
      cursor = cursors.sort()[0] ?? cursor;
      tab.socket.disconnect();
    }
    expect(seen.size).toBe(40);
  });

  test('answers with a reset if the cursor is older than the stored changes, or from another log', async () => {
    acme.start('refund');
    const cursor = await acme.happens();
    const tab = await acme.tab('tom');
    await database.query('update parley.view_checkpoint set changes_after = position');
    expect(await tab.resume({ inbox: cursor })).toMatchObject({ ok: true });
    expect(tab.resets).toEqual([]);
    await tab.resume({
      inbox: '0'.repeat(20),
      transcript: { chatId: acme.id('refund'), position: '0'.repeat(20) },
    });
    await tab.resume({ inbox: '9'.repeat(20) });
    expect(tab.resets).toEqual(['inbox', 'transcript', 'inbox']);
  });

  test('answers with a reset if the client missed more than 500 changes', async () => {
    acme.start('refund');
    const cursor = await acme.happens();
    const live = await acme.tab('tom');
    acme.start('order');
    const head = await acme.happens();
    await live.until(({ shown }) => shown.includes(acme.id('order')));
    await database.query(
      `insert into parley.change (view, position, id, parent_id, customer_id)
       select 'inbox', $1, gen_random_uuid(), gen_random_uuid(), $2 from generate_series(1, 501)`,
      [head, acme.customerId],
    );
    const tab = await acme.tab('mia');
    await tab.resume({ inbox: cursor });
    expect([tab.resets, tab.inbox]).toEqual([['inbox'], []]);
  });

  test('answers with a reset if the cursor is older than a change of the user’s own access', async () => {
    const cursor = await acme.happens().then(() => views.checkpoint('inbox'));
    acme.team('sales', ['tom']);
    await acme.happens();
    const [tom, mia] = [await acme.tab('tom'), await acme.tab('mia')];
    await tom.resume({ inbox: cursor });
    await mia.resume({ inbox: cursor });
    expect([tom.resets, mia.resets]).toEqual([['inbox'], []]);
  });
});

describe('Sockets of two processes', () => {
  it('sockets of two processes get the same pushes', async () => {
    const tabs = [await acme.tab('mia'), await acme.tab('mia', {}, otherUrl)];
    acme.start('refund');
    acme.receive('refund', 'hello');
    await acme.happens();
    const last = (tab: Tab) => tab.chats.get(acme.id('refund'))?.lastEntry;
    // The push of the conversation may arrive before that of its first entry.
    for (const tab of tabs) await tab.until(() => last(tab)?.preview.startsWith('hello') === true);
    expect(last(tabs[0]!)).toEqual(last(tabs[1]!));
  });
});

describe('The presence of users in a conversation', () => {
  const refund = () => acme.id('refund');
  const look = (isTyping = false) => ({ chatId: refund(), isTyping });
  beforeEach(async () => {
    acme.start('refund');
    await acme.happens();
  });

  it('presence is pushed to colleagues in every process as a user comes, types, leaves and closes the window', async () => {
    const [tom, here, there] = [
      await acme.tab('tom'),
      await acme.tab('mia'),
      await acme.tab('mia', {}, otherUrl),
    ];
    const untilPresent = async (...names: string[]) => {
      for (const tab of [here, there]) await tab.until(() => tab.presentIn(refund()).join() === names.join());
    };
    expect(await tom.look(look())).toEqual({ ok: true });
    await untilPresent(acme.id('tom'));
    await tom.look(look(true));
    await untilPresent(`${acme.id('tom')} types`);
    await tom.look(null);
    await untilPresent();
    await tom.look(look());
    await untilPresent(acme.id('tom'));
    tom.socket.disconnect();
    await untilPresent();
  });

  it('presence is sent in full to a client that connects later', async () => {
    const tom = await acme.tab('tom');
    await tom.look(look());
    acme.start('order');
    const position = await acme.happens();
    const mia = await acme.tab('mia', {}, otherUrl);
    expect(await mia.resume({ inbox: position })).toMatchObject({ ok: true });
    await mia.until(() => mia.presentIn(refund()).length === 1);
    expect(mia.presences.some(({ isAll }) => isAll)).toBe(true);
  });

  it('presence is not pushed to a user who may not see the conversation, until they may', async () => {
    acme.user('lee', 'user', { includeUnassigned: false });
    acme.assign('refund', 'tom');
    await acme.happens();
    const other = await organisation();
    const [tom, lee, mia, stranger] = [
      await acme.tab('tom'),
      await acme.tab('lee'),
      await acme.tab('mia'),
      await other.tab('mia'),
    ];
    await tom.look(look(true));
    await mia.until(() => mia.presentIn(refund()).length === 1);
    for (const tab of [lee, stranger]) {
      expect(await tab.look(look())).toEqual({ ok: false, code: 'not_found' });
      expect(tab.presences).toEqual([]);
    }
    expect(mia.presentIn(refund())).toEqual([`${acme.id('tom')} types`]);
    acme.assign('refund', 'lee');
    await acme.happens();
    await lee.until(() => lee.presentIn(refund()).length === 1);
  });

  it('presence drops a user who may no longer see the conversation, even if the client reports it again', async () => {
    acme.user('lee', 'user', { includeUnassigned: false });
    acme.assign('refund', 'lee');
    await acme.happens();
    const [lee, mia] = [await acme.tab('lee'), await acme.tab('mia')];
    await lee.look(look());
    await mia.until(() => mia.presentIn(refund()).length === 1);
    acme.assign('refund', 'tom');
    await acme.happens();
    expect(await lee.look(look())).toEqual({ ok: false, code: 'not_found' });
    await mia.until(() => mia.presentIn(refund()).length === 0);
  });

  it('rejects malformed reports of presence', async () => {
    const tom = await acme.tab('tom');
    for (const odd of [{}, { chatId: refund() }, { ...look(), isTyping: 'yes' }, 'refund', 7])
      expect(await tom.look(odd as never)).toMatchObject({ ok: false });
  });
});

describe('A client’s rights', () => {
  test('rejects subscribing to or resuming a conversation of another organisation', async () => {
    const other = await organisation();
    other.start('order');
    const position = await other.happens();
    const tab = await acme.tab('mia');
    const refused = { ok: false, code: 'not_found' };
    for (const chatId of [other.id('order'), randomUUID(), 'order', '../order', { $ne: null }]) {
      const thread = { chatId: chatId as string, position };
      expect(await tab.follow(thread)).toEqual(refused);
      expect(await tab.resume({ transcript: thread })).toEqual(refused);
    }
    other.receive('order', 'a secret');
    await other.happens();
    acme.start('refund');
    await acme.happens();
    await tab.until(({ shown }) => shown.length > 0);
    expect(tab.transcript).toEqual([]);
  });

  test('rejects messages to rooms that the client may not see', async () => {
    const other = await organisation();
    acme.start('refund');
    const position = await acme.happens();
    const [tom, mia, stranger] = [await acme.tab('tom'), await acme.tab('mia'), await other.tab('tom')];
    await mia.follow({ chatId: acme.id('refund'), position });

    const odd = ['', ' ', '*', 'customer-', `customer-${acme.customerId} `, 'conversation-x', '__proto__'];
    const foreign = [`customer-${acme.customerId}`, `conversation-${acme.id('refund')}`, mia.socket.id ?? ''];
    for (const room of [...foreign, ...odd]) {
      expect(await stranger.say([room], 'forged')).toMatchObject({ ok: false });
      // If one room of a request is refused, the server refuses all of its rooms.
      expect(await stranger.say([`customer-${other.customerId}`, room], 'forged')).toMatchObject({
        ok: false,
      });
    }
    expect(await stranger.say([foreign[0]!])).toEqual({ ok: false, code: 'not_found' });

    const rooms = [`customer-${acme.customerId}`, `conversation-${acme.id('refund')}`];
    expect(await tom.say(rooms)).toEqual({ ok: true });
    await mia.until(({ heard }) => heard.length === 2);
    expect(mia.heard.map((event) => [event.data, event.rooms])).toEqual(
      rooms.map((room) => ['typing', [room]]),
    );
    expect([tom.heard, stranger.heard]).toEqual([[], []]);
  });

  test('rejects every event of a user who may not read the inbox, and pushes nothing to that user', async () => {
    const eva = acme.id('eva');
    const { refused } = apps[0]!.get<AuthenticatorDouble>(Authenticator);
    refused.add(`${eva}/inbox:read`);
    const [tab, tom] = [await acme.tab('eva'), await acme.tab('tom')];
    acme.start('refund');
    acme.receive('refund', 'hello');
    const position = await acme.happens();
    const room = `customer-${acme.customerId}`;
    const answers = [
      await tab.resume({ inbox: position }),
      await tab.follow({ chatId: acme.id('refund'), position }),
      await tab.say([room]),
    ];
    expect(answers).toEqual(Array(3).fill({ ok: false, code: 'not_authorized' }));
    await tom.until(({ shown }) => shown.length > 0);
    expect([tab.inbox, tom.heard]).toEqual([[], []]);

    refused.add(`${eva}/auth:read`);
    const another = opened(new Tab(url, { query: { token: acme.token('eva') } }));
    await another.until(({ ends }) => ends.length > 0);
    expect(another.ends).toEqual(['not_authorized']);
  });
});

function idsIn(pushes: Tab['transcript']): string[] {
  return pushes.flatMap(({ rows }) => rows.map((row) => row.id));
}
