import type { MessageContent } from '@parley/contracts/events';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';
import { transcriptView } from '../read/transcript.projector';
import { ConversationHistory } from '../testing/conversation-history';
import { GalleryQueries } from './gallery.queries';

let database: TestDatabase;

const file = (name: string, path?: string): MessageContent => ({
  type: 'asset',
  assets: [{ assetId: id(name), contentType: 'image/png', fileName: name, category: 'image', path }],
});

beforeAll(async () => {
  database = await testDatabase([Projection1763700000200, ViewTally1767500000000]);
  const history = new ConversationHistory();
  history.channel('whatsapp');
  history.channel('closed', { users: ['mia'] });
  history.user('tom', 'user');
  history.user('mia', 'manager');
  history.start('open', { channel: 'whatsapp' });
  history.start('hidden', { channel: 'closed' });
  history.start('of ben', { contact: 'ben' });
  history.receive('open', 'first', { content: file('a.png', 'aa/a') });
  history.receive('open', 'second', { content: file('b.png') });
  history.receive('open', 'third', { content: file('c.png', 'cc/c') });
  history.receive('open', 'words', {
    content: { type: 'text', text: 'see https://a.example/x?y=1, https://b.example and https://b.example.' },
  });
  history.add(`message-${id('third')}`, { type: 'MessageDeleted', data: { at: '2026-05-01T10:00:00.000Z' } });
  history.receive('hidden', 'fourth', { content: file('d.png', 'dd/d') });
  for (const view of [inboxView, transcriptView]) {
    await installView(database, view);
    await project(database, view, history.events);
  }
});
afterAll(() => database.drop());

const viewerOf = (user: string) =>
  new InboxQueries(database).viewer({ customerId: id('customer'), userId: id(user) });

async function filesOf(user: string, chat: string, of: 'chat' | 'contact'): Promise<(string | null)[]> {
  const { items } = await new GalleryQueries(database).of(await viewerOf(user), id(chat), of);
  return items.map(({ asset }) => asset.fileName);
}

it('lists the files of a conversation, newest first, without those of deleted messages', async () => {
  expect(await filesOf('tom', 'open', 'chat')).toEqual(['b.png', 'a.png']);
  expect(await filesOf('tom', 'of ben', 'contact')).toEqual([]);
});

it('lists the files of a contact’s visible conversations, and none of a hidden conversation', async () => {
  expect(await filesOf('mia', 'open', 'contact')).toEqual(['d.png', 'b.png', 'a.png']);
  expect(await filesOf('tom', 'open', 'contact')).toEqual(['b.png', 'a.png']);
  expect(await filesOf('tom', 'hidden', 'chat')).toEqual([]);
});

it('lists each link of a message once, without trailing punctuation', async () => {
  const { links } = await new GalleryQueries(database).of(await viewerOf('tom'), id('open'), 'chat');
  expect(links.map(({ url }) => url)).toEqual(['https://a.example/x?y=1', 'https://b.example']);
});

it('returns only stored files of messages that the viewer may see', async () => {
  const messages = ['first', 'second', 'third', 'fourth'].map(id);
  const stored = await new GalleryQueries(database).stored(await viewerOf('tom'), messages);
  expect([...stored.keys()]).toEqual([`${id('first')}/${id('a.png')}`]);
});
