import { randomInt, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { MailRate } from '@parley/channels/email/mail-rate';
import { InboundPublisher } from '@parley/channels/http/inbound-publisher';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import { whatsAppConnection } from '@parley/channels/testing/connection';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import type { RecordedEvent } from '@parley/contracts/events';
import type { InboundWebhook } from '@parley/contracts/topics';
import { ToContact } from '@parley/contacts/domain/contact';
import { type ConversationCommand, ToConversation } from '@parley/conversations/domain/conversation';
import { CountedLinks } from '@parley/conversations/links/counted-links';
import { SendMessage } from '@parley/conversations/write/send-message';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import type { Viewer } from '@parley/access-rules/viewer';
import type { DeliveredMessage } from '@parley/platform/bus/bus';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import { GraphDouble } from '@parley/doubles/graph/graph-double';
import { Config } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';
import { ParkedMessages } from '@parley/platform/bus/parked-messages';
import { processMetrics } from '@parley/platform/telemetry/metrics';
import { Storage } from '@parley/platform/storage/storage';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { eventually } from '@parley/testing/waiting/eventually';
import { views } from '../../features';
import { TestWorker } from './worker-testing';
import { allViewsShow } from '../../testing/all-views-show';
import { InboundConsumer } from '@parley/messages/inbound.consumer';
import { OutboundConsumer } from '@parley/messages/outbound.consumer';
import { SentMessages } from '@parley/messages/sent-messages';

const fixtures = resolve(
  __dirname,
  '../../../../../libs/contexts/channels/src/adapters/whatsapp-cloud/fixtures',
);
const samples = readdirSync(fixtures).filter((file) => /^(in|status|echo)_.*\.json$/.test(file));
const customerId = randomUUID();
const sender = { customerId, userId: randomUUID() };

let worker: TestWorker;
let database: TestWorker['database'];
let engines: TestWorker['engines'];
let app: TestWorker['app'];
let graph: GraphDouble;
let double: { url: string; close: () => Promise<void> };

beforeAll(async () => {
  worker = await TestWorker.start();
  ({ database, engines, app } = worker);
  graph = new GraphDouble({ appSecret: 'app-secret', inventMedia: true });
  double = await graph.listen();
});

afterAll(async () => {
  await worker.stop();
  await double.close();
});

/** The provider's account of each channel. */
const accounts = new Map<string, string>();

async function connectChannel(owner = customerId): Promise<string> {
  const id = randomUUID();
  const context = requestedNow({ ...sender, customerId: owner });
  const account = String(randomInt(1e12, 9e12));
  accounts.set(id, account);
  const settings = whatsAppConnection(account, double.url);
  const { position } = await app
    .get(CommandBus)
    .execute(
      new ConnectChannel(id, settings, { 'access-token': 'token', 'app-secret': 'app-secret' }, context),
    );
  await caughtUp('channels', position);
  await caughtUp('inbox', position);
  return id;
}

async function caughtUp(view: string, position: string | null): Promise<void> {
  expect(await engines.views.waitFor(view, position ?? '', 20_000)).toBe(true);
}

/** Waits until every view has folded the whole log. */
const shown = () => allViewsShow(engines);

function webhookOf(channelId: string, body: Buffer): DeliveredMessage {
  const webhook: InboundWebhook = {
    customerId,
    channelId,
    provider: 'whatsapp-cloud',
    receivedAt: '2026-05-01T10:00:00.000Z',
    body: body.toString('base64'),
    contentType: 'application/json',
  };
  const value = Buffer.from(JSON.stringify(webhook));
  return { key: channelId, id: randomUUID(), value, headers: {}, partition: 0, offset: '0' };
}

async function entriesOf(channelId: string): Promise<ChatEntry[]> {
  await shown();
  const { rows } = await database.query<{ id: string }>(
    `select e.id from transcript.entry e join inbox.conversation c on c.id = e.conversation_id
      where c.channel_id = $1 and e.type <> 'event'`,
    [channelId],
  );
  return app.get(TranscriptQueries).entriesByIds(
    customerId,
    rows.map((row) => row.id),
  );
}

const receive = (channelId: string, body: Buffer) =>
  app.get(InboundConsumer).process(webhookOf(channelId, addressedTo(accounts.get(channelId)!, body)));

/** The same webhook body, addressed to another account. */
function addressedTo(account: string, body: Buffer): Buffer {
  return Buffer.from(body.toString().replace(/("phone_number_id"\s*:\s*)("[^"]*"|\d+)/g, `$1"${account}"`));
}
const sampleOf = (file: string) => readFileSync(join(fixtures, file));

/**
 * Events by which a sample is recorded, for samples that are about another message; every other sample adds an entry.
 */
const recordedBy: Record<string, string[]> = {
  'echo_revoke.json': ['MessageDeleted'],
  'in_edit_image.json': ['MessageEdited'],
  // These samples remove a reaction that does not exist, so they add no event.
  'in_reaction_removed_absent.json': [],
  'in_reaction_removed_empty.json': [],
  'status_delivered.json': ['MessageDelivered'],
  'status_delivered_bsuid.json': ['MessageDelivered'],
  'status_failed_130472.json': ['MessageDeclined'],
  'status_failed_131026.json': ['MessageDeclined'],
  'status_failed_131047_window.json': ['MessageDeclined'],
  'status_failed_131053_media.json': ['MessageDeclined'],
  'status_group_read.json': ['MessageRead'],
  'status_read.json': ['MessageRead'],
  'status_sent.json': ['MessageAcknowledged'],
  'status_sent_old_cbp.json': ['MessageAcknowledged'],
};

describe('Every sample of the provider', () => {
  it.each(samples)('%s is recorded once, even if it is posted five times', async (file) => {
    const channelId = await connectChannel();
    const after = (await engines.store.head()) ?? undefined;
    await Promise.all(Array.from({ length: 5 }, () => receive(channelId, sampleOf(file))));
    // Ignores events of files, since files of earlier samples may only be stored now.
    const said = (await eventsAfter(after, 'message-'))
      .map(({ type }) => type)
      .filter((type) => !type.startsWith('Asset'));
    const entries = await entriesOf(channelId);
    if (file in recordedBy) {
      expect(said).toEqual(recordedBy[file]);
      expect(entries).toEqual([]);
    } else {
      const isEcho = file.startsWith('echo_');
      expect(said).toEqual([isEcho ? 'MessageEchoed' : 'MessageReceived']);
      expect(entries.map(({ direction }) => direction)).toEqual([isEcho ? 'out' : 'in']);
    }
  });
});

describe('An image', () => {
  it('keeps its file when its caption is edited', async () => {
    const channelId = await connectChannel();
    await receive(
      channelId,
      messageOf({ type: 'image', image: { id: '77', mime_type: 'image/png', caption: 'one' } }),
    );
    await eventually(
      'the asset is stored',
      async () => (await entriesOf(channelId))[0]?.assets[0]?.state === 'stored',
    );
    const message = { type: 'image', image: { id: '77', mime_type: 'image/png', caption: 'two' } };
    const edit = { type: 'edit', edit: { original_message_id: 'wamid.picture', message } };
    await receive(channelId, messageOf({ ...edit, id: 'wamid.edit' }));
    expect((await entriesOf(channelId))[0]).toMatchObject({ message: 'two', assets: [{ state: 'stored' }] });
  });

  it('is fetched if an edit adds it', async () => {
    const channelId = await connectChannel();
    await receive(channelId, messageOf({ type: 'image', image: { id: '77', mime_type: 'image/png' } }));
    const message = { type: 'image', image: { id: '78', mime_type: 'image/png', caption: 'another' } };
    const edit = { type: 'edit', edit: { original_message_id: 'wamid.picture', message } };
    await receive(channelId, messageOf({ ...edit, id: 'wamid.edit' }));
    await eventually('the edited picture is stored', async () => {
      const [entry] = await entriesOf(channelId);
      return entry?.message === 'another' && entry.assets[0]?.state === 'stored';
    });
  });
});

describe('A crash', () => {
  it('after any step leaves nothing undone once the webhook is delivered again', async () => {
    const append = engines.store.append.bind(engines.store);
    for (let survived = 0; ; survived++) {
      const channelId = await connectChannel();
      const webhook = webhookOf(
        channelId,
        addressedTo(accounts.get(channelId)!, sampleOf('in_text_bsuid_no_phone.json')),
      );
      let appends = 0;
      const crash = jest.spyOn(engines.store, 'append').mockImplementation((...args) => {
        if (args[0].startsWith('channel-')) return append(...args);
        if (appends++ >= survived) return Promise.reject(new Error('crashed'));
        return append(...args);
      });
      const outcome = await app
        .get(InboundConsumer)
        .process(webhook)
        .then(
          () => 'done',
          () => 'crashed',
        );
      crash.mockRestore();
      await app.get(InboundConsumer).process(webhook);
      expect((await entriesOf(channelId)).map(({ message }) => message)).toEqual([
        'Does it come in another color?',
      ]);
      if (outcome === 'done') break;
    }
    const { rows } = await database.query(
      `select 1 from contacts.contact where bsuid = 'US.13491208655302741918' and customer_id = $1`,
      [customerId],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('Sending', () => {
  let channelId: string;
  let chatId: string;
  let viewer: Viewer;

  beforeEach(async () => {
    channelId = await connectChannel();
    await receive(channelId, sampleOf('in_text.json'));
    await shown();
    const { rows } = await database.query<{ id: string }>(
      'select id from inbox.conversation where channel_id = $1',
      [channelId],
    );
    chatId = rows[0]!.id;
    viewer = {
      customerId,
      userId: sender.userId,
      role: 'admin',
      teamIds: [],
      channelIds: null,
      forcedTeamFilter: null,
      expandedTeamFilter: false,
    };
    graph.sends.length = 0;
  });

  const send = (text: string, idempotencyKey = randomUUID()) =>
    app
      .get(SendMessage)
      .send(viewer, { chat: { id: chatId }, content: { text }, idempotencyKey }, requestedNow(sender));
  const outgoing = async () => (await entriesOf(channelId)).filter(({ direction }) => direction === 'out');
  const textsSent = () => graph.sends.map(({ body }) => (body.text as { body: string }).body);

  it('calls the provider once for five concurrent requests of the client', async () => {
    const key = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => send('On its way', key)));
    await eventually('the message is sent', async () => (await outgoing())[0]?.status === 'sent');
    expect(textsSent()).toEqual(['On its way']);
    expect(await outgoing()).toHaveLength(1);
  });

  /** A consumer with caches of its own, as another process has it. */
  const consumer = () =>
    new OutboundConsumer(
      app.get(ChannelQueries),
      app.get(Aggregates),
      app.get(CommandBus),
      app.get(Storage),
      app.get(Config),
      app.get(InboundPublisher),
      app.get(SentMessages, { strict: false }),
      app.get(MasterKey),
      app.get(MailRate, { strict: false }),
      app.get(CountedLinks, { strict: false }),
    );
  const deliveryOf = (messageId: string): DeliveredMessage => {
    const value = Buffer.from(JSON.stringify({ customerId, messageId }));
    return { key: chatId, id: randomUUID(), value, headers: {}, partition: 0, offset: '0' };
  };

  it('calls the provider once if several processes take the message from the bus', async () => {
    const append = engines.store.append.bind(engines.store);
    const starting: (() => void)[] = [];
    // Two consumers of this test and the running worker's: none records its attempt before all three have read the
    // message as waiting.
    const meet = jest.spyOn(engines.store, 'append').mockImplementation(async (...args) => {
      if (args[1][0]?.type === 'MessageSendStarted' && starting.length < 3) {
        const met = new Promise<void>((resolve) => starting.push(resolve));
        if (starting.length === 3) for (const go of starting) go();
        await met;
      }
      return append(...args);
    });
    const { entries } = await send('once');
    const delivered = deliveryOf(entries[0]!.id);
    await Promise.all([consumer(), consumer()].map((one) => one.process(delivered)));
    meet.mockRestore();
    await eventually('the message is sent', async () => (await outgoing())[0]?.status === 'sent');
    expect(textsSent()).toEqual(['once']);
  });

  it('records the provider’s response even if another process had recorded an unknown outcome', async () => {
    const answer = graph.holdNext();
    const { entries } = await send('slow');
    await eventually('WhatsApp has the message', () => graph.sends.length === 1);
    await consumer().process(deliveryOf(entries[0]!.id));
    expect((await outgoing())[0]?.status).toBe('unknown');
    answer();
    await eventually('the message is sent', async () => (await outgoing())[0]?.status === 'sent');
    expect(textsSent()).toEqual(['slow']);
  });

  it('records the provider’s response even if the log is busy at first', async () => {
    const append = engines.store.append.bind(engines.store);
    let refused = 0;
    const busy = jest.spyOn(engines.store, 'append').mockImplementation((...args) => {
      if (args[1][0]?.type !== 'MessageSent' || refused === 2) return append(...args);
      refused++;
      return Promise.reject(new CodedError('busy'));
    });
    await send('hello');
    await eventually('the message is sent', async () => (await outgoing())[0]?.status === 'sent');
    busy.mockRestore();
    expect(refused).toBe(2);
    expect(textsSent()).toEqual(['hello']);
    const facts: string[] = [];
    const stream = `message-${(await outgoing())[0]!.id}`;
    for await (const { type } of engines.store.readStream(stream, { customerId })) facts.push(type);
    expect(facts).toEqual(['MessageQueued', 'MessageSendStarted', 'MessageSent']);
  });

  it('keeps the order of a conversation’s messages', async () => {
    for (let number = 1; number <= 10; number++) await send(String(number));
    await eventually('every message is sent', async () =>
      (await outgoing()).every(({ status }) => status === 'sent'),
    );
    expect(textsSent()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  });

  it('shows the reason for which the provider declined', async () => {
    graph.failNext({ code: 131047, details: 'more than 24 hours' });
    await send('hello?');
    await eventually('the message is declined', async () => (await outgoing())[0]?.status === 'declined');
    expect((await outgoing())[0]).toMatchObject({ statusReason: 'outside_window' });
  });

  it('gives different reasons for a number unknown to WhatsApp and for a contact whom an earlier message reached', async () => {
    const reasonOf = async (text: string) =>
      (await outgoing()).find(({ message }) => message === text)?.statusReason ?? null;
    const report = (status: object) =>
      receive(
        channelId,
        reported({ id: graph.sends.at(-1)!.externalId, timestamp: '1777629600', ...status }),
      );
    graph.failNext({ code: 131026 });
    await send('Are you there?');
    await eventually(
      'the reason of the refusal is shown',
      async () => (await reasonOf('Are you there?')) === 'not_whatsapp_registered',
    );
    await send('Hello');
    await eventually('one message is sent', async () =>
      (await outgoing()).some(({ status }) => status === 'sent'),
    );
    await report({ status: 'delivered' });
    await shown();
    graph.failNext({ code: 131026 });
    await send('Refused at once');
    await eventually(
      'the message is declined at once',
      async () => (await reasonOf('Refused at once')) === 'unreachable',
    );
    await send('Refused later');
    await eventually(
      'one message is sent',
      async () => (await outgoing()).filter(({ status }) => status === 'sent').length === 1,
    );
    await report({ status: 'failed', errors: [{ code: 131026 }] });
    await eventually(
      'the message is declined later',
      async () => (await reasonOf('Refused later')) === 'unreachable',
    );
  });

  it('defers a message while the provider refuses it temporarily, and sends it when it is due', async () => {
    app.get(OutboundConsumer).patienceMs = 0;
    graph.failNext({ code: 130429, status: 429 });
    await send('whenever you can');
    await eventually('the message waits', async () => (await outgoing())[0]?.statusReason === 'waiting');
    expect((await outgoing())[0]?.status).toBe('pending');
    expect(textsSent()).toEqual([]);
    const { rowCount } = await database.query('update transcript.due set at = now()');
    expect(rowCount).toBe(1);
    await eventually('the message is sent', async () => (await outgoing())[0]?.status === 'sent');
    expect((await outgoing())[0]?.statusReason).toBeNull();
    expect(textsSent()).toEqual(['whenever you can']);
    expect((await database.query('select from transcript.due')).rowCount).toBe(0);
  });

  it('shows an unknown outcome, does not send again, and accepts the provider’s status', async () => {
    graph.loseNext();
    const { entries } = await send('did you get this?');
    await eventually('the status is unknown', async () => (await outgoing())[0]?.status === 'unknown');
    expect(textsSent()).toEqual(['did you get this?']);
    await receive(channelId, statusOf({ id: 'wamid.lost', status: 'delivered', opaque: entries[0]!.id }));
    await eventually('the message is delivered', async () => (await outgoing())[0]?.status === 'delivered');
  });

  it('accepts statuses before the provider’s response to the send, in any order and repeatedly', async () => {
    const answer = graph.holdNext();
    await send('quick');
    await eventually('WhatsApp has the message', () => graph.sends.length === 1);
    const externalId = graph.sends[0]!.externalId;
    const statuses = ['read', 'sent', 'delivered'].flatMap((status) => Array<string>(5).fill(status));
    await Promise.all(statuses.map((status) => receive(channelId, statusOf({ id: externalId, status }))));
    expect((await outgoing())[0]?.status).toBe('pending');
    answer();
    await eventually('the message is read', async () => (await outgoing())[0]?.status === 'read');
    expect(await outgoing()).toHaveLength(1);
  });

  it('refuses a reply to a message of another conversation', async () => {
    const elsewhere = await connectChannel();
    await receive(elsewhere, sampleOf('in_location_named.json'));
    const [secret] = await entriesOf(elsewhere);
    await expect(
      app.get(SendMessage).send(
        viewer,
        {
          chat: { id: chatId },
          content: { text: 'hm', replyTo: secret!.id },
          idempotencyKey: randomUUID(),
        },
        requestedNow(sender),
      ),
    ).rejects.toThrow('not_found');
  });
});

/** The conversation of a channel that has only one. */
async function chatOf(channelId: string): Promise<{ id: string; contact_id: string; status: string }> {
  await shown();
  const { rows } = await database.query<{ id: string; contact_id: string; status: string }>(
    'select * from inbox.conversation where channel_id = $1',
    [channelId],
  );
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

test('drops messages for an unconnected account, and processes the other messages of the webhook', async () => {
  const [channelId, sibling] = [await connectChannel(), await connectChannel()];
  const text = (id: string) => messageOf({ id, type: 'text', text: { body: id } });
  const post = (account: string, id: string) =>
    app.get(InboundConsumer).process(webhookOf(channelId, addressedTo(account, text(id))));
  const logged = jest.spyOn(Logger.prototype, 'warn');
  const before = await leftOut('message');
  await post('999', 'wamid.foreign');
  await post('999', 'wamid.foreign-too');
  expect((await leftOut('message')) - before).toBe(2);
  expect(logged.mock.calls.filter(([line]) => String(line).includes('account 999 to'))).toHaveLength(1);
  logged.mockRestore();
  // Another number of the same organisation may post to the same address; its messages go to its own channel.
  await post(accounts.get(sibling)!, 'wamid.sibling');
  await post(accounts.get(channelId)!, 'wamid.own');
  const said = async (id: string) => (await entriesOf(id)).map(({ message }) => message);
  expect(await said(channelId)).toEqual(['wamid.own']);
  expect(await said(sibling)).toEqual(['wamid.sibling']);

  const both = JSON.parse(text('wamid.beside').toString()) as { entry: object[] };
  const foreign = JSON.parse(addressedTo('999', text('wamid.foreign')).toString()) as typeof both;
  const mixed = addressedTo(accounts.get(channelId)!, Buffer.from(JSON.stringify(both)));
  const entry = [...foreign.entry, ...(JSON.parse(mixed.toString()) as typeof both).entry];
  await app
    .get(InboundConsumer)
    .process(webhookOf(channelId, Buffer.from(JSON.stringify({ ...both, entry }))));
  expect((await said(channelId)).sort()).toEqual(['wamid.beside', 'wamid.own']);
});

test('a message that fails does not delay the others of its webhook, and a retry of the webhook completes it', async () => {
  const channelId = await connectChannel();
  const texts = ['before', 'poison', 'after'].map(
    (body) =>
      JSON.parse(messageOf({ id: `wamid.${body}`, type: 'text', text: { body } }).toString()) as Batch,
  );
  const batch = Buffer.from(JSON.stringify({ ...texts[0], entry: texts.flatMap(({ entry }) => entry) }));
  const commands = app.get(CommandBus);
  const execute = commands.execute.bind(commands);
  const poisoned = jest.spyOn(commands, 'execute').mockImplementation((command) => {
    const isPoison = JSON.stringify(command).includes('"text":"poison"');
    return isPoison ? Promise.reject(new Error('It cannot be taken.')) : execute(command);
  });
  await expect(receive(channelId, batch)).rejects.toThrow('It cannot be taken.');
  const said = async () => (await entriesOf(channelId)).map(({ message }) => message).sort();
  expect(await said()).toEqual(['after', 'before']);
  poisoned.mockRestore();
  await receive(channelId, batch);
  expect(await said()).toEqual(['after', 'before', 'poison']);
});

interface Batch {
  entry: object[];
}

test('messages for an account of another organisation or of none become dead letters up to a maximum; statuses never do', async () => {
  const channelId = await connectChannel();
  const elsewhere = await connectChannel(randomUUID());
  const text = messageOf({ id: 'wamid.theirs', type: 'text', text: { body: 'theirs' } });
  const theirs = webhookOf(channelId, addressedTo(accounts.get(elsewhere)!, text));
  const consumer = app.get(InboundConsumer);
  const error = `Posted to channel ${channelId}, for ${accounts.get(elsewhere)}: connect that account, then retry.`;
  await expect(consumer.process(theirs)).rejects.toThrow(error);
  const unnamed = Buffer.from(text.toString().replace('phone_number_id', 'nothing'));
  await expect(consumer.process(webhookOf(channelId, unnamed))).rejects.toThrow('for none');
  const status = readFileSync(
    join(
      fixtures,
      samples.find((file) => file.startsWith('status_'))!,
    ),
  );
  await consumer.process(webhookOf(channelId, addressedTo(accounts.get(elsewhere)!, status)));

  const parked = app.get(ParkedMessages);
  const park = (n: number) =>
    parked.park(
      'channels.inbound.v1',
      'inbound',
      { ...theirs, offset: String(n) },
      `UnknownAccount: ${error}`,
    );
  for (let n = 1; n < 100; n++) await park(n);
  await expect(consumer.process(theirs)).rejects.toThrow(error);
  await park(100);
  await consumer.process(theirs);
  expect(await entriesOf(elsewhere)).toEqual([]);
  expect(await entriesOf(channelId)).toEqual([]);
});

/** Number of items of a kind that were dropped because of an unknown account. */
async function leftOut(kind: string): Promise<number> {
  const { values } = await processMetrics.getSingleMetric('parley_unknown_account_total')!.get();
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0;
}

test('a deleted conversation starts again when its contact writes, and a rebuild restores no deleted message', async () => {
  const channelId = await connectChannel();
  const write = (text: string) =>
    receive(channelId, messageOf({ id: `wamid.${text}`, type: 'text', text: { body: text } }));
  await write('forget-this');
  const { id } = await chatOf(channelId);
  const seenUpTo = (await engines.store.head())!;
  const remove = { type: 'Delete', seenUpTo, mayDelete: true } as const;
  await app.get(CommandBus).execute(new ToConversation(id, remove, requestedNow(sender)));
  expect(await entriesOf(channelId)).toEqual([]);

  await write('me-again');
  const { status } = await chatOf(channelId);
  expect(status).toBe('open');
  const said = async () => (await entriesOf(channelId)).map(({ message }) => message);
  expect(await said()).toEqual(['me-again']);
  for (const view of views) await rebuildView(engines.store, database, view);
  expect(await said()).toEqual(['me-again']);
});

test('receives messages of a blocked contact, but sends none to the contact', async () => {
  const channelId = await connectChannel();
  const write = (text: string) =>
    receive(channelId, messageOf({ id: `wamid.${randomUUID()}`, type: 'text', text: { body: text } }));
  await write('before');
  const { id, contact_id: contactId } = await chatOf(channelId);
  await app.get(CommandBus).execute(new ToContact(contactId, { type: 'Block' }, requestedNow(sender)));
  await write('after');
  expect((await entriesOf(channelId)).map(({ message }) => message).sort()).toEqual(['after', 'before']);
  const viewer: Viewer = {
    ...sender,
    role: 'admin',
    teamIds: [],
    channelIds: null,
    forcedTeamFilter: null,
    expandedTeamFilter: false,
  };
  const send = () =>
    app
      .get(SendMessage)
      .send(
        viewer,
        { chat: { id }, content: { text: 'hm' }, idempotencyKey: randomUUID() },
        requestedNow(sender),
      );
  await expect(send()).rejects.toThrow('contact_blocked');
  await app.get(CommandBus).execute(new ToContact(contactId, { type: 'Unblock' }, requestedNow(sender)));
  await shown();
  await expect(send()).resolves.toMatchObject({ entries: [{ status: 'pending' }] });
});

test('a rebuild gives the same rows in inbox and threads as the live views have', async () => {
  const channelId = await connectChannel();
  for (const file of ['in_text.json', 'in_location_named.json', 'in_image.json', 'status_read.json']) {
    await receive(channelId, sampleOf(file));
  }
  await shown();
  const { rows } = await database.query<{ id: string }>('select id from inbox.conversation order by id');
  const head = (await engines.store.head())!;
  const run = (id: string, command: ConversationCommand) =>
    app.get(CommandBus).execute(new ToConversation(id, command, requestedNow(sender)));
  const nobody = { userId: null, teamId: null };
  for (const [index, { id }] of rows.entries()) {
    if (index % 2)
      await run(id, { type: 'Assign', to: { ...nobody, userId: sender.userId }, expected: nobody });
    if (index % 3) await run(id, { type: 'MarkRead', userId: sender.userId, seenUpTo: head });
    if (index % 5 === 0) await run(id, { type: 'Archive', seenUpTo: head });
    if (index % 7 === 1) await run(id, { type: 'Delete', seenUpTo: head, mayDelete: true });
  }
  await shown();
  for (const view of views) {
    const live = await contentsOf(database, view.name);
    await rebuildView(engines.store, database, view);
    expect(await contentsOf(database, view.name)).toEqual(live);
  }
});

async function eventsAfter(after: string | undefined, prefix: string): Promise<RecordedEvent[]> {
  const done = new AbortController();
  const events: RecordedEvent[] = [];
  for await (const batch of engines.store.subscribeAll({ after, prefixes: [prefix], signal: done.signal })) {
    events.push(...batch.events);
    if (batch.caughtUp) done.abort();
  }
  return events;
}

/** A status webhook. @param opaque our own message id, which the provider returns */
function statusOf({ id, status, opaque }: { id: string; status: string; opaque?: string }): Buffer {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { phone_number_id: '1122334455667' },
    statuses: [{ id, status, timestamp: '1777629600', recipient_id: '1', biz_opaque_callback_data: opaque }],
  };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
}

/** A message webhook of one contact. */
function messageOf(message: Record<string, unknown>): Buffer {
  const messages = [{ from: '34612345678', id: 'wamid.picture', timestamp: '1777629600', ...message }];
  return trafficOf({ contacts: [{ profile: { name: 'Ana' }, wa_id: '34612345678' }], messages });
}

function reported(status: Record<string, unknown>): Buffer {
  return trafficOf({ statuses: [{ recipient_id: '34612345678', ...status }] });
}

function trafficOf(traffic: Record<string, unknown>): Buffer {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { phone_number_id: '1122334455667' },
    ...traffic,
  };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
}
