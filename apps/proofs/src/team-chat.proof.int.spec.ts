import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Tab, tokenOf } from '@parley/realtime/testing/realtime-testing';
import { Proof } from '@parley/testing/proof/proof';
import type { Viewer } from '@parley/team-chat/read/team-chat.queries';
import { seal, TeamInstallation } from '@parley/team-chat/testing/team-installation';
import { TeamWindow } from '@parley/team-chat/testing/team-window';

const PEOPLE = 3;
const WINDOWS = 3;
const proof = new Proof('team-chat', { unit: 'messages', small: 40, full: 2_000 });
/** Number of messages per cut of the connections, and per forged event. */
const MESSAGES_A_CUT = 4;
const MESSAGES_A_FORGERY = 2;

let installation: TeamInstallation;
let apps: INestApplication[];
let urls: string[];

beforeAll(async () => {
  installation = await TeamInstallation.open();
  const { realtime } = installation;
  apps = [await realtime.start({ LIMITS: 'off' }), await realtime.start({ LIMITS: 'off' })];
  urls = apps.map(
    (app) => `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}`,
  );
}, 60_000);
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await installation.close();
});

interface Log {
  words: string[];
  /**
   * For each user id, the position up to which the user has received the entries (`delivered`), and up to which they
   * have read them (`read`).
   */
  delivered: Map<string, string>;
  read: Map<string, string>;
  unread: Map<string, number>;
}

/** Computes a chat's entries, read positions and counts from the log alone. */
async function logOf(chatId: string, people: Viewer[], upTo: string): Promise<Log> {
  const entries: { position: string; userId: string; message: string }[] = [];
  const [delivered, read] = [new Map<string, string>(), new Map<string, string>()];
  const rise = (marks: Map<string, string>, userId: string, to: string) =>
    marks.set(userId, [marks.get(userId) ?? '', to].sort()[1]!);
  const stop = new AbortController();
  const prefixes = ['teamChatEntry-', 'teamChatParticipant-'];
  for await (const batch of installation.realtime.store.subscribeAll({ prefixes, signal: stop.signal })) {
    for (const { type, data, position } of batch.events) {
      const said = data as { chatId: string; userId: string; upTo: string; personal: { message: string } };
      if (said.chatId !== chatId) continue;
      if (type === 'TeamChatEntrySent')
        entries.push({ position, userId: said.userId, message: said.personal.message });
      const to = type === 'TeamChatEntrySent' ? position : said.upTo;
      rise(delivered, said.userId, to);
      if (type !== 'TeamChatDelivered') rise(read, said.userId, to);
    }
    if ((batch.events.at(-1)?.position ?? '') >= upTo) break;
  }
  stop.abort();
  const isUnread = (userId: string) => (entry: (typeof entries)[number]) =>
    entry.userId !== userId && entry.position > (read.get(userId) ?? '');
  const unread = new Map(people.map(({ userId }) => [userId, entries.filter(isUnread(userId)).length]));
  return { words: entries.map(({ message }) => message), delivered, read, unread };
}

test(
  'each window shows every message once and in order, with the same counts and ticks as the log, despite cut connections and repeated sends, and no window receives a forged event',
  async () => {
    const { chats, queries } = installation;
    const customerId = randomUUID();
    const people: Viewer[] = [];
    while (people.length < PEOPLE) people.push(await installation.person(customerId));
    const outsider = await installation.person(customerId);
    const stranger = await installation.person(randomUUID());
    const removed = await installation.person(customerId);
    const [first, ...others] = people as [Viewer, ...Viewer[]];
    const userIds = [...others, removed].map(({ userId }) => userId);
    const { id: chatId } = await installation.shown(
      await chats.start(first, { userIds }, requestedNow(first)),
    );
    const leaving = { remove: [removed.userId] };
    await installation.shown(await chats.change(first, chatId, leaving, requestedNow(first)));
    const windows = people.flatMap((me) =>
      Array.from({ length: WINDOWS }, (_, nth) => new TeamWindow(installation, urls[nth % 2]!, me, chatId)),
    );
    for (const window of windows) await window.open();
    const tabOf = (me: Viewer) => new Tab(urls[0]!, { auth: { token: tokenOf(me) } }).connected();
    const own = await tabOf(first);
    const forgers = [own, await tabOf(outsider), await tabOf(removed), await tabOf(stranger)];

    const says = async (nth: number) => {
      const me = proof.random.pick(people);
      const said = { tmpId: randomUUID(), message: `message ${nth}` };
      const send = () => chats.send(me, chatId, said, requestedNow(me));
      const [sent] = await Promise.all([send(), ...(proof.random.chance(0.2) ? [send()] : [])]);
      return sent.position;
    };
    const forge = async () => {
      const claimed = { chatId, userId: first.userId, userName: 'Tom', typingTime: 3 };
      const sealed = seal(claimed, customerId);
      const altered = Buffer.from(sealed.data, 'base64');
      altered[proof.random.below(12)]! ^= 1 + proof.random.below(255);
      const event = { event: 'teamChatStartTyping', rooms: [`customer-${customerId}`], ...sealed };
      const spoilt = [
        { ...event, ...seal(claimed, stranger.customerId) },
        { ...event, data: altered.toString('base64') },
        { ...event, rooms: [`customer-${randomUUID()}`] },
      ];
      // A valid event from a participant's own window would not be forged, so that window sends only invalid ones.
      const from = proof.random.pick(forgers);
      const forged = proof.random.pick(from === own ? spoilt : [event, ...spoilt]);
      const ack = (await from.socket.emitWithAck('emitClientEvent', forged)) as { ok: boolean };
      expect(ack.ok).toBe(false);
    };

    let last = '';
    let [cuts, forgeries] = [0, 0];
    for (let nth = 0; nth < proof.count; nth++) {
      const cut = nth % MESSAGES_A_CUT === 0 ? proof.random.pick(windows) : null;
      const status = proof.random.chance(0.5) ? ('read' as const) : ('delivered' as const);
      const reader = proof.random.pick(people);
      const [position] = await Promise.all([
        says(nth),
        cut?.cut(),
        proof.random.chance(0.3) && chats.mark(reader, chatId, { status }, requestedNow(reader)),
        nth % MESSAGES_A_FORGERY === 0 && forge(),
      ]);
      last = [last, position].sort()[1]!;
      if (cut) cuts++;
      if (nth % MESSAGES_A_FORGERY === 0) forgeries++;
      proof.progress(nth + 1);
    }
    const bye = await chats.send(
      first,
      chatId,
      { tmpId: randomUUID(), message: 'That was all' },
      requestedNow(first),
    );
    await installation.shown(bye);
    const log = await logOf(chatId, people, bye.position);
    expect(log.words).toHaveLength(proof.count + 1);
    for (const window of windows) {
      await window.settled(bye.position, log.words.length);
      expect(window.words).toEqual(log.words);
      const { unreadMessages, participants } = window.row!;
      expect(unreadMessages).toBe(log.unread.get(window.me.userId));
      for (const { userId, deliveredUpTo, readUpTo, from } of participants) {
        expect([deliveredUpTo, readUpTo]).toEqual([
          log.delivered.get(userId) ?? from,
          log.read.get(userId) ?? from,
        ]);
      }
      const counted = await queries.counts(window.me);
      expect(counted.find(({ id }) => id === chatId)?.unreadMessages ?? 0).toBe(unreadMessages);
    }
    // The first event that all windows of the other participants receive has to be this genuine one.
    const genuine = { event: 'teamChatStartTyping', rooms: [`customer-${customerId}`] };
    const sealed = seal({ chatId, typingTime: 3 }, customerId);
    expect(await own.socket.emitWithAck('emitClientEvent', { ...genuine, ...sealed })).toEqual({ ok: true });
    const hearing = windows.filter(({ me }) => me.userId !== first.userId);
    await Promise.all(hearing.map((window) => window.hears()));
    expect(windows.map(({ heard }) => heard)).toEqual(
      windows.map(({ me }) => (me.userId === first.userId ? 0 : 1)),
    );
    expect(forgers.map(({ heard, ends }) => [heard, ends])).toEqual(forgers.map(() => [[], []]));
    proof.report(proof.count, { cuts, forged: forgeries, windows: windows.length });
    for (const window of windows) window.close();
    for (const { socket } of forgers) socket.disconnect();
  },
  proof.timeout(90, 1_800),
);
