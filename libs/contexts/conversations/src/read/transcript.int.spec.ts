import type { MessageContent } from '@parley/contracts/events';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { ConversationHistory } from '../testing/conversation-history';
import { inboxView } from './inbox.projector';
import { InboxQueries } from './inbox.queries';
import { transcriptView } from './transcript.projector';
import { TranscriptQueries, type EntriesAsked } from './transcript.queries';

let database: TestDatabase;
let history: ConversationHistory;
let happened: number;

beforeAll(async () => {
  database = await testDatabase([Projection1763700000200, ViewTally1767500000000]);
});
afterAll(() => database.drop());

beforeEach(async () => {
  for (const view of [inboxView, transcriptView]) {
    await database.query(`drop schema if exists ${view.name} cascade`);
    await installView(database, view);
  }
  history = new ConversationHistory();
  happened = 0;
  history.channel('whatsapp');
  history.user('tom', 'user');
  history.start('refund');
});

async function thread(word = 'refund') {
  const news = history.events.slice(happened);
  for (const view of [inboxView, transcriptView]) await project(database, view, news);
  happened = history.events.length;
  return new TranscriptQueries(database).entries(await viewerOf('tom'), {
    chatId: id(word),
    page: 1,
    limit: 50,
  });
}

const viewerOf = (user: string) =>
  new InboxQueries(database).viewer({ customerId: id('customer'), userId: id(user) });

const at = '2026-05-01T10:00:00.000Z';

test('orders a thread newest first, by the earlier of the provider’s time and the receipt', async () => {
  history.receive('refund', 'second', { providerTime: '2026-04-30T10:00:02.000Z' });
  history.receive('refund', 'first, late', { providerTime: '2026-04-30T10:00:01.000Z' });
  history.receive('refund', 'from the future', { providerTime: '2030-01-01T00:00:00.000Z' });
  const { entries, total } = await thread();
  expect(entries.map((entry) => entry.message ?? entry.event?.name)).toEqual([
    'from the future',
    'chat::created',
    'second',
    'first, late',
  ]);
  expect(total).toBe(4);
});

test('shows the author, client key and status of an own message', async () => {
  history.queue('refund', 'On its way');
  history.say('On its way', {
    type: 'MessageSent',
    data: { subject: id('ana'), personal: { externalId: 'x' }, aliasId: id('x') },
  });
  history.say('On its way', { type: 'MessageDelivered', data: { at } });
  const { entries } = await thread();
  expect(entries[0]).toMatchObject({
    direction: 'out',
    message: 'On its way',
    status: 'delivered',
    createdById: id('tom'),
    createdByEntity: 'user',
    clientKey: 'On its way:0',
  });
});

test('does not lower a status if the provider’s response to the send arrives after the status', async () => {
  history.queue('refund', 'fast');
  history.say('fast', { type: 'MessageRead', data: { at } });
  history.say('fast', {
    type: 'MessageSent',
    data: { subject: id('ana'), personal: { externalId: 'x' }, aliasId: id('x') },
  });
  expect((await thread()).entries[0]?.status).toBe('read');
});

test('shows the reason of a declined message until the message proves to be delivered', async () => {
  history.queue('refund', 'hello');
  history.say('hello', {
    type: 'MessageDeclined',
    data: { reason: 'outside_window', detail: 'more than 24 hours', at },
  });
  expect((await thread()).entries[0]).toMatchObject({
    status: 'declined',
    statusReason: 'outside_window',
    statusDetail: 'more than 24 hours',
  });
  history.say('hello', { type: 'MessageDelivered', data: { at } });
  expect((await thread()).entries[0]).toMatchObject({
    status: 'delivered',
    statusReason: null,
    statusDetail: null,
  });
});

test('replaces the text on an edit, adds a reaction, and hides the content on deletion', async () => {
  history.receive('refund', 'hi');
  history.say('hi', {
    type: 'MessageEdited',
    data: { subject: id('ana'), personal: { content: { type: 'text', text: 'hello' } }, at },
  });
  history.say('hi', {
    type: 'MessageReacted',
    data: { subject: id('ana'), personal: { emoji: '👍' }, by: 'user', at },
  });
  expect((await thread()).entries[0]).toMatchObject({
    message: 'hello',
    isEdited: true,
    reactions: [{ by: 'user', emoji: '👍' }],
  });
  history.say('hi', {
    type: 'MessageReacted',
    data: { subject: id('ana'), personal: { emoji: null }, by: 'user', at },
  });
  history.say('hi', { type: 'MessageDeleted', data: { at } });
  expect((await thread()).entries[0]).toMatchObject({
    isDeleted: true,
    reactions: [],
    status: 'deleted',
    message: null,
    assets: [],
  });
});

test('shows a file as pending until it is stored, and opens it only then', async () => {
  const content: MessageContent = {
    type: 'asset',
    caption: 'the bill',
    assets: [
      {
        assetId: id('bill'),
        mediaId: '1',
        contentType: 'application/pdf',
        fileName: 'bill.pdf',
        category: 'document',
      },
    ],
  };
  history.receive('refund', 'file', { content });
  expect((await thread()).entries[0]).toMatchObject({
    type: 'asset',
    message: 'the bill',
    assets: [{ id: id('bill'), fileName: 'bill.pdf', state: 'pending', size: null }],
  });
  const viewer = await new InboxQueries(database).viewer({ customerId: id('customer'), userId: id('tom') });
  const transcript = new TranscriptQueries(database);
  await expect(transcript.findAsset(viewer, id('file'), id('bill'))).rejects.toThrow('not_found');
  history.say('file', {
    type: 'AssetStored',
    data: { assetId: id('bill'), path: 'ab/cd', contentType: 'application/pdf', size: 9, sha256: 'x' },
  });
  await thread();
  expect(await transcript.findAsset(viewer, id('file'), id('bill'))).toMatchObject({
    path: 'ab/cd',
    size: 9,
  });
  const stranger = { ...viewer, customerId: id('another') };
  await expect(transcript.findAsset(stranger, id('file'), id('bill'))).rejects.toThrow('not_found');
});

test('shows why a file could not be fetched', async () => {
  const asset = { assetId: id('film'), contentType: 'video/mp4', category: 'video' } as const;
  history.receive('refund', 'file', { content: { type: 'asset', assets: [asset] } });
  history.say('file', { type: 'AssetFailed', data: { assetId: id('film'), reason: 'too_large' } });
  expect((await thread()).entries[0]).toMatchObject({ assets: [{ state: 'failed', failure: 'too_large' }] });
});

test('removes the entry of an echo that proves to be an own message', async () => {
  history.add(`message-${id('echo')}`, {
    type: 'MessageEchoed',
    data: {
      subject: id('ana'),
      personal: { externalId: 'x', content: { type: 'text', text: 'ours' }, context: {} },
      contentType: 'text',
      conversationId: id('refund'),
      channelId: id('whatsapp'),
      contactId: id('ana'),
      providerTime: at,
    },
  });
  expect((await thread()).total).toBe(2);
  const alias = history.add(`message-${id('echo')}`, {
    type: 'MessageAliased',
    data: { messageId: id('ours') },
  });
  expect(await project(database, transcriptView, [alias])).toMatchObject([
    { id: id('echo'), parentId: id('refund'), position: alias.position },
  ]);
  expect((await thread()).entries.map((entry) => entry.type)).toEqual(['event']);
});

test('resolves a quote that names the provider’s id to the own message', async () => {
  history.queue('refund', 'ours');
  history.say('the provider’s id', { type: 'MessageAliased', data: { messageId: id('ours') } });
  history.add(`message-${id('answer')}`, {
    type: 'MessageReceived',
    data: {
      subject: id('ana'),
      personal: {
        externalId: 'y',
        content: { type: 'text', text: 'thanks' },
        context: { replyTo: { messageId: id('the provider’s id') } },
      },
      contentType: 'text',
      conversationId: id('refund'),
      channelId: id('whatsapp'),
      contactId: id('ana'),
      providerTime: '2030-01-01T00:00:00.000Z',
      isAutomatic: false,
    },
  });
  expect((await thread()).entries[0]?.context).toEqual({ replyTo: { messageId: id('ours') } });
});

test('keeps the entries of an erased contact without their content', async () => {
  const event = history.add(`message-${id('gone')}`, {
    type: 'MessageReceived',
    data: {
      subject: id('ana'),
      personal: null,
      contentType: 'text',
      conversationId: id('refund'),
      channelId: id('whatsapp'),
      contactId: id('ana'),
      providerTime: '2030-01-01T00:00:00.000Z',
      isAutomatic: false,
    },
  });
  expect((await thread()).entries[0]).toMatchObject({
    id: id('gone'),
    message: null,
    content: null,
    position: event.position,
  });
});

it.each([1, 100])('keeps nothing of an edit by an erased contact, in batches of %i', async (batchSize) => {
  history.receive('refund', 'hello');
  history.erase('ana');
  history.say('hello', { type: 'MessageEdited', data: { subject: id('ana'), personal: null, at } });
  await project(database, transcriptView, history.events, { batchSize });
  const { rows } = await database.query(
    'select content, earlier, is_edited from transcript.entry where id = $1',
    [id('hello')],
  );
  expect(rows).toEqual([{ content: null, earlier: [], is_edited: true }]);
});

describe('A part of a thread', () => {
  const read = async (asked: Partial<EntriesAsked>) => {
    const viewer = await viewerOf('tom');
    const transcript = new TranscriptQueries(database);
    const part = await transcript.entries(viewer, { chatId: id('refund'), page: 1, limit: 4, ...asked });
    return { ...part, entries: part.entries.map((entry) => entry.message) };
  };

  beforeEach(async () => {
    for (let number = 1; number <= 9; number++) {
      history.receive('refund', String(number), {
        providerTime: `2026-01-0${number > 4 ? number : 4}T10:00:00.000Z`,
      });
    }
    await thread();
  });

  test('the part of a thread next to an entry has the number of newer entries', async () => {
    expect(await read({ before: id('8') })).toMatchObject({ entries: ['7', '6', '5', '4'], newer: 3 });
    expect(await read({ after: id('5') })).toMatchObject({
      entries: ['9', '8', '7', '6'],
      newer: 1,
      total: 10,
    });
    expect(await read({ around: id('5') })).toMatchObject({ entries: ['6', '5', '4', '3'], newer: 4 });
    expect(await read({ around: id('1') })).toMatchObject({ entries: ['2', '1'] });
    expect(await read({ before: id('1') })).toMatchObject({ entries: [] });
  });

  test('entries of the same time have an order, so that a part of a thread may end between them', async () => {
    expect(await read({ before: id('4') })).toMatchObject({ entries: ['3', '2', '1'] });
    expect(await read({ after: id('2'), limit: 2 })).toMatchObject({ entries: ['4', '3'] });
  });

  test('the part of a thread around an own message can be read by the provider’s id', async () => {
    history.add(`message-${id('named by the provider')}`, {
      type: 'MessageAliased',
      data: { messageId: id('3') },
    });
    await thread();
    expect(await read({ around: id('named by the provider'), limit: 1 })).toMatchObject({ entries: ['3'] });
  });

  test('the part of a thread around an entry that is not in the thread is not found', async () => {
    history.start('other', { contact: 'ben' });
    history.receive('other', 'elsewhere', { contact: 'ben' });
    await thread();
    await expect(read({ around: id('elsewhere') })).rejects.toThrow(NotFound);
    await expect(read({ around: id('nothing') })).rejects.toThrow(NotFound);
    expect(await read({ before: id('elsewhere') })).toMatchObject({ entries: [] });
  });
});

test('a single entry can be read only by users who may see its conversation', async () => {
  history.user('mia', 'user');
  history.channel('whatsapp', { users: ['tom'] });
  history.receive('refund', 'for Tom');
  await thread();
  const transcript = new TranscriptQueries(database);
  const found = await transcript.findVisible(await viewerOf('tom'), id('for Tom'));
  expect(found).toMatchObject({ message: 'for Tom', chatId: id('refund') });
  await expect(transcript.findVisible(await viewerOf('mia'), id('for Tom'))).rejects.toThrow(NotFound);
});

describe('A deleted conversation', () => {
  const stored = (path: string) => ({
    type: 'AssetStored' as const,
    data: { assetId: id('file'), path, contentType: 'image/png', size: 1, sha256: 'x' },
  });
  const filesOf = () => new TranscriptQueries(database).filesOf(id('customer'), id('ana'));

  it.each([true, false])('a deleted conversation leaves no entry, in one batch: %s', async (inOneBatch) => {
    history.receive('refund', 'Hi');
    if (!inOneBatch) await thread();
    history.delete('refund');
    history.say('Hi', { type: 'MessageRead', data: { at } });
    expect((await thread()).total).toBe(0);
    const { rows } = await database.query('select * from transcript.entry');
    expect(rows).toEqual([]);
    history.begin('refund');
    history.receive('refund', 'Me again');
    const { entries } = await thread();
    expect(entries.map((entry) => entry.message ?? entry.event?.name).sort()).toEqual([
      'Me again',
      'chat::created',
    ]);
  });

  it.each([true, false])(
    'a deleted conversation still has its files recorded, in one batch: %s',
    async (inOneBatch) => {
      history.receive('refund', 'Hi');
      history.say('Hi', stored('before'));
      if (!inOneBatch) await thread();
      history.delete('refund');
      history.say('Hi', stored('after'));
      history.say('unheard of', stored('nowhere'));
      await thread();
      expect(await filesOf()).toEqual(['after', 'before']);
    },
  );
});

test('shows a note in the thread and as the list’s newest entry, until its contact is erased', async () => {
  history.receive('refund', 'hi');
  history.about('refund', {
    type: 'InternalCommentAdded',
    data: {
      subject: id('ana'),
      personal: { text: 'Call her back' },
      commentId: id('note'),
      userId: id('tom'),
      clientKey: 'key-0001',
    },
  });
  const { entries } = await thread();
  expect(entries.find((entry) => entry.type === 'information')).toMatchObject({
    id: id('note'),
    variant: 'internal-comment',
    direction: 'none',
    message: 'Call her back',
    content: null,
    createdById: id('tom'),
    clientKey: 'key-0001',
  });
  const inbox = new InboxQueries(database);
  const listed = async () => (await inbox.findVisible(await viewerOf('tom'), id('refund'))).chat;
  const last = { id: id('note'), direction: 'none', type: 'information', createdById: id('tom') };
  expect(await listed()).toMatchObject({
    unreadMessages: 1,
    waitingSince: expect.any(String),
    lastEntry: { ...last, preview: 'Call her back' },
  });

  history.erase('ana');
  const erased = await thread();
  expect(await listed()).toMatchObject({ lastEntry: { ...last, preview: '' } });
  expect(erased.entries.find((entry) => entry.id === id('note'))).toMatchObject({ message: null });
  expect(JSON.stringify(erased.entries)).not.toContain('Call her back');
});

test('keeps the earlier versions of an edited message until it is deleted', async () => {
  history.receive('refund', 'helo');
  const edit = (text: string, minute: number) =>
    history.say('helo', {
      type: 'MessageEdited',
      data: {
        subject: id('ana'),
        personal: { content: { type: 'text', text } },
        at: `2026-05-01T10:0${minute}:00.000Z`,
      },
    });
  edit('hello', 1);
  edit('hello!', 2);
  const edited = (await thread()).entries.find((entry) => entry.id === id('helo'));
  expect(edited).toMatchObject({
    message: 'hello!',
    earlier: [
      { message: 'helo', until: '2026-05-01T10:01:00.000Z' },
      { message: 'hello', until: '2026-05-01T10:02:00.000Z' },
    ],
  });
  history.say('helo', { type: 'MessageDeleted', data: { at } });
  const deleted = (await thread()).entries.find((entry) => entry.id === id('helo'));
  expect(deleted).toMatchObject({ message: null, earlier: [] });
});
