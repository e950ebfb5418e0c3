import { randomBytes, randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import type { Fact, RecordedEvent } from '@parley/contracts/events';
import type { UserSettingName } from '@parley/contracts/events/user.events';
import { ConversationHistory } from '@parley/conversations/testing/conversation-history';
import { PushDouble } from '@parley/doubles/push/push-double';
import { newEvent } from '@parley/event-sourcing/store/new-event';
import { PushClient } from '@parley/push/push-client';
import { PushDevices } from '@parley/push/push-devices';
import { PushQueue } from '@parley/push/push-queue';
import { id } from '@parley/testing/event-sourcing/history';
import { eventually } from '@parley/testing/waiting/eventually';
import { TestWorker } from '@parley/server/roles/worker/worker-testing';
import { PersonalNewsReaction } from './personal-news.reaction';
import { PushNews } from './push-news.reaction';
import { PushTeamNews } from './push-team-news.reaction';

const customerId = id('customer');
const chrome =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';

let worker: TestWorker;
let double: PushDouble;
let served: { url: string; close: () => Promise<void> };
let history: ConversationHistory;
let appended = 0;
let last: RecordedEvent | undefined;

beforeAll(async () => {
  double = new PushDouble();
  served = await double.listen();
  worker = await TestWorker.start({ PARLEY_PUSH_SERVICES: served.url });
  history = new ConversationHistory(customerId);
  history.channel('whatsapp');
  history.channel('vip', { users: ['kim'] });
  for (const word of ['eva', 'tom', 'kim']) {
    history.user(word, 'user');
    await signIn(word);
    await choose(word, 'pushNotifyIncomingMessage', '1');
    await choose(word, 'pushNotifyConversationAssigned', '1');
  }
  await settle();
});

afterAll(async () => {
  await worker?.stop();
  await served.close();
});

afterEach(async () => {
  await worker.database.query('delete from parley.push_device');
  double.pushes.length = 0;
});

const get = <T>(type: Type<T>): T => worker.app.get(type, { strict: false });
const who = (word: string) => ({ customerId, userId: id(word) });

/** Appends the new events of the test's history to the log, with the present time, and waits for the views. */
async function settle(): Promise<void> {
  for (const event of history.events.slice(appended)) {
    const fresh = { ...newEvent(event as Fact, { customerId, by: 'test' }), actor: event.actor };
    const { position } = await worker.engines.store.append(event.stream, [fresh], {
      expected: 'any',
      customerId,
    });
    last = { ...event, ...fresh, position };
  }
  appended = history.events.length;
  await worker.engines.views.waitFor('inbox', last!.position, 20_000);
  await worker.engines.views.waitFor('access', last!.position, 20_000);
}

async function signIn(word: string): Promise<void> {
  await worker.database.query(
    `insert into parley.session (id_hash, customer_id, user_id, sealed_tokens, token_expires_at, expires_at)
     values ($1, $2, $3, '', now(), now() + interval '1 hour')`,
    [randomBytes(32), customerId, id(word)],
  );
}

async function choose(word: string, name: UserSettingName, value: string): Promise<void> {
  history.add(`user-${id(word)}`, { type: 'UserSettingChanged', data: { name, value } });
}

async function device(word: string, timeZone = 'Europe/Madrid') {
  const browser = double.subscribe();
  const deviceId = await get(PushDevices).subscribe(
    who(word),
    { ...browser, language: 'en', timeZone },
    chrome,
  );
  return { ...browser, deviceId };
}

/** Starts a conversation that is assigned to a user, with a message of its contact. @returns its name */
async function conversationOf(word: string, text = 'Hello?', channel = 'whatsapp'): Promise<string> {
  const name = randomUUID();
  history.start(name, { contact: `${name} Ruiz`, channel });
  // Users are not notified of conversations that they assign to themselves.
  history.about(name, { type: 'ConversationAssigned', data: { userId: id(word), teamId: null } }, word);
  await settle();
  history.receive(name, text, { contact: `${name} Ruiz`, providerTime: new Date().toISOString() });
  return name;
}

/**
 * Makes the test's own reaction handle the last event, in addition to the worker's, since a repetition must have no
 * effect.
 * @returns number of deliveries, waiting and sent
 */
async function reacted(): Promise<number> {
  await settle();
  await get(PushNews).react(last!);
  // Waits until the worker has handled the event with the present settings, before the test changes them.
  await eventually('the worker has reacted to the last event', async () => {
    const { rows } = await worker.database.query<{ position: string }>(
      'select position from parley.reaction_checkpoint where reaction = $1',
      [get(PushNews).name],
    );
    return (rows[0]?.position ?? '') >= last!.position;
  });
  const { rows } = await worker.database.query<{ count: number }>(
    'select count(*)::integer as count from parley.push_delivery',
  );
  return rows[0]!.count;
}

/** Payloads that the browser with this endpoint received. */
const given = (endpoint: string) =>
  double.pushes.filter((push) => push.endpoint === endpoint).map(({ payload }) => payload);

it('pushes a message once to its assignee, encrypted, with a path to the message', async () => {
  const browser = await device('eva');
  const name = await conversationOf('eva', 'Where is my order?');
  expect(await reacted()).toBe(1);
  await eventually('the message is pushed', () => double.pushes.length > 0);
  expect(await reacted()).toBe(1);
  expect(given(browser.endpoint)).toEqual([
    {
      kind: 'news',
      tag: id(name),
      title: `${name} Ruiz`,
      text: 'Where is my order?',
      path: `/messaging-inbox/${id(name)}?list=personal&entry=${id('Where is my order?')}`,
      why: { label: 'Why this?', path: '/settings/account?why=notifyIncomingMessage' },
      time: expect.any(String) as string,
    },
  ]);
  const [{ topic, ttl }] = double.pushes as [(typeof double.pushes)[number]];
  expect([topic, ttl]).toEqual([id(name).replaceAll('-', ''), 3_600]);
});

it('pushes an assignment to the new assignee, but not to a user who assigned it to themselves', async () => {
  const [eva, tom] = [await device('eva'), await device('tom')];
  const name = randomUUID();
  history.start(name, { contact: name });
  history.about(name, { type: 'ConversationAssigned', data: { userId: id('eva'), teamId: null } }, 'tom');
  expect(await reacted()).toBe(1);
  await eventually('the message is pushed', () => double.pushes.length > 0);
  expect(given(eva.endpoint)).toMatchObject([{ text: 'A conversation was assigned to you.' }]);
  // An assignment withdraws earlier notifications, but not its own, even if the event is handled again.
  expect(await reacted()).toBe(1);
  const other = randomUUID();
  history.start(other, { contact: other });
  history.about(other, { type: 'ConversationAssigned', data: { userId: id('tom'), teamId: null } }, 'tom');
  expect(await reacted()).toBe(1);
  expect(given(tom.endpoint)).toEqual([]);
});

it('pushes nothing from a conversation that the user may not see', async () => {
  await device('eva');
  await conversationOf('eva', 'For Kim alone', 'vip');
  expect(await reacted()).toBe(0);
});

it('pushes nothing to a user who did not choose notifications, is signed out, or has quiet hours', async () => {
  await device('tom');
  await choose('tom', 'pushNotifyIncomingMessage', '0');
  await conversationOf('tom', 'Not chosen');
  expect(await reacted()).toBe(0);

  await choose('tom', 'pushNotifyIncomingMessage', '1');
  await choose('tom', 'quietHours', '1');
  await choose('tom', 'quietFrom', '00:00');
  await choose('tom', 'quietUntil', '00:00');
  await conversationOf('tom', 'At night');
  expect(await reacted()).toBe(0);

  await choose('tom', 'quietHours', '0');
  await worker.database.query('delete from parley.session where user_id = $1', [id('tom')]);
  await conversationOf('tom', 'Signed out');
  expect(await reacted()).toBe(0);
  await signIn('tom');
});

it('pushes neither name nor text to a user who chose to hide them', async () => {
  const browser = await device('kim');
  await choose('kim', 'pushShowsText', '0');
  const name = await conversationOf('kim', 'My password is hunter2');
  await reacted();
  await eventually('the message is pushed', () => double.pushes.length > 0);
  expect(given(browser.endpoint)).toMatchObject([
    { title: 'Parley', text: 'A message in a conversation of yours.', tag: id(name) },
  ]);
  expect(JSON.stringify(double.pushes)).not.toMatch(/hunter2|Ruiz/);
});

it('withdraws a notification from every device once the conversation is read', async () => {
  const [laptop, phone] = [await device('eva'), await device('eva')];
  const name = await conversationOf('eva', 'Read me');
  await reacted();
  await eventually('both devices received a push', () => double.pushes.length === 2);
  history.read(name, 'eva', last!.position);
  await reacted();
  await eventually('both devices received two pushes', () => double.pushes.length === 4);
  for (const { endpoint } of [laptop, phone]) {
    expect(given(endpoint)[1]).toEqual({ kind: 'close', tag: id(name) });
  }
});

it('deletes the texts of sent notifications, and encrypts those of waiting ones', async () => {
  await device('eva');
  double.answerNext(503, { 'Retry-After': '60' });
  await conversationOf('eva', 'Sealed while it waits');
  await reacted();
  await eventually('the delivery is put off', async () => (await deliveries()).some(({ due }) => due > 30));
  expect((await deliveries())[0]?.sealed).toMatch(/^v1\./);
  await worker.database.query('update parley.push_delivery set due_at = now()');
  await worker.database.query('update parley.push_device set last_push_at = null');
  await eventually('the message is pushed', () => double.pushes.length > 0);
  expect(await deliveries()).toMatchObject([{ sealed: null, tries: 2 }]);
});

it('removes a device that the push service does not know any longer', async () => {
  await device('eva');
  double.answerNext(410);
  await conversationOf('eva', 'Anybody there?');
  await reacted();
  await eventually(
    'the device is removed',
    async () => (await get(PushDevices).list(who('eva'))).length === 0,
  );
});

it('sends one notification in place of hundreds that are due together', async () => {
  const browser = await device('eva');
  const deviceId = (await get(PushDevices).list(who('eva')))[0]!.id;
  await get(PushQueue).add(
    Array.from({ length: 300 }, (_, index) => ({
      deviceId,
      key: `${index}`,
      conversationId: id(`${index}`),
      position: last!.position,
      payload: {
        kind: 'news' as const,
        tag: id(`${index}`),
        title: 'Ana',
        text: 'Hello',
        path: '/',
        why: { label: '', path: '' },
        time: new Date().toISOString(),
      },
    })),
  );
  await eventually('the message is pushed', () => double.pushes.length > 0);
  expect(given(browser.endpoint)).toMatchObject([{ tag: 'many', title: 'News in 300 conversations' }]);
});

it('refuses a subscription whose endpoint is no push service', async () => {
  const browser = { ...double.subscribe(), endpoint: 'http://169.254.169.254/latest/meta-data' };
  const subscribing = get(PushDevices).subscribe(
    who('eva'),
    { ...browser, language: 'en', timeZone: 'Europe/Madrid' },
    chrome,
  );
  await expect(subscribing).rejects.toMatchObject({ code: 'push_service_unknown' });
});

it('registers a browser as a device of the user who subscribed last, and encrypts its keys', async () => {
  const browser = double.subscribe();
  const request = { ...browser, language: 'en' as const, timeZone: 'Europe/Madrid' };
  const first = await get(PushDevices).subscribe(who('eva'), request, chrome);
  expect(await get(PushDevices).subscribe(who('eva'), request, chrome)).toBe(first);
  expect(await get(PushDevices).list(who('eva'))).toMatchObject([{ id: first, label: 'Chrome · macOS' }]);
  await get(PushDevices).subscribe(who('tom'), request, chrome);
  expect(await get(PushDevices).list(who('eva'))).toEqual([]);
  await expect(get(PushDevices).remove(who('eva'), first)).rejects.toMatchObject({ code: 'not_found' });
  const { rows } = await worker.database.query(
    'select sealed, sealed_private_key from parley.push_device, parley.push_key',
  );
  expect(JSON.stringify(rows)).not.toContain(browser.auth);
  expect(JSON.stringify(rows)).toMatch(/v1\..*v1\./);
});

it('creates a single key pair, even if several processes create it concurrently', async () => {
  await worker.database.query('delete from parley.push_key');
  const { database, engines } = worker;
  const keys = await Promise.all(
    Array.from({ length: 5 }, () => new PushClient(database, engines.config, engines.masterKey).publicKey()),
  );
  expect(new Set(keys).size).toBe(1);
});

async function deliveries(): Promise<{ sealed: string | null; tries: number; due: number }[]> {
  const { rows } = await worker.database.query<{ sealed: string | null; tries: number; due: number }>(
    'select sealed, tries, extract(epoch from due_at - now())::float as due from parley.push_delivery',
  );
  return rows;
}

it('pushes news of a team chat to participants who chose to be notified, until they have read the chat or are removed from it', async () => {
  const words = ['eva', 'tom', 'kim'];
  const [eva, tom, kim] = await Promise.all(words.map((word) => device(word)));
  const chat = randomUUID();
  const entry = randomUUID();
  const news = get(PushTeamNews);
  const react = async () => {
    await settle();
    await worker.engines.views.waitFor('team_chat', last!.position, 20_000);
    await news.react(last!);
  };
  for (const word of words) {
    await choose(word, 'pushNotifyTeamchatStarted', '1');
    await choose(word, 'pushNotifyTeamchatMessage', '1');
  }
  const by = (word: string) => ({ actor: { type: 'user', id: id(word) } }) as const;
  const userIds = [id('eva'), id('tom')];
  history.add(
    `teamChat-${chat}`,
    { type: 'TeamChatStarted', data: { title: 'Lunch', userIds } } as never,
    by('eva'),
  );
  await react();
  await eventually("Tom's device received one push", () => given(tom!.endpoint).length === 1);
  expect(given(tom!.endpoint)).toMatchObject([
    { title: 'eva · Lunch', text: 'A team chat began.', tag: chat },
  ]);

  const said = { subject: id('eva'), personal: { message: 'Soup at noon?', attachments: [] } };
  const of = { chatId: chat, userId: id('eva'), tmpId: 'tmp-soup-1', replyTo: null, mentions: [] };
  history.add(
    `teamChatEntry-${entry}`,
    { type: 'TeamChatEntrySent', data: { ...of, ...said } } as never,
    by('eva'),
  );
  await react();
  const { position } = last!;
  await eventually("Tom's device received two pushes", () => given(tom!.endpoint).length === 2);
  expect(given(tom!.endpoint)[1]).toMatchObject({ text: 'Soup at noon?', path: `/team-chat/${chat}` });

  const read = { chatId: chat, userId: id('tom'), upTo: position };
  history.add(
    `teamChatParticipant-${randomUUID()}`,
    { type: 'TeamChatRead', data: read } as never,
    by('tom'),
  );
  await react();
  await eventually("Tom's device received three pushes", () => given(tom!.endpoint).length === 3);
  expect(given(tom!.endpoint)[2]).toEqual({ kind: 'close', tag: chat });
  history.add(
    `teamChat-${chat}`,
    { type: 'TeamChatParticipantRemoved', data: { userId: id('tom') } } as never,
    by('eva'),
  );
  await react();
  const more = { ...of, ...said, tmpId: 'tmp-soup-2' };
  history.add(`teamChatEntry-${randomUUID()}`, { type: 'TeamChatEntrySent', data: more } as never, by('eva'));
  await react();
  const { rows } = await worker.database.query<{ kind: string }>(
    `select kind from parley.push_delivery where conversation_id = $1 and kind = 'news' and closed_at is null`,
    [chat],
  );
  expect(rows).toEqual([]);
  expect([given(eva!.endpoint), given(kim!.endpoint)]).toEqual([[], []]);
});

it('pushes a mention in a note according to the user’s setting, and withdraws it once the mention is settled', async () => {
  const [eva, tom] = [await device('eva'), await device('tom')];
  await choose('tom', 'pushNotifyMention', '1');
  const name = randomUUID();
  history.start(name, { contact: name });
  await settle();
  const mention = { commentId: id(`note ${name}`), userId: id('eva') };
  const named = { userIds: [id('tom'), id('kim')], teamIds: [] };
  history.about(name, { type: 'ColleaguesMentioned', data: { ...mention, ...named } }, 'eva');
  await settle();
  await get(PersonalNewsReaction).react(last!);
  await eventually('the message is pushed', () => double.pushes.length > 0);
  expect(given(tom.endpoint)).toMatchObject([
    {
      tag: mention.commentId,
      text: 'A colleague mentions you in a note.',
      path: `/messaging-inbox/${id(name)}?entry=${mention.commentId}`,
    },
  ]);
  expect(given(eva.endpoint)).toEqual([]);
  history.about(
    name,
    { type: 'MentionSettled', data: { commentId: mention.commentId, userId: id('tom') } },
    'tom',
  );
  await settle();
  await get(PersonalNewsReaction).react(last!);
  await eventually("Tom's device received two pushes", () => given(tom.endpoint).length === 2);
  expect(given(tom.endpoint)[1]).toEqual({ kind: 'close', tag: mention.commentId });
});

it('notifies the writer of a scheduled message that was declined', async () => {
  const browser = await device('eva');
  await choose('eva', 'pushNotifyScheduledFailed', '1');
  const name = randomUUID();
  history.start(name, { contact: name });
  await settle();
  const [message, at] = [randomUUID(), new Date().toISOString()];
  const written = {
    subject: id(`contact ${name}`),
    personal: { content: { type: 'text' as const, text: 'Later' }, context: {} },
    contentType: 'text' as const,
    ...{ conversationId: id(name), channelId: id('whatsapp'), contactId: id(`contact ${name}`) },
    clientKey: `${message}:0`,
  };
  const stream = `message-${id(message)}`;
  const held = { ...written, userId: id('eva'), until: at, isScheduled: true };
  history.add(stream, { type: 'MessageHeld', data: held });
  history.add(stream, { type: 'MessageQueued', data: written });
  history.add(stream, { type: 'MessageDeclined', data: { reason: 'outside_window', at } });
  await settle();
  await get(PersonalNewsReaction).react(last!);
  await eventually('the message is pushed', () => double.pushes.length > 0);
  expect(given(browser.endpoint)).toMatchObject([{ text: 'A scheduled message was not sent.' }]);
});
