import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Webhook } from '@parley/channels/adapters/adapter';
import { messageIdIn, type ReceivedMail } from '@parley/channels/adapters/email/received-mail';
import { MailIntake } from '@parley/channels/email/mail-intake';
import { MailReader } from '@parley/channels/email/mail-reader';
import { RetrySetAside } from '@parley/channels/email/retry-set-aside';
import { SetAsideMails } from '@parley/channels/email/set-aside-mails';
import { SmtpDoor } from '@parley/channels/email/smtp-door';
import { InboundPublisher } from '@parley/channels/http/inbound-publisher';
import { MailboxCheck } from '@parley/channels/email/mailbox-check';
import type { MailboxStore } from '@parley/channels/email/mailbox-store';
import { MailRate } from '@parley/channels/email/mail-rate';
import { ChannelQueries, type Channel } from '@parley/channels/read/channels.queries';
import { ConnectChannel, ToChannel } from '@parley/channels/write/channel.handler';
import { mailboxChecks } from '@parley/contracts/api/email';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import type { SendRequest } from '@parley/contracts/api/conversations.requests';
import { mailboxDefaults, type EmailContent } from '@parley/contracts/events';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import { type ConversationCommand, ToConversation } from '@parley/conversations/domain/conversation';
import { MoveMails } from '@parley/conversations/write/move-mails';
import { SendMessage } from '@parley/conversations/write/send-message';
import { MailboxDouble } from '@parley/doubles/mail/mailbox-double';
import { MailServerDouble } from '@parley/doubles/mail/mail-server-double';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Viewer } from '@parley/access-rules/viewer';
import { MailBodies } from '@parley/mail-html/mail-bodies';
import { Config } from '@parley/platform/config/config';
import { Storage } from '@parley/platform/storage/storage';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { eventually } from '@parley/testing/waiting/eventually';
import { TestWorker } from '@parley/server/roles/worker/worker-testing';

const samples = resolve(__dirname, '../../../../libs/contexts/channels/src/email/fixtures');
const customerId = randomUUID();
const viewer: Viewer = {
  ...{ customerId, userId: randomUUID(), role: 'admin', teamIds: [], channelIds: null },
  ...{ forcedTeamFilter: null, expandedTeamFilter: false },
};

let worker: TestWorker;
let app: TestWorker['app'];
let reader: MailReader;
let setAside: SetAsideMails;
let door: SmtpDoor;
let port: number;
let server: MailServerDouble;

beforeAll(async () => {
  // Turns logging off, since these tests cause mails to be refused, which is logged.
  Logger.overrideLogger(false);
  worker = await TestWorker.start();
  ({ app } = worker);
  server = new MailServerDouble();
  process.env.PARLEY_MAIL_HOSTS = `127.0.0.1:${await server.listen()}`;
  reader = new MailReader(app.get(WorkerPool));
  setAside = app.get(SetAsideMails, { strict: false });
  const intake = new MailIntake(
    reader,
    app.get(Storage),
    app.get(InboundPublisher, { strict: false }),
    setAside,
    app.get(MailBodies, { strict: false }),
  );
  door = new SmtpDoor(app.get(Config), app.get(ChannelQueries), intake);
  port = await door.open(0);
});

afterAll(async () => {
  await door.onApplicationShutdown();
  await worker.stop();
  await server.close();
  delete process.env.PARLEY_MAIL_HOSTS;
});

async function mailbox(more: Record<string, string> = {}): Promise<{ channelId: string; address: string }> {
  const channelId = randomUUID();
  const address = `support-${channelId.slice(0, 8)}@parley.example`;
  const connection = {
    ...{
      name: 'Support',
      platform: 'email' as const,
      provider: 'email' as const,
      customerCareWindowLength: 0,
      readForAll: true,
    },
    ...{ mandatoryAssign: false, teamIds: [], userIds: [], providerAccountId: address },
    ...{ businessAccountId: null, apiBaseUrl: null },
  } as const;
  const secrets = { 'smtp-server': process.env.PARLEY_MAIL_HOSTS!.split(',')[0]!, ...more };
  const command = new ConnectChannel(
    channelId,
    { ...connection, teamIds: [], userIds: [] },
    secrets,
    requestedNow(viewer),
  );
  // Retried, since an append may time out on a busy machine; repeating the same command is a no-op.
  const { position } = await eventually('the mailbox is connected', () =>
    app
      .get(CommandBus)
      .execute(command)
      .catch((error: unknown) => {
        if (error instanceof Rejected && error.code === 'busy') return false as const;
        throw error;
      }),
  );
  for (const view of ['channels', 'inbox']) await worker.engines.views.waitFor(view, position ?? '', 20_000);
  return { channelId, address };
}

/** Sends a mail to a mailbox over SMTP. */
async function write(to: string, mail: SendMailOptions): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  await transport.sendMail({ from: 'Eva Jansen <eva@example.org>', to, text: 'Hello', ...mail });
  transport.close();
}

async function chatsOf(channelId: string): Promise<Chat[]> {
  const asked = { list: 'new', inbox: 'email', channels: [channelId], page: 1 } as const;
  const { chats } = await app.get(InboxQueries).list(await colleague(), { ...asked, channels: [channelId] });
  return chats;
}

/** An administrator who may see the organisation's e-mail channels that the view has by now. */
async function colleague(): Promise<Viewer> {
  const { rows } = await worker.database.query<{ ids: string[] }>(
    'select array(select id from inbox.channel_access where customer_id = $1 and is_email) as ids',
    [customerId],
  );
  return { ...viewer, emailChannelIds: rows[0]!.ids };
}

async function entriesOf(chatId: string): Promise<ChatEntry[]> {
  const { entries } = await app.get(TranscriptQueries).entries(viewer, { chatId, page: 1, limit: 50 });
  return entries.filter(({ type }) => type !== 'event').reverse();
}

const arrived = (channelId: string, count: number) =>
  eventually('the conversation has the expected entries', async () => {
    const [chat] = await chatsOf(channelId);
    // The entries are in another view than the conversations, which may be updated later.
    const entries = chat?.lastEntry ? await entriesOf(chat.id) : [];
    return entries.length >= count && { chat: chat!, entries };
  });

const kindOf = (body: Buffer) => (JSON.parse(body.toString()) as ReceivedMail).kind;

function reply(
  chatId: string,
  email: Partial<NonNullable<SendRequest['content']['email']>>,
  replyTo?: string,
) {
  const said = { subject: 'Re: Bell', to: [{ address: 'eva@example.org' }], text: 'On its way', ...email };
  const request = { chat: { id: chatId }, content: { email: said, replyTo }, idempotencyKey: randomUUID() };
  return app.get(SendMessage, { strict: false }).send(viewer, request, requestedNow(viewer));
}

const statusOf = async (chatId: string, id: string) =>
  (await entriesOf(chatId)).find((entry) => entry.id === id)?.status;

test('shows a mail received by SMTP only in the e-mail inbox, with its files', async () => {
  const { channelId, address } = await mailbox();
  await write(address, {
    subject: 'Bell',
    html: '<p>Where is <b>it</b>? <img src="cid:bell"></p>',
    cc: 'Bo <bo@example.org>',
    attachments: [
      {
        filename: 'bell.png',
        cid: 'bell',
        content: Buffer.from('iVBORw0KGgo=', 'base64'),
        contentType: 'image/png',
      },
      { filename: 'bill.pdf', content: 'Bill' },
    ],
  });
  const { chat, entries } = await arrived(channelId, 1);
  expect(chat).toMatchObject({
    platform: 'email',
    subject: 'Bell',
    contact: { email: 'eva@example.org', name: 'Eva Jansen' },
  });
  const [entry] = entries;
  expect(entry).toMatchObject({
    type: 'email',
    direction: 'in',
    content: { cc: [{ address: 'bo@example.org', name: 'Bo' }] },
  });
  expect(entry!.assets.map(({ part, fileName }) => part ?? fileName)).toEqual(
    expect.arrayContaining(['raw', 'html', 'bill.pdf']),
  );
  const { chats } = await app.get(InboxQueries).list(await colleague(), { list: 'new', page: 1 });
  expect(chats).toEqual([]);
});

test('orders a mail dated 1970 or in the future by its time of receipt, and shows its own date in the entry', async () => {
  const { channelId, address } = await mailbox();
  const begun = new Date().toISOString();
  const dates = ['1970-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'];
  for (const date of dates) await write(address, { subject: `Dated ${date}`, date: new Date(date) });
  // The views of conversations and of entries may be updated in any order.
  const entries = await eventually('each conversation has the entry that its subject names', async () => {
    const chats = await chatsOf(channelId);
    const all = await Promise.all(
      chats.map(async (chat) => ({ chat, entry: (await entriesOf(chat.id))[0] })),
    );
    const isComplete = ({ chat, entry }: (typeof all)[number]) =>
      entry && chat.subject === `Dated ${(entry.content as EmailContent).dated}`;
    return all.length === dates.length && all.every(isComplete) && all.map(({ entry }) => entry!);
  });
  expect(entries.map(({ content }) => (content as EmailContent).dated).sort()).toEqual(dates);
  for (const { time } of entries) {
    expect(time >= begun.slice(0, 19)).toBe(true);
    expect(time < dates[1]!).toBe(true);
  }
});

test('stores a mail that is delivered twice once, and a mail to two mailboxes once in each', async () => {
  const [first, second] = [await mailbox(), await mailbox()];
  const mail = { subject: 'Twice', messageId: '<twice@example.org>' };
  await write(`${first.address}, ${second.address}`, mail);
  await write(first.address, mail);
  await write(first.address, { subject: 'Re: Twice', inReplyTo: '<twice@example.org>' });
  const { entries } = await arrived(first.channelId, 2);
  expect(entries).toHaveLength(2);
  expect((await arrived(second.channelId, 1)).entries).toHaveLength(1);
});

test('adds a mail from any sender to the thread that it references, and never by its subject', async () => {
  const { channelId, address } = await mailbox();
  await write(address, { subject: 'Order', messageId: '<order@example.org>' });
  const { chat } = await arrived(channelId, 1);
  await write(address, { subject: 'Order' });
  await eventually('a second conversation exists', async () => (await chatsOf(channelId)).length === 2);
  await write(address, {
    ...{ from: 'bo@example.org', subject: 'Other words' },
    references: ['<order@example.org>', '<nobody-knows@example.org>'],
  });
  await eventually(
    'the first conversation has two entries',
    async () => (await entriesOf(chat.id)).length === 2,
  );
  expect(await chatsOf(channelId)).toHaveLength(2);
});

test('moves a message into a new conversation, to which replies are then added, and moves it back', async () => {
  const { channelId, address } = await mailbox();
  await write(address, { subject: 'Bell', messageId: '<bell-1@example.org>' });
  await write(address, {
    ...{ subject: 'Re: Bell', text: 'And my invoice?', messageId: '<bell-2@example.org>' },
    ...{ inReplyTo: '<bell-1@example.org>', attachments: [{ filename: 'bill.pdf', content: 'Bill' }] },
  });
  const { chat, entries } = await arrived(channelId, 2);
  const moving = app.get(MoveMails, { strict: false });
  const move = (id: string, from: string, to: string | null) =>
    moving.move(viewer, id, { from, to }, requestedNow(viewer));
  const second = entries[1]!.id;
  const presses = await Promise.all(Array.from({ length: 8 }, () => move(second, chat.id, null)));
  const [begun] = [...new Set(presses.map(({ id }) => id))];
  expect(new Set(presses.map(({ id }) => id)).size).toBe(1);
  await eventually('the new conversation has one entry', async () => (await entriesOf(begun!)).length === 1);
  expect((await entriesOf(chat.id)).map(({ id }) => id)).toEqual([entries[0]!.id]);
  const rows = async () =>
    Object.fromEntries((await chatsOf(channelId)).map((each) => [each.id, each.lastEntry?.preview]));
  await eventually('the row shows the new text', async () => (await rows())[begun!] === 'And my invoice?');
  expect(await rows()).toEqual({ [chat.id]: 'Hello', [begun!]: 'And my invoice?' });
  await expect(move(entries[0]!.id, chat.id, null)).rejects.toThrow('only_message');
  await write(address, { subject: 'Re: Bell', inReplyTo: '<bell-2@example.org>' });
  await eventually(
    'the new conversation has two entries',
    async () => (await entriesOf(begun!)).length === 2,
  );
  const [, later] = await entriesOf(begun!);
  await move(later!.id, begun!, chat.id);
  await move(second, begun!, chat.id);
  await eventually(
    'the first conversation has three entries',
    async () => (await entriesOf(chat.id)).length === 3,
  );
  await eventually('only one conversation is left', async () => (await chatsOf(channelId)).length === 1);
});

test('joins two conversations of a contact, adds replies to either of them to the target, and separates them again', async () => {
  const { channelId, address } = await mailbox();
  await write(address, { subject: 'Bell', messageId: '<join-1@example.org>' });
  await write(address, { subject: 'Lamp', messageId: '<join-2@example.org>' });
  await write(address, { from: 'bo@example.org', subject: 'Wheel' });
  await eventually(
    'three conversations show their entries',
    async () => (await chatsOf(channelId)).filter(({ lastEntry }) => lastEntry).length === 3,
  );
  const named = (chats: Chat[], subject: string) => chats.find((chat) => chat.subject === subject)!;
  const chats = await chatsOf(channelId);
  const [bell, lamp, wheel] = ['Bell', 'Lamp', 'Wheel'].map((subject) => named(chats, subject).id);
  await eventually(
    'both conversations have one entry',
    async () => (await entriesOf(bell!)).length === 1 && (await entriesOf(lamp!)).length === 1,
  );
  const joining = app.get(MoveMails, { strict: false });
  const join = (from: string, into: string) => joining.join(viewer, from, into, requestedNow(viewer));
  await expect(join(bell!, wheel!)).rejects.toThrow('another_contact');
  const presses = await Promise.allSettled([join(bell!, lamp!), join(lamp!, bell!), join(bell!, lamp!)]);
  const refused = presses.flatMap((press) => (press.status === 'rejected' ? [String(press.reason)] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every((reason) => reason.includes('conversation_joined'))).toBe(true);
  const [from, into] = presses[0].status === 'fulfilled' ? [bell!, lamp!] : [lamp!, bell!];
  await eventually('the target has two entries', async () => (await entriesOf(into)).length === 2);
  await eventually(
    'the source is merged',
    async () => !(await chatsOf(channelId)).some(({ id }) => id === from),
  );
  await write(address, { subject: 'Re: Bell', inReplyTo: '<join-1@example.org>' });
  await write(address, { subject: 'Re: Lamp', inReplyTo: '<join-2@example.org>' });
  await eventually('the target has four entries', async () => (await entriesOf(into)).length === 4);
  await Promise.all([0, 1].map(() => joining.part(viewer, from, requestedNow(viewer))));
  await eventually(
    'the entries are moved back',
    async () => (await entriesOf(from)).length === 1 && (await entriesOf(into)).length === 3,
  );
  await eventually('the source is back', async () =>
    (await chatsOf(channelId)).some(({ id }) => id === from),
  );
});

test('reopens an archived conversation when an open one is joined into it, and refuses to move a conversation’s last mail away', async () => {
  const { channelId, address } = await mailbox();
  for (const subject of ['Bell', 'Lamp']) await write(address, { subject });
  await eventually(
    'two conversations show their entries',
    async () => (await chatsOf(channelId)).filter(({ lastEntry }) => lastEntry).length === 2,
  );
  const [bell, lamp] = (await chatsOf(channelId)).map(({ id }) => id);
  await eventually(
    'both conversations have one entry',
    async () => (await entriesOf(bell!)).length === 1 && (await entriesOf(lamp!)).length === 1,
  );
  const toLamp = (command: ConversationCommand) =>
    app.get(CommandBus).execute(new ToConversation(lamp!, command, requestedNow(viewer)));
  await toLamp({ type: 'Archive', seenUpTo: '~' });
  await eventually('only one conversation is left', async () => (await chatsOf(channelId)).length === 1);
  const moving = app.get(MoveMails, { strict: false });
  await moving.join(viewer, bell!, lamp!, requestedNow(viewer));
  await eventually(
    'the merged conversation has two entries',
    async () => (await entriesOf(lamp!)).length === 2,
  );
  await eventually(
    'only the lamp conversation is left',
    async () => (await chatsOf(channelId)).map(({ id }) => id).join() === lamp,
  );
  const [first, second] = await entriesOf(lamp!);
  const move = (id: string, from: string, to: string | null) =>
    moving.move(viewer, id, { from, to }, requestedNow(viewer));
  const presses = await Promise.allSettled([move(first!.id, lamp!, null), move(second!.id, lamp!, null)]);
  const refused = presses.flatMap((press) => (press.status === 'rejected' ? [String(press.reason)] : []));
  expect(refused).toEqual([expect.stringContaining('only_message')]);
  const [begun] = presses.flatMap((press) => (press.status === 'fulfilled' ? [press.value.id] : []));
  await eventually('a second conversation exists', async () => (await chatsOf(channelId)).length === 2);
  // A conversation from which the last message was moved is archived; undoing the move reopens it.
  const [left] = await entriesOf(lamp!);
  await move(left!.id, lamp!, begun!);
  await eventually(
    'only the new conversation is left',
    async () => (await chatsOf(channelId)).map(({ id }) => id).join() === begun,
  );
  await move(left!.id, begun!, lamp!);
  await eventually('a second conversation is back', async () => (await chatsOf(channelId)).length === 2);
  // A message cannot be moved into a deleted conversation, so it stays in its own.
  await toLamp({ type: 'Delete', seenUpTo: '', mayDelete: true });
  const [kept] = await entriesOf(begun!);
  await expect(move(kept!.id, begun!, lamp!)).rejects.toThrow('not_found');
});

test('finds the conversation of a reply by the message id that it answers or by its reply address', async () => {
  const { channelId, address } = await mailbox();
  await write(address, { subject: 'Bell', messageId: '<bell@example.org>' });
  const { chat, entries } = await arrived(channelId, 1);
  const before = server.taken.length;
  const sent = await reply(
    chat.id,
    { html: '<p>On its way</p>', bcc: [{ address: 'boss@example.org' }] },
    entries[0]!.id,
  );
  const { id } = sent.entries[0]!;
  await eventually('the reply is sent', async () => (await statusOf(chat.id, id)) === 'sent');
  const [mail] = server.taken.slice(before);
  expect(mail!.to.sort()).toEqual(['boss@example.org', 'eva@example.org']);
  expect(mail!.raw).toContain('In-Reply-To: <bell@example.org>');
  expect(mail!.raw).not.toContain('boss@example.org');
  const messageId = /^message-id: <([^>]+)>/im.exec(mail!.raw)![1]!;
  expect(messageIdIn(messageId)).toBe(id);
  const replyTo = /^reply-to:.*?([\w-]+\+c[a-z2-7.]+@[\w.]+)/ims.exec(mail!.raw)![1]!;
  await write(address, { subject: 'Re: Bell', inReplyTo: `<${messageId}>` });
  await write(replyTo, { subject: 'Anything', from: 'bo@example.org' });
  await eventually('the conversation has four entries', async () => (await entriesOf(chat.id)).length === 4);
  expect(await statusOf(chat.id, id)).toBe('delivered');
});

test('records a bounce at the message that bounced, and begins no conversation', async () => {
  const { channelId, address } = await mailbox();
  await write(address, { subject: 'Bell' });
  const { chat } = await arrived(channelId, 1);
  const { entries } = await reply(chat.id, {});
  const { id } = entries[0]!;
  await eventually('the reply is sent', async () => (await statusOf(chat.id, id)) === 'sent');
  const bounce = readFileSync(join(samples, 'bounce_lhost-outlook-01.eml'), 'latin1').replaceAll(
    'idb209dd081b@example.org',
    `p.${id}@parley.example`,
  );
  await write(address, { raw: bounce, envelope: { from: '', to: [address] } });
  const entry = await eventually('the reply is declined', async () =>
    (await entriesOf(chat.id)).find(({ status }) => status === 'declined'),
  );
  expect(entry).toMatchObject({ id, statusReason: 'unreachable' });
  expect(await chatsOf(channelId)).toHaveLength(1);
});

test('records that a mail to one recipient is delayed or failed without declining the message', async () => {
  const { channelId, address } = await mailbox();
  await write(address, { subject: 'Bell' });
  const { chat } = await arrived(channelId, 1);
  const cc = [{ address: 'bo@example.org' }];
  const { id } = (await reply(chat.id, { cc })).entries[0]!;
  await eventually('the reply is sent', async () => (await statusOf(chat.id, id)) === 'sent');
  const report = (recipient: string, action: string, status: string) =>
    write(address, {
      envelope: { from: '', to: [address] },
      raw: [
        ...['From: mailer-daemon@example.org', 'Subject: Report', 'MIME-Version: 1.0'],
        ...['Content-Type: multipart/report; report-type=delivery-status; boundary=b', ''],
        ...['--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example.org', ''],
        ...[`Final-Recipient: rfc822; ${recipient}`, `Action: ${action}`, `Status: ${status}`, ''],
        ...['--b', 'Content-Type: text/rfc822-headers', '', `Message-ID: <p.${id}@parley.example>`, ''],
        ...['--b--', ''],
      ].join('\r\n'),
    });
  await report('eva@example.org', 'delayed', '4.4.1');
  await report('bo@example.org', 'failed', '5.1.1');
  const shown = async () => (await entriesOf(chat.id)).find((entry) => entry.id === id)!;
  const { content, status } = await eventually('both recipients are reported', async () => {
    const entry = await shown();
    return entry.content?.type === 'email' && entry.content.reported?.length === 2 && entry;
  });
  expect(status).toBe('sent');
  expect(content).toMatchObject({
    reported: [
      { address: 'eva@example.org', outcome: 'delayed' },
      { address: 'bo@example.org', outcome: 'failed', reason: 'wrong_number' },
    ],
  });
});

test('declines a message that the server refuses, and marks it as unknown if the connection breaks after its last line was sent', async () => {
  const { channelId, address } = await mailbox();
  await write(address, { subject: 'Bell' });
  const { chat } = await arrived(channelId, 1);
  const outcome = async (status: string) => {
    const { entries } = await reply(chat.id, {});
    await eventually(
      'the message has the reported status',
      async () => (await statusOf(chat.id, entries[0]!.id)) === status,
    );
  };
  server.mishaps.push({ recipient: 550, text: '5.1.1 No such mailbox' });
  await outcome('declined');
  server.mishaps.push('cut-after');
  await outcome('unknown');
  expect(server.taken.at(-1)?.raw).toContain('On its way');
  // A message that the server refuses temporarily is sent again.
  server.mishaps.push({ answer: 451, text: '4.3.0 Later' });
  await outcome('sent');
});

test('resolves an unknown outcome by the folder of sent mail, and sends the mail again if the folder does not contain it', async () => {
  const box = new MailboxDouble();
  const imap = `127.0.0.1:${await box.listen()}`;
  process.env.PARLEY_MAIL_HOSTS += `,${imap}`;
  const { channelId, address } = await mailbox({ 'imap-server': imap, password: 'any' });
  await write(address, { subject: 'Bell' });
  const { chat } = await arrived(channelId, 1);
  const unknown = async () => {
    server.mishaps.push('cut-after');
    const { id } = (await reply(chat.id, {})).entries[0]!;
    await eventually(
      'the outcome of the send is unknown',
      async () => (await statusOf(chat.id, id)) === 'unknown',
    );
    return id;
  };
  /** Makes all scheduled commands due now. */
  const hurry = () => worker.database.query('update transcript.due set at = now() where at > now()');
  const kept = await unknown();
  box.put('Sent', Buffer.from(server.taken.at(-1)!.raw, 'latin1'));
  await eventually(
    'the kept mail counts as sent',
    async () => (await hurry()) && (await statusOf(chat.id, kept)) === 'sent',
  );
  const before = server.taken.length;
  const absent = await unknown();
  await eventually(
    'the absent mail is sent',
    async () => (await hurry()) && (await statusOf(chat.id, absent)) === 'sent',
  );
  const ids = server.taken.slice(before).map(({ raw }) => /^message-id: (.*)$/im.exec(raw)![1]);
  expect(ids).toEqual([ids[0], ids[0]]);
  await box.close();
}, 60_000);

test('checks a mailbox by sending it a test mail, which is removed and never shown as a message', async () => {
  const box = new MailboxDouble();
  const imap = `127.0.0.1:${await box.listen()}`;
  process.env.PARLEY_MAIL_HOSTS += `,${imap}`;
  server.onMail = ({ raw }) => box.deliver(Buffer.from(raw, 'latin1'));
  const smtp = process.env.PARLEY_MAIL_HOSTS!.split(',')[0]!;
  const secrets = { 'imap-server': imap, 'smtp-server': smtp, password: 'any' };
  const account = { apiBaseUrl: null, businessAccountId: null, providerAccountId: 'support@parley.example' };
  const taken = new Set<string>();
  const unknownAmong = (_: string, names: string[]) =>
    Promise.resolve(new Set(names.filter((name) => !taken.has(name))));
  const checked = new MailboxCheck({ unknownAmong } as unknown as MailboxStore);
  const { lines, folders } = await checked.run('one', { ...account, secrets });
  expect(lines).toEqual(mailboxChecks.map((what) => ({ what, isOk: true, detail: null })));
  expect(folders).toEqual(['INBOX', 'Sent']);
  expect(box.mailsIn('INBOX')).toEqual([]);
  // The worker also reads the mailbox, and may have removed the test mail before the check looks for it.
  server.onMail = ({ raw }) => void taken.add(/^message-id: (.*?)\r?$/im.exec(raw)![1]!);
  const emptied = await checked.run('one', { ...account, secrets });
  expect(emptied.lines.at(-1)).toEqual({ what: 'returned', isOk: true, detail: null });
  server.onMail = ({ raw }) => box.deliver(Buffer.from(raw, 'latin1'));
  const mailboxOf = { ...mailboxDefaults, folders: ['INBOX', 'Orders'] };
  const wrong = await checked.run('one', { ...account, secrets, mailbox: mailboxOf });
  expect(wrong.lines.filter(({ isOk }) => !isOk)).toEqual([
    { what: 'folders', isOk: false, detail: 'No such folder: Orders' },
  ]);
  await box.close();
  const away = await checked.run('one', { ...account, secrets });
  expect(away.lines.map(({ what, isOk }) => `${what} ${isOk}`)).toEqual([
    ...['imap_connect false', 'smtp_connect true', 'smtp_tls true', 'smtp_sign_in true', 'send true'],
  ]);
  server.onMail = () => undefined;
}, 60_000);

test('a mailbox sends no faster than its rate limit', async () => {
  const rate = app.get(MailRate, { strict: false });
  const channel = { id: randomUUID(), mailbox: { ...mailboxDefaults, mostPerMinute: 60 } } as Channel;
  const slots: (number | null)[] = [];
  for (let count = 0; count < 4; count++) slots.push(await rate.slot(channel, 2_500));
  expect(slots.map((slot) => slot && Math.round(slot / 1000))).toEqual([0, 1, 2, null]);
  expect(await rate.slot({ ...channel, mailbox: mailboxDefaults }, 0)).toBe(0);
});

test('refuses mail for an unknown address', async () => {
  await expect(write('nobody@parley.example', {})).rejects.toThrow('No such mailbox');
});

test('replies with a temporary error, without its reason, if the database is unavailable', async () => {
  const broken = { mailbox: () => Promise.reject(new Error('the database system is in recovery mode')) };
  const closed = new SmtpDoor(app.get(Config), broken as unknown as ChannelQueries, undefined as never);
  const transport = createTransport({ host: '127.0.0.1', port: await closed.open(0), ignoreTLS: true });
  const mail = { from: 'eva@example.org', to: 'support@parley.example', text: 'Hello' };
  await expect(transport.sendMail(mail)).rejects.toMatchObject({
    responseCode: 451,
    response: '451 4.3.0 Try again later',
  });
  transport.close();
  await closed.onApplicationShutdown();
});

test('turns every sample mail into an entry, a report or a named refusal', async () => {
  const { channelId, address } = await mailbox();
  const names = readdirSync(samples).filter((name) => name.endsWith('.eml'));
  const channel = (await app.get(ChannelQueries, { strict: false }).mailbox(address))!;
  const published: ReceivedMail['kind'][] = [];
  const inbound = {
    publish: (_: Channel, { body }: Webhook) => Promise.resolve(void published.push(kindOf(body))),
  };
  const intake = new MailIntake(
    reader,
    app.get(Storage),
    inbound as unknown as InboundPublisher,
    setAside,
    app.get(MailBodies, { strict: false }),
  );
  const landed: [string, string][] = [];
  for (const name of names) {
    const raw = readFileSync(join(samples, name));
    const refused = await intake.take(channel, {
      raw,
      envelope: { recipients: [address] },
      receivedAt: new Date(),
    });
    landed.push([name, refused ?? published.at(-1)!]);
  }
  const wanted = new Map([
    ['mixed.eml', 'without_sender'],
    ...names
      .filter((name) => /^(bounce|dsn)_(?!rfc3834)/.test(name))
      .map((name) => [name, 'reports'] as const),
  ]);
  expect(landed).toEqual(names.map((name) => [name, wanted.get(name) ?? 'mail']));
  expect(channelId).toBe(channel.id);
});

test('quarantines a mail without a sender with its bytes, receives the next one, and can retry the first', async () => {
  const { channelId, address } = await mailbox();
  const raw = Buffer.from('Subject: Whose is this?\r\n\r\nHello');
  await write(address, { raw, envelope: { from: '', to: [address] } });
  await write(address, { raw, envelope: { from: '', to: [address] } });
  await write(address, { subject: 'Bell' });
  expect((await arrived(channelId, 1)).chat.subject).toBe('Bell');
  const mine = async () =>
    (await setAside.list(customerId, 1)).data.filter((mail) => mail.channelId === channelId);
  const [mail] = await mine();
  expect(await mine()).toHaveLength(1);
  expect(mail).toMatchObject({ reason: 'without_sender', from: null, subject: 'Whose is this?', tries: 2 });
  const intake = new MailIntake(
    reader,
    app.get(Storage),
    app.get(InboundPublisher, { strict: false }),
    setAside,
    app.get(MailBodies, { strict: false }),
  );
  const retrying = new RetrySetAside(setAside, app.get(ChannelQueries), intake, app.get(Storage));
  expect(await retrying.retry(randomUUID(), [mail!.id])).toEqual([
    { id: mail!.id, outcome: 'gone', reason: null },
  ]);
  expect(await retrying.retry(customerId, [mail!.id])).toMatchObject([
    { outcome: 'same', reason: 'without_sender' },
  ]);
  // Replaces the stored bytes by a mail that can be read, as if the mail reader had been corrected.
  const { path } = (await setAside.find(customerId, mail!.id))!;
  const mended = Buffer.concat([
    Buffer.from('From: ana@example.org\r\nMessage-ID: <m@example.org>\r\n'),
    raw,
  ]);
  await app.get(Storage).put(path!, mended, 'message/rfc822');
  expect(await retrying.retry(customerId, [mail!.id])).toMatchObject([{ outcome: 'taken' }]);
  expect(await mine()).toEqual([]);
  await eventually('the mail without an owner has a conversation', async () =>
    (await chatsOf(channelId)).some(({ subject }) => subject === 'Whose is this?'),
  );
});

test('an erasure also deletes the contact’s quarantined mails', async () => {
  const { channelId } = await mailbox();
  const kept = { receivedAt: new Date(), subject: '', size: 1, reason: 'unreadable', detail: null } as const;
  const [gone, stays] = [randomUUID(), randomUUID()];
  const where = { customerId, channelId };
  await setAside.keep(where, { ...kept, id: gone, from: 'Zoe@example.org', path: 'zoe' });
  await setAside.keep(where, { ...kept, id: stays, from: 'bo@example.org', path: null });
  expect(await setAside.filesOf(customerId, 'ZOE@example.org')).toEqual(['zoe']);
  expect(await setAside.filesOf(randomUUID(), 'zoe@example.org')).toEqual([]);
  expect(await setAside.forget(customerId, 'zoe@example.org')).toEqual(['zoe']);
  expect(await setAside.count(customerId, channelId)).toBe(1);
});

test('sends no automatic reply to an automatic reply, so that two mailboxes do not reply to each other', async () => {
  const [one, other] = [await mailbox(), await mailbox()];
  for (const { channelId } of [one, other]) {
    const settings = { welcomeMessage: 'We have your mail.' };
    const change = new ToChannel(channelId, { type: 'ChangeSettings', settings }, requestedNow(viewer));
    const { position } = await app.get(CommandBus).execute(change);
    await worker.engines.views.waitFor('inbox', position ?? '', 20_000);
  }
  const passed: string[] = [];
  // Delivers mails between the two mailboxes, as their servers would.
  server.onMail = ({ from, to, raw }) => {
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
    passed.push(to.join());
    const done = () => transport.close();
    transport.sendMail({ raw, envelope: { from, to } }).then(done, done);
  };
  await write(other.address, { from: one.address, subject: 'Ping' });
  await eventually('the first mail reached the server', () => passed.includes(one.address));
  const { entries } = await arrived(one.channelId, 1);
  expect(entries[0]).toMatchObject({ direction: 'in', content: { from: { address: other.address } } });
  // The second mail gets an automatic reply. A reply to the automatic mail would have been sent before it.
  await write(one.address, { subject: 'Hello' });
  await eventually('the second mail reached the server', () => passed.includes('eva@example.org'));
  expect(passed).toEqual([one.address, 'eva@example.org']);
  server.onMail = () => undefined;
});

test('replies to a contact automatically once a day, and never to an automatic sender', async () => {
  const { channelId, address } = await mailbox();
  const settings = { welcomeMessage: 'We have your mail.' };
  const change = new ToChannel(channelId, { type: 'ChangeSettings', settings }, requestedNow(viewer));
  const { position } = await app.get(CommandBus).execute(change);
  await worker.engines.views.waitFor('inbox', position ?? '', 20_000);
  const before = server.taken.length;
  await write(address, {
    from: 'robot@example.org',
    subject: 'Away',
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
  await write(address, { subject: 'First' });
  await eventually('the automatic answer is sent', () => server.taken.length > before);
  await write(address, { subject: 'Second' });
  await eventually('three conversations exist', async () => (await chatsOf(channelId)).length === 3);
  const { state } = await eventually('the transcript has reached the head of the log', async () => {
    const head = await worker.engines.store.head();
    return (await worker.engines.views.waitFor('transcript', head ?? '', 20_000)) && { state: 'shown' };
  });
  expect(state).toBe('shown');
  const answers = server.taken.slice(before);
  expect(answers.map(({ from, to }) => [from, to])).toEqual([['', ['eva@example.org']]]);
  expect(answers[0]!.raw).toContain('Auto-Submitted: auto-replied');
  expect(answers[0]!.raw).toContain('Subject: Re: First');
});
