import { randomUUID } from 'node:crypto';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Keys1763700002000 } from '@parley/platform/security/keys.migration';
import { MasterKey } from '@parley/platform/security/master-key';
import { PostgresSubjectKeys } from '@parley/platform/security/postgres-subject-keys';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';
import type { Viewer } from '../read/visibility';
import { ConversationHistory } from '../testing/conversation-history';
import { Draft1764100000000 } from './draft.migration';
import { Drafts } from './drafts';

let database: TestDatabase;
let keys: PostgresSubjectKeys;
let inbox: InboxQueries;
let drafts: Drafts;
let tom: Viewer;
let eva: Viewer;
let stranger: Viewer;

beforeAll(async () => {
  database = await testDatabase([Keys1763700002000, Draft1764100000000]);
  keys = new PostgresSubjectKeys(database, new MasterKey('a secret of thirty-two characters'));
  inbox = new InboxQueries(database);
  drafts = new Drafts(database, keys, inbox);
  await installView(database, inboxView);
  const history = new ConversationHistory();
  history.channel('whatsapp');
  history.channel('support', { users: ['eva'] });
  for (const user of ['tom', 'eva']) history.user(user, 'user');
  history.start('refund');
  history.start('theirs', { contact: 'ben', channel: 'support' });
  await project(database, inboxView, history.events);
  const theirs = new ConversationHistory(randomUUID());
  theirs.user('zoe', 'admin');
  await project(database, inboxView, theirs.events);
  tom = await inbox.viewer({ customerId: id('customer'), userId: id('tom') });
  eva = await inbox.viewer({ customerId: id('customer'), userId: id('eva') });
  stranger = await inbox.viewer({ customerId: theirs.customerId, userId: id('zoe') });
});
afterAll(() => database.drop());
beforeEach(() => database.query('delete from parley.draft'));

const refund = id('refund');

async function type(text: string, seen: string | null = null, viewer = tom): Promise<string> {
  const version = randomUUID();
  await drafts.save(viewer, refund, { text, version, seen });
  return version;
}

test('what somebody typed is theirs alone, and nobody can read it in the table', async () => {
  const version = await type('the parcel left on Monday');
  expect(await drafts.list(tom)).toEqual([{ chatId: refund, text: 'the parcel left on Monday', version }]);
  expect(await drafts.find(tom, refund)).toMatchObject({ text: 'the parcel left on Monday' });
  expect([await drafts.list(eva), await drafts.find(eva, refund)]).toEqual([[], null]);
  const { rows } = await database.query<{ row: string }>('select d::text as row from parley.draft d');
  expect(rows[0]?.row).not.toContain('parcel');
});

test('words are replaced only by those of who has seen them', async () => {
  const first = await type('Hello');
  const second = await type('Hello Ana', first);
  await expect(type('something else', first)).rejects.toMatchObject({ code: 'draft_changed' });
  await expect(type('something else')).rejects.toMatchObject({ code: 'draft_changed' });
  await expect(type('', first)).rejects.toMatchObject({ code: 'draft_changed' });
  expect(await drafts.find(tom, refund)).toMatchObject({ text: 'Hello Ana', version: second });
});

test('the same words twice are saved once', async () => {
  const request = { text: 'Hello', version: randomUUID(), seen: null };
  await drafts.save(tom, refund, request);
  await drafts.save(tom, refund, request);
  expect(await drafts.list(tom)).toHaveLength(1);
});

test('an emptied draft is gone, and so is a sent one unless other words have taken its place', async () => {
  await type('', await type('Hello'));
  expect(await drafts.list(tom)).toEqual([]);
  const sent = await type('Hello');
  const newer = await type('And one more thing', sent);
  await drafts.sent(tom, refund, sent);
  expect(await drafts.list(tom)).toHaveLength(1);
  await drafts.sent(tom, refund, newer);
  expect(await drafts.list(tom)).toEqual([]);
});

test('a conversation that somebody may not see, or that is another organisation’s, takes none of theirs', async () => {
  const request = { text: 'Hello', version: randomUUID(), seen: null };
  await expect(drafts.save(tom, id('theirs'), request)).rejects.toThrow(NotFound);
  await expect(drafts.save(stranger, refund, request)).rejects.toThrow(NotFound);
  await expect(drafts.find(stranger, refund)).rejects.toThrow(NotFound);
  await drafts.save(eva, id('theirs'), request);
  expect(await drafts.list({ ...eva, channelIds: [id('whatsapp')] })).toEqual([]);
});

test('nothing is left of what anybody was about to say in a conversation that is deleted', async () => {
  for (const viewer of [tom, eva]) await type('Hello', null, viewer);
  await drafts.forgetChat(stranger.customerId, refund);
  expect(await drafts.list(tom)).toHaveLength(1);
  await drafts.forgetChat(tom.customerId, refund);
  expect([...(await drafts.list(tom)), ...(await drafts.list(eva))]).toEqual([]);
});

test('nothing is left of what was about to be said to somebody who is erased', async () => {
  await type('Hello');
  await drafts.forget(id('customer'), id('ana'));
  expect(await drafts.list(tom)).toEqual([]);
  await keys.erase(id('customer'), id('ana'));
  await expect(type('Hello')).rejects.toThrow(NotFound);
});
