import type { RecordedEvent } from '@parley/contracts/events';
import type { Views } from '@parley/event-sourcing/projection/views';
import type { Storage } from '@parley/platform/storage/storage';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import type { Drafts } from '../drafts/drafts';
import { TranscriptQueries } from '../read/transcript.queries';
import { transcriptView } from '../read/transcript.projector';
import { ConversationHistory } from '../testing/conversation-history';
import { ForgetDeletedReaction } from './forget-deleted.reaction';

let database: TestDatabase;
let history: ConversationHistory;
let deletedFiles: string[];
let forgotten: unknown[][];

beforeEach(async () => {
  database = await testDatabase([]);
  await installView(database, transcriptView);
  history = new ConversationHistory();
  deletedFiles = [];
  forgotten = [];
});
afterEach(() => database.drop());

function send(word: string, path: string): void {
  history.receive(word, `message with ${path}`);
  history.say(`message with ${path}`, {
    type: 'AssetStored',
    data: { assetId: id(path), path, contentType: 'image/png', size: 1, sha256: 'x' },
  });
}

const reaction = ({ isCurrent = true } = {}) =>
  new ForgetDeletedReaction(
    new TranscriptQueries(database),
    { waitFor: () => Promise.resolve(isCurrent) } as unknown as Views,
    { delete: (path: string) => Promise.resolve(void deletedFiles.push(path)) } as unknown as Storage,
    {
      forgetChat: (...args: unknown[]) => Promise.resolve(void forgotten.push(args)),
    } as unknown as Drafts,
  );

test('deletes the files and drafts of a deleted conversation, but not those of other conversations or from after its new start', async () => {
  history.start('refund');
  history.start('other', { contact: 'ben' });
  send('refund', 'old');
  send('other', 'theirs');
  history.about('refund', { type: 'ConversationDeleted', data: { seenUpTo: '', afterDays: 30 } });
  const deleted = history.events.at(-1) as RecordedEvent;
  history.begin('refund');
  send('refund', 'new');
  await project(database, transcriptView, history.events);
  await reaction().react(deleted);
  await reaction().react(deleted);
  expect(deletedFiles).toEqual(['old', 'old.body', 'old', 'old.body']);
  expect(forgotten[0]).toEqual([id('customer'), id('refund'), deleted.time]);
});

test('waits until the transcript view has folded the deletion', async () => {
  history.start('refund');
  history.delete('refund');
  const deleted = history.events.at(-1) as RecordedEvent;
  await expect(reaction({ isCurrent: false }).react(deleted)).rejects.toMatchObject({ code: 'busy' });
  expect(deletedFiles).toEqual([]);
});
