import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import { keyOfRepeat } from '@parley/contracts/api/client-key';
import type { SendRequest } from '@parley/contracts/api/conversations.requests';
import type { TestMessage } from '@parley/contracts/api/test-channel';
import type {
  ChannelEvent,
  ChannelSettings,
  OpenHours,
  RecordedEvent,
  SlaPolicy,
} from '@parley/contracts/events';
import { schemaVersionOf } from '@parley/contracts/events/upcasters/upcast';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import type { Viewer } from '@parley/access-rules/viewer';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import { AskSurvey } from '@parley/conversations/write/ask-survey';
import { AutoArchive } from '@parley/conversations/write/auto-archive';
import { AutomaticReplyReaction } from '@parley/conversations/write/automatic-reply.reaction';
import { ToConversation } from '@parley/conversations/domain/conversation';
import { ToMessage } from '@parley/conversations/domain/message';
import { TellSla } from '@parley/conversations/write/tell-sla';
import { SendMessage } from '@parley/conversations/write/send-message';
import { UndoSend } from '@parley/conversations/write/undo-send';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import { verifyView } from '@parley/event-sourcing/projection/verify';
import { views } from '../../features';
import { TestWorker } from './worker-testing';
import { InboundConsumer } from '@parley/messages/inbound.consumer';
import { eventually } from '@parley/testing/waiting/eventually';
import { viewsShow } from '../../testing/all-views-show';

const customerId = randomUUID();
const tom = { customerId, userId: randomUUID() };
/** A time on a Wednesday in Madrid, outside of business hours. */
const night = '2026-05-13T20:00:00.000Z';
const office: OpenHours[] = [{ from: '09:00', to: '17:00' }];
const answering: Partial<ChannelSettings> = {
  welcomeMessage: 'Welcome!',
  outOfOffice: { weekdays: 'Back at nine.', weekends: null },
  businessHours: {
    timeZone: 'Europe/Madrid',
    days: { mon: office, tue: office, wed: office, thu: office, fri: office, sat: [], sun: [] },
  },
};

let worker: TestWorker;
let database: TestWorker['database'];
let engines: TestWorker['engines'];
let app: TestWorker['app'];
let now: string;

beforeAll(async () => {
  worker = await TestWorker.start();
  ({ database, engines, app } = worker);
  app.get(AutomaticReplyReaction).now = () => now;
});
beforeEach(() => {
  now = night;
});
afterAll(async () => {
  await worker.stop();
});

async function connectChannel(settings: Partial<ChannelSettings>): Promise<string> {
  const id = randomUUID();
  const connection: ConnectChannel['connection'] = {
    name: 'Test',
    platform: 'test',
    provider: 'test',
    customerCareWindowLength: 24,
    readForAll: true,
    mandatoryAssign: true,
    teamIds: [],
    userIds: [],
    providerAccountId: null,
    businessAccountId: null,
    apiBaseUrl: null,
  };
  await app.get(CommandBus).execute(new ConnectChannel(id, connection, {}, requestedNow(tom)));
  await change(id, settings);
  return id;
}

async function record(channelId: string, fact: ChannelEvent): Promise<void> {
  const { commandId: id, now: time, ...metadata } = requestedNow(tom);
  await engines.store.append(
    `channel-${channelId}`,
    [{ ...fact, ...metadata, id, time, schemaVersion: schemaVersionOf(fact.type) }],
    { expected: 'any', customerId },
  );
  await shown();
}

const change = (channelId: string, settings: Partial<ChannelSettings>) =>
  record(channelId, { type: 'ChannelSettingsChanged', data: { settings } });

/**
 * The views that these tests and their commands read. Waiting for all views would take longer, since some gather
 * events for up to a second.
 */
const readViews = ['access', 'channels', 'inbox', 'transcript'];

/** Waits until `readViews` show the newest event of the log. */
const shown = () => viewsShow(engines, readViews, undefined, 20_000);

/** A webhook with a message from Ana's phone, received at `now`. */
function written(channelId: string, message: Partial<TestMessage> = {}) {
  const event = {
    type: 'message',
    id: randomUUID(),
    from: { phone: '+34612345678' },
    text: 'Hi',
    ...message,
  };
  const webhook = {
    customerId,
    channelId,
    provider: 'test',
    receivedAt: now,
    body: Buffer.from(JSON.stringify({ events: [event] })).toString('base64'),
    contentType: 'application/json',
  };
  const value = Buffer.from(JSON.stringify(webhook));
  return { key: channelId, id: randomUUID(), value, headers: {}, partition: 0, offset: '0' };
}

async function write(channelId: string, message: Partial<TestMessage> = {}): Promise<void> {
  await app.get(InboundConsumer).process(written(channelId, message));
  await settled();
}

/** Waits until the reaction for automatic replies has processed the last message. */
async function settled(): Promise<void> {
  const [last] = (await eventsOf('message-', 'MessageReceived')).slice(-1);
  await eventually('the automatic reply has processed the last message', async () => {
    const { rows } = await database.query<{ position: string }>(
      `select position from parley.reaction_checkpoint where reaction = 'automatic-reply'`,
    );
    return (rows[0]?.position ?? '') >= (last?.position ?? '');
  });
  await shown();
}

async function chatOf(channelId: string): Promise<Chat> {
  await shown();
  const { rows } = await database.query<{ id: string }>(
    'select id from inbox.conversation where channel_id = $1',
    [channelId],
  );
  const [found] = await app.get(InboxQueries).rowsByIds(customerId, [rows[0]!.id]);
  return found!.chat;
}

const viewer: Viewer = {
  ...tom,
  role: 'admin',
  teamIds: [],
  channelIds: null,
  forcedTeamFilter: null,
  expandedTeamFilter: false,
};

/** The thread, oldest first: messages and events. */
async function threadOf(channelId: string): Promise<ChatEntry[]> {
  const chat = await chatOf(channelId);
  const page = { chatId: chat.id, page: 1, limit: 100 };
  const transcript = app.get(TranscriptQueries);
  const { entries } = await transcript.entries(viewer, page);
  return entries.reverse();
}

async function saidIn(channelId: string): Promise<(string | null)[]> {
  return (await threadOf(channelId)).filter(({ type }) => type !== 'event').map(({ message }) => message);
}

async function eventsOf(prefix: string, type: string): Promise<RecordedEvent[]> {
  const done = new AbortController();
  const events: RecordedEvent[] = [];
  for await (const batch of engines.store.subscribeAll({ prefixes: [prefix], signal: done.signal })) {
    events.push(...batch.events.filter((event) => event.type === type));
    if (batch.caughtUp) done.abort();
  }
  return events;
}

const tomSends = async (channelId: string, text: string) => {
  const { id } = await chatOf(channelId);
  const request = { chat: { id }, content: { text }, idempotencyKey: randomUUID() };
  await app.get(SendMessage).send(viewer, request, requestedNow(tom));
  await shown();
};

describe('A contact who writes', () => {
  it('gets one welcome, and one out-of-office message per closed period, with the product as their author', async () => {
    const channelId = await connectChannel({ ...answering, mandatoryAssign: true });
    await write(channelId);
    await write(channelId, { text: 'Anybody?' });
    now = '2026-05-14T04:00:00.000Z';
    await write(channelId, { text: 'Still nobody?' });
    expect(await saidIn(channelId)).toEqual(['Hi', 'Welcome!', 'Back at nine.', 'Anybody?', 'Still nobody?']);
    now = '2026-05-14T15:00:00.000Z';
    await write(channelId, { text: 'And tonight?' });
    expect((await saidIn(channelId)).slice(-2)).toEqual(['And tonight?', 'Back at nine.']);
    const thread = await threadOf(channelId);
    await eventually(
      'three messages are sent',
      async () => (await threadOf(channelId)).filter(({ status }) => status === 'sent').length === 3,
    );
    expect(thread.find(({ message }) => message === 'Welcome!')).toMatchObject({
      direction: 'out',
      createdByEntity: 'system',
      createdById: null,
    });
    // An automatic reply does not count as a reply, so all of the contact's messages are still unread.
    expect(await chatOf(channelId)).toMatchObject({
      unreadMessages: 4,
      status: 'open',
      lastEntry: { direction: 'out', createdByEntity: 'system' },
    });
  });

  it('is greeted by name, or without a name if the name is unknown', async () => {
    const texts = { ...answering, welcomeMessage: 'Welcome {{contact.name}}!' };
    const named = await connectChannel(texts);
    await write(named, { from: { phone: '+34612345601', name: 'Ana' } });
    expect(await saidIn(named)).toContain('Welcome Ana!');
    const unnamed = await connectChannel(texts);
    await write(unnamed, { from: { phone: '+34612345602' } });
    expect(await saidIn(unnamed)).toContain('Welcome!');
  });

  it('gets the out-of-office message for a message to an archived conversation, which is reopened', async () => {
    const channelId = await connectChannel({ ...answering, welcomeMessage: null });
    now = '2026-05-13T10:00:00.000Z';
    await write(channelId);
    await archive(channelId);
    now = night;
    await write(channelId, { text: 'Hello again' });
    expect(await saidIn(channelId)).toEqual(['Hi', 'Hello again', 'Back at nine.']);
    await eventually('the conversation is open', async () => (await chatOf(channelId)).status === 'open');
  });

  it('gets no reply to an automatic message or an old one', async () => {
    const channelId = await connectChannel(answering);
    await write(channelId, { isAutomatic: true, text: 'I am away' });
    expect(await saidIn(channelId)).toEqual(['I am away']);
    const late = await connectChannel(answering);
    await write(late, { time: '2026-05-12T10:00:00.000Z' });
    expect(await saidIn(late)).toEqual(['Hi']);
  });

  it('gets no reply to messages from before the texts were set, even if views are rebuilt', async () => {
    const channelId = await connectChannel({});
    await write(channelId);
    await change(channelId, answering);
    for (const view of views) await rebuildView(engines.store, database, view);
    await settled();
    expect(await saidIn(channelId)).toEqual(['Hi']);
    await write(channelId, { text: 'Anybody?' });
    expect(await saidIn(channelId)).toEqual(['Hi', 'Anybody?', 'Back at nine.']);
  });

  it('gets no reply on a disconnected channel, and leaves no dead letter', async () => {
    const channelId = await connectChannel(answering);
    await record(channelId, { type: 'ChannelDisconnected', data: {} });
    await write(channelId);
    expect(await saidIn(channelId)).toEqual(['Hi']);
    expect((await database.query('select from parley.parked_reaction')).rowCount).toBe(0);
  });

  it('gets no welcome after an agent has written', async () => {
    now = new Date().toISOString();
    const channelId = await connectChannel({ mandatoryAssign: false });
    await write(channelId);
    await tomSends(channelId, 'May we help you?');
    await change(channelId, { welcomeMessage: 'Welcome!' });
    now = new Date().toISOString();
    await write(channelId, { text: 'Please' });
    expect(await saidIn(channelId)).toEqual(['Hi', 'May we help you?', 'Please']);
  });
});

describe('A crash', () => {
  const steps = /^(AliasClaimed|Contact|ConversationStarted|MessageReceived|MessageQueued)/;

  it.each(['before', 'after'])(
    '%s any append leads to exactly one welcome and one out-of-office message',
    async (when) => {
      const append = engines.store.append.bind(engines.store);
      for (let survived = 0; ; survived++) {
        const channelId = await connectChannel(answering);
        const message = written(channelId, { from: { id: `visitor ${when} ${survived}` } });
        let appends = 0;
        const crash = jest.spyOn(engines.store, 'append').mockImplementation(async (...args) => {
          const counts = steps.test(args[1][0]?.type ?? '');
          if (!counts || appends++ !== survived) return append(...args);
          if (when === 'after') await append(...args);
          throw new Error('crashed');
        });
        await app
          .get(InboundConsumer)
          .process(message)
          .catch(() => undefined);
        await app.get(InboundConsumer).process(message);
        await settled();
        crash.mockRestore();
        // The restarted process does not know which steps were completed, so the reaction runs again.
        const received = (await eventsOf('message-', 'MessageReceived')).at(-1)!;
        await app.get(AutomaticReplyReaction).react(received);
        expect(await saidIn(channelId)).toEqual(['Hi', 'Welcome!', 'Back at nine.']);
        if (appends > survived) continue;
        // The test has simulated a crash at each append: contact, conversation, message and both replies.
        expect(survived).toBeGreaterThanOrEqual(6);
        break;
      }
    },
  );
});

describe('An SLA target', () => {
  const promise = async (slaPolicies: SlaPolicy[]) => {
    const fact = {
      type: 'CustomerSettingChanged',
      data: { name: 'slaPolicies', value: slaPolicies },
    } as const;
    const { commandId: id, now: time, ...metadata } = requestedNow(tom);
    await engines.store.append(
      `customer-${customerId}`,
      [{ ...fact, ...metadata, id, time, schemaVersion: schemaVersionOf(fact.type) }],
      { expected: 'any', customerId },
    );
    await shown();
  };
  const gold = (channelId: string): SlaPolicy => ({
    ...{ id: randomUUID(), name: 'Gold', channelIds: [channelId], teamIds: [], tagIds: [] },
    targets: { firstReply: 30, nextReply: null, resolve: null },
    ...{ isPriorityOnly: false, countsBusinessHours: false, pausesForContact: true, warnsAtPercent: 50 },
  });
  const told = async (channelId: string) =>
    (await threadOf(channelId)).flatMap(({ event }) => (event?.name === 'chat::sla' ? event.stage : []));
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  beforeEach(() => (now = new Date().toISOString()));
  afterEach(() => promise([]));

  it('is recorded as breached once, even if its command is issued again, and ends with the reply', async () => {
    const channelId = await connectChannel({ mandatoryAssign: false });
    await promise([gold(channelId)]);
    await write(channelId, { time: minutesAgo(40) });
    await eventually('the SLA is breached', async () => (await chatOf(channelId)).sla?.stage === 'breached');
    const stream = `conversation-${(await chatOf(channelId)).id}`;
    const due = { stream, command: 'tell-sla', at: now, customerId };
    await Promise.all([app.get(TellSla).issue(due), app.get(TellSla).issue(due)]);
    await rebuildView(
      engines.store,
      database,
      views.find(({ name }) => name === 'inbox')!,
    );
    await shown();
    expect(await told(channelId)).toEqual(['breached']);
    await tomSends(channelId, 'Sorry for the wait');
    expect((await chatOf(channelId)).sla).toBeUndefined();
  });

  it('is recorded once by two processes that find it breached at the same moment', async () => {
    const channelId = await connectChannel({ mandatoryAssign: false });
    await write(channelId, { time: minutesAgo(40) });
    const { id } = await chatOf(channelId);
    const slaTold = {
      clock: 'firstReply',
      policyId: randomUUID(),
      since: minutesAgo(40),
      dueAt: now,
    } as const;
    const tell = (commandId: string) =>
      app
        .get(CommandBus)
        .execute(
          new ToConversation(
            id,
            { type: 'TellSla', stage: 'breached', told: slaTold },
            { ...requestedNow(tom), commandId },
          ),
        );
    await Promise.all([tell(randomUUID()), tell(randomUUID()), tell(randomUUID())]);
    expect(await told(channelId)).toEqual(['breached']);
  });

  it('is recorded as warned before it is breached; its conversation is sorted first and found by the filter', async () => {
    const channelId = await connectChannel({});
    await write(channelId, { time: minutesAgo(20) });
    expect((await chatOf(channelId)).sla).toBeUndefined();
    await promise([gold(channelId)]);
    await eventually('the SLA is warned', async () => (await chatOf(channelId)).sla?.stage === 'warned');
    expect(await told(channelId)).toEqual(['warned']);
    const { chats } = await app
      .get(InboxQueries)
      .list(viewer, { list: 'new', page: 1, sortBy: 'slaDue', sla: ['warned'] });
    expect(chats.map((chat) => chat.channelId)).toEqual([channelId]);
    const all = await app.get(InboxQueries).list(viewer, { list: 'new', page: 1, sortBy: 'slaDue' });
    expect(all.chats[0]?.channelId).toBe(channelId);
  });
});

describe('A contact whose conversation was archived', () => {
  const survey = { question: 'How did we do, from 1 to 5?', thanks: 'Thank you!' };
  beforeEach(() => (now = new Date().toISOString()));

  const resolve = async (channelId: string) => {
    const { id } = await chatOf(channelId);
    const seenUpTo = (await engines.store.head())!;
    const archiving = new ToConversation(id, { type: 'Archive', seenUpTo }, requestedNow(tom));
    await app.get(CommandBus).execute(archiving);
    const about = `conversation-${id}`;
    const planned = async () => (await eventsOf(about, 'SurveyPlanned')).at(-1);
    await eventually('the survey is planned', async () => (await planned()) !== undefined);
    const { at } = (await planned())!.data as { at: string };
    return { stream: about, command: 'ask-survey', at, customerId };
  };
  const told = async (channelId: string) =>
    (await threadOf(channelId)).flatMap(({ event }) => (event?.name === 'chat::survey' ? event : []));

  it('is surveyed once; a reply with only a number is the rating, and further text reopens the conversation', async () => {
    const channelId = await connectChannel({ survey, mandatoryAssign: false });
    await write(channelId);
    await tomSends(channelId, 'Done');
    const due = await resolve(channelId);
    await Promise.all([app.get(AskSurvey).issue(due), app.get(AskSurvey).issue(due)]);
    expect(await saidIn(channelId)).toEqual(['Hi', 'Done', survey.question]);

    await write(channelId, { text: '4' });
    await eventually('the survey has its thanks', async () =>
      (await saidIn(channelId)).includes(survey.thanks),
    );
    expect(await told(channelId)).toEqual([{ name: 'chat::survey', score: 4, reason: null }]);
    const chat = await chatOf(channelId);
    // The conversation is closed, and its first message is still unread.
    expect(chat).toMatchObject({ status: 'closed', unreadMessages: 1 });
    expect(chat.waitingSince ?? null).toBeNull();

    await write(channelId, { text: 'Though it took long' });
    await eventually('the conversation is open', async () => (await chatOf(channelId)).status === 'open');
    expect(await eventsOf(due.stream, 'SurveyCommented')).toHaveLength(1);
    expect((await chatOf(channelId)).unreadMessages).toBe(2);
    await rebuildView(
      engines.store,
      database,
      views.find(({ name }) => name === 'inbox')!,
    );
    expect((await chatOf(channelId)).unreadMessages).toBe(2);
  });

  it('is not surveyed outside the care window, and the thread shows the reason', async () => {
    const channelId = await connectChannel({
      survey,
      mandatoryAssign: false,
      customerCareWindowLength: 1,
    });
    await write(channelId, { time: new Date(Date.now() - 59 * 60_000).toISOString() });
    await tomSends(channelId, 'Done');
    const due = await resolve(channelId);
    const asking = app.get(AskSurvey);
    asking.now = () => new Date(Date.now() + 5 * 60_000).toISOString();
    await asking.issue(due).finally(() => (asking.now = () => new Date().toISOString()));
    expect(await saidIn(channelId)).toEqual(['Hi', 'Done']);
    expect(await told(channelId)).toEqual([{ name: 'chat::survey', score: null, reason: 'window_closed' }]);
  });
});

/** Makes the automatic archiving due, so that the scheduler archives the conversation. */
async function archive(channelId: string): Promise<void> {
  await change(channelId, { autoArchive: { afterHours: 24, direction: 'any' } });
  await database.query(`update inbox.due set at = now() where stream = $1`, [
    `conversation-${(await chatOf(channelId)).id}`,
  ]);
  await eventually('the conversation is closed', async () => (await chatOf(channelId)).status === 'closed');
  await change(channelId, { autoArchive: null });
}

describe('A conversation that has been silent for long enough', () => {
  it('is archived when it is due, with an event in the thread, and keeps its unread messages', async () => {
    now = new Date().toISOString();
    const channelId = await connectChannel({ autoArchive: { afterHours: 24, direction: 'in' } });
    await write(channelId);
    const chat = await chatOf(channelId);
    expect(chat.status).toBe('open');
    const { rowCount } = await database.query('update inbox.due set at = now() where stream = $1', [
      `conversation-${chat.id}`,
    ]);
    expect(rowCount).toBe(1);
    await eventually('the conversation is closed', async () => (await chatOf(channelId)).status === 'closed');
    expect((await threadOf(channelId)).at(-1)?.event).toEqual({ name: 'chat::archived', afterHours: 24 });
    expect((await chatOf(channelId)).unreadMessages).toBe(1);
    expect((await database.query('select from inbox.due')).rowCount).toBe(0);

    await write(channelId, { text: 'Me again' });
    await eventually('the conversation is open', async () => (await chatOf(channelId)).status === 'open');
    expect((await chatOf(channelId)).unreadMessages).toBe(2);
    expect((await database.query('select from inbox.due')).rowCount).toBe(1);
  });

  const dueNow = async (channelId: string) => {
    const stream = `conversation-${(await chatOf(channelId)).id}`;
    return { stream, command: 'auto-archive', at: new Date().toISOString(), customerId };
  };

  it('is not archived by a late scheduler if the rule no longer applies', async () => {
    now = new Date().toISOString();
    const channelId = await connectChannel({ autoArchive: { afterHours: 24, direction: 'in' } });
    await write(channelId);
    await app.get(AutoArchive).issue(await dueNow(channelId));
    expect((await chatOf(channelId)).status).toBe('open');
  });

  it('is reopened if a message was received while the conversation was being archived', async () => {
    now = '2026-05-13T10:00:00.000Z';
    const channelId = await connectChannel({});
    await write(channelId);
    const due = await dueNow(channelId);
    const inbox = app.get(InboxQueries);
    jest.spyOn(inbox, 'dueArchive').mockImplementationOnce(async () => {
      await app.get(InboundConsumer).process(written(channelId, { text: 'Wait!' }));
      return { afterHours: 24, unassign: false };
    });
    await app.get(AutoArchive).issue(due);
    await eventually(
      'the thread shows the reopening',
      async () => (await threadOf(channelId)).at(-1)?.event?.name === 'chat::unarchived',
    );
    const lines = (await threadOf(channelId)).flatMap(({ event }) => (event ? [event.name] : []));
    expect(lines).toEqual(['chat::created', 'chat::archived', 'chat::unarchived']);
    expect((await chatOf(channelId)).status).toBe('open');
  });

  it('is unassigned if the channel is set to unassign archived conversations', async () => {
    const channelId = await connectChannel({ unassignOnArchive: true });
    await write(channelId);
    const { id } = await chatOf(channelId);
    const nobody = { userId: null, teamId: null };
    const to = { ...nobody, userId: tom.userId };
    const assign = new ToConversation(id, { type: 'Assign', to, expected: nobody }, requestedNow(tom));
    await app.get(CommandBus).execute(assign);
    await change(channelId, { autoArchive: { afterHours: 24, direction: 'any' } });
    await eventually('the conversation is closed', async () => (await chatOf(channelId)).status === 'closed');
    expect((await chatOf(channelId)).assignedUserId).toBeNull();
  });
});

describe('A message with delayed send', () => {
  const send = async (channelId: string, text: string, more: Partial<SendRequest> = {}) => {
    const { id } = await chatOf(channelId);
    const request = { chat: { id }, content: { text }, idempotencyKey: randomUUID(), ...more };
    await app.get(SendMessage).send(viewer, request, requestedNow(tom));
    await shown();
    return request.idempotencyKey;
  };
  const withdraw = async (key: string, who = tom) => {
    const answer = await app.get(UndoSend).withdraw(key, requestedNow(who));
    await shown();
    return answer;
  };

  it('is sent when its time has come, signed, in the name of its writer', async () => {
    now = new Date().toISOString();
    const channelId = await connectChannel({ mandatoryAssign: false });
    await write(channelId);
    await record(channelId, {
      type: 'ChannelSettingsChanged',
      data: { settings: { automaticSignature: 'append-agent-name' } },
    });
    await addTom();
    await send(channelId, 'On its way', { holdForSeconds: 1 });
    const [, held] = (await threadOf(channelId)).filter(({ type }) => type !== 'event');
    expect(held).toMatchObject({ message: 'On its way', status: 'pending' });
    expect(held?.heldUntil).not.toBeNull();
    // The message is only in the thread so far: the list does not show the conversation as replied to.
    expect((await chatOf(channelId)).lastEntry?.preview).toBe('Hi');

    await eventually('a message is sent', async () =>
      (await threadOf(channelId)).some(({ status }) => status === 'sent'),
    );
    const sent = (await threadOf(channelId)).at(-1)!;
    expect(sent).toMatchObject({
      ...{ id: held!.id, message: 'On its way\nTom', status: 'sent', heldUntil: null },
      ...{ createdById: tom.userId, createdByEntity: 'user' },
    });
    expect((await chatOf(channelId)).lastEntry).toMatchObject({ id: held!.id, createdById: tom.userId });
    expect((await database.query('select from transcript.due')).rowCount).toBe(0);
  });

  it('is removed when its send is undone, which only its writer can do', async () => {
    now = new Date().toISOString();
    const channelId = await connectChannel({ mandatoryAssign: false });
    await write(channelId);
    const key = await send(channelId, 'Too soon', { holdForSeconds: 30 });
    const eva = { customerId, userId: randomUUID() };
    await expect(withdraw(key, eva)).rejects.toThrow(NotFound);
    await expect(withdraw(key, { ...tom, customerId: randomUUID() })).rejects.toThrow(NotFound);
    expect(await saidIn(channelId)).toEqual(['Hi', 'Too soon']);
    expect(await withdraw(key)).toMatchObject({ withdrawn: [`${key}:0`] });
    expect(await withdraw(key)).toMatchObject({ withdrawn: [`${key}:0`] });
    expect(await saidIn(channelId)).toEqual(['Hi']);
    expect((await chatOf(channelId)).lastEntry?.preview).toBe('Hi');
    expect((await database.query('select from transcript.due')).rowCount).toBe(0);
    for (const view of views) {
      expect(await verifyView(engines.store, database, view)).toMatchObject({ difference: null });
    }
  });

  it('cannot be undone once it is sent', async () => {
    now = new Date().toISOString();
    const channelId = await connectChannel({ mandatoryAssign: false });
    await write(channelId);
    const key = await send(channelId, 'At once');
    await expect(withdraw(key)).rejects.toMatchObject({ code: 'already_sent' });
  });

  it('can be sent again with the same words if it was declined, but not if it was sent', async () => {
    now = new Date().toISOString();
    const channelId = await connectChannel({ mandatoryAssign: false });
    await write(channelId);
    await send(channelId, 'Did this arrive?');
    await eventually(
      'the last message is sent',
      async () => (await threadOf(channelId)).at(-1)?.status === 'sent',
    );
    const first = (await threadOf(channelId)).at(-1)!;
    const again = { content: { retryOf: first.id } };
    await expect(send(channelId, '', again)).rejects.toMatchObject({ code: 'not_retryable' });
    const report = { type: 'Report', status: 'declined', reason: 'unreachable', at: now } as const;
    await app.get(CommandBus).execute(new ToMessage(first.id, report, requestedNow(tom)));
    await send(channelId, '', again);
    expect((await saidIn(channelId)).slice(1)).toEqual([first.message, first.message]);
    const elsewhere = await connectChannel({ mandatoryAssign: false });
    await write(elsewhere);
    await expect(send(elsewhere, '', again)).rejects.toThrow(NotFound);
  });

  it('is not sent a third time if an older release had queued the retry and the response to that was lost', async () => {
    now = new Date().toISOString();
    const channelId = await connectChannel({ mandatoryAssign: false });
    await write(channelId);
    const key = await send(channelId, 'Did this arrive?');
    await eventually(
      'the last message is sent',
      async () => (await threadOf(channelId)).at(-1)?.status === 'sent',
    );
    const first = (await threadOf(channelId)).at(-1)!;
    const report = { type: 'Report', status: 'declined', reason: 'unreachable', at: now } as const;
    await app.get(CommandBus).execute(new ToMessage(first.id, report, requestedNow(tom)));
    // In older releases, a retry had an idempotency key of its own, like any other send.
    const idempotencyKey = await send(channelId, 'Did this arrive?', {
      idempotencyKey: keyOfRepeat(first.id),
    });
    await send(channelId, '', { content: { retryOf: first.id }, idempotencyKey });
    expect(await saidIn(channelId)).toHaveLength(3);
    // Even a retry with the failed message's own key is taken to be the same retry.
    await send(channelId, '', { content: { retryOf: first.id }, idempotencyKey: key });
    expect(await saidIn(channelId)).toHaveLength(4);
  });

  it('is refused if it still contains a variable that was not filled in', async () => {
    now = new Date().toISOString();
    const channelId = await connectChannel({ mandatoryAssign: false });
    await write(channelId);
    await expect(send(channelId, 'Dear {{contact.name}}')).rejects.toMatchObject({
      code: 'unresolved_variables',
      detail: '{{contact.name}}',
    });
  });
});

async function addTom(): Promise<void> {
  const { commandId: id, now: time, ...metadata } = requestedNow(tom);
  const personal = { displayName: 'Tom', email: 'tom@harbour.example' };
  await engines.store.append(
    `user-${tom.userId}`,
    [
      {
        ...{ type: 'UserAdded', data: { subject: tom.userId, personal, role: 'user' } },
        ...{ ...metadata, id, time, schemaVersion: schemaVersionOf('UserAdded') },
      },
    ],
    { expected: 'any', customerId },
  );
  await shown();
}
