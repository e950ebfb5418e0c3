import { randomUUID } from 'node:crypto';
import type { DraftKind } from '@parley/contracts/api/drafts';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { runMigrations } from '@parley/platform/database/migrate';
import { Keys1763700002000 } from '@parley/platform/security/keys.migration';
import { MasterKey } from '@parley/platform/security/master-key';
import { PostgresSubjectKeys } from '@parley/platform/security/postgres-subject-keys';
import { sealText } from '@parley/platform/security/sealing';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';
import type { Viewer } from '@parley/access-rules/viewer';
import { ConversationHistory } from '../testing/conversation-history';
import {
  Draft1764100000000,
  DraftKind1764500000000,
  SentDraft1764600000000,
} from '@parley/drafts/draft.migration';
import { Drafts } from './drafts';
import { SentDrafts } from '@parley/drafts/sent-drafts';

let database: TestDatabase;
let keys: PostgresSubjectKeys;
let inbox: InboxQueries;
let drafts: Drafts;
let tom: Viewer;
let eva: Viewer;
let stranger: Viewer;

beforeAll(async () => {
  database = await testDatabase([
    Projection1763700000200,
    ViewTally1767500000000,
    ...[Keys1763700002000, Draft1764100000000, DraftKind1764500000000, SentDraft1764600000000],
  ]);
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
  return write('reply', text, seen, viewer);
}

async function write(
  kind: DraftKind,
  text: string,
  seen: string | null = null,
  viewer = tom,
): Promise<string> {
  const version = randomUUID();
  await drafts.saveIn(viewer, refund, { kind, text, version, seen });
  return version;
}

const nothing = { reply: [], note: [] };

test('shows a draft to its writer only, and stores it encrypted', async () => {
  const version = await type('the parcel left on Monday');
  const draft = { chatId: refund, text: 'the parcel left on Monday', version };
  expect(await drafts.list(tom)).toEqual({ reply: [draft], note: [] });
  expect(await drafts.find(tom, refund)).toEqual({ reply: draft, note: null });
  expect(await drafts.list(eva)).toEqual(nothing);
  expect(await drafts.find(eva, refund)).toEqual({ reply: null, note: null });
  const { rows } = await database.query<{ row: string }>('select d::text as row from parley.draft d');
  expect(rows[0]?.row).not.toContain('parcel');
});

test('keeps a user’s drafts of a reply and of a note in one conversation, and removes each separately', async () => {
  const reply = await type('It left on Monday');
  const note = await write('note', 'Third time this week');
  const newer = await write('note', 'Third time this month', note);
  expect(await drafts.find(tom, refund)).toMatchObject({
    reply: { text: 'It left on Monday', version: reply },
    note: { text: 'Third time this month', version: newer },
  });
  await drafts.sent({ ...tom, chatId: refund }, 'note', [newer]);
  expect(await drafts.list(tom)).toMatchObject({ reply: [{ version: reply }], note: [] });
  const again = await write('note', 'Once more');
  await type('', reply);
  expect(await drafts.list(tom)).toMatchObject({ reply: [], note: [{ version: again }] });
});

test('cannot decrypt a draft of one kind as the other kind', async () => {
  await write('note', 'Never tell them');
  await database.query(`update parley.draft set kind = 'reply'`);
  await expect(drafts.list(tom)).rejects.toThrow();
});

test('treats a draft from an older release, which had no drafts of notes, as a draft of a reply', async () => {
  const older = await testDatabase([
    Projection1763700000200,
    ViewTally1767500000000,
    Keys1763700002000,
    Draft1764100000000,
  ]);
  const olderKeys = new PostgresSubjectKeys(older, new MasterKey('a secret of thirty-two characters'));
  const key = await olderKeys.forSealing(id('customer'), id('ana'));
  const sealed = sealText(key!, 'Hello', `draft/${id('tom')}/${refund}`);
  await older.query(
    `insert into parley.draft (user_id, conversation_id, customer_id, contact_id, sealed_text, version)
     values ($1, $2, $3, $4, $5, 'an-older-version')`,
    [id('tom'), refund, id('customer'), id('ana'), sealed],
  );
  await runMigrations(older.url, [
    ...[
      Projection1763700000200,
      ViewTally1767500000000,
      Keys1763700002000,
      Draft1764100000000,
      DraftKind1764500000000,
    ],
  ]);
  await installView(older, inboxView);
  const history = new ConversationHistory();
  history.channel('whatsapp');
  history.user('tom', 'user');
  history.start('refund');
  await project(older, inboxView, history.events);
  const kept = new Drafts(older, olderKeys, new InboxQueries(older));
  expect(await kept.find(tom, refund)).toMatchObject({ reply: { text: 'Hello' }, note: null });
  await older.drop();
});

test('rejects a save by a window that has not seen the stored text', async () => {
  const first = await type('Hello');
  const second = await type('Hello Ana', first);
  await expect(type('something else', first)).rejects.toMatchObject({ code: 'draft_changed' });
  await expect(type('something else')).rejects.toMatchObject({ code: 'draft_changed' });
  await expect(type('', first)).rejects.toMatchObject({ code: 'draft_changed' });
  expect(await drafts.find(tom, refund)).toMatchObject({ reply: { text: 'Hello Ana', version: second } });
});

test('saving the same version of a draft twice is a no-op', async () => {
  const request = { kind: 'reply', text: 'Hello', version: randomUUID(), seen: null } as const;
  await drafts.saveIn(tom, refund, request);
  await drafts.saveIn(tom, refund, request);
  expect((await drafts.list(tom)).reply).toHaveLength(1);
});

test('removes a draft when it is emptied, or when it is sent and has not changed since', async () => {
  await type('', await type('Hello'));
  expect(await drafts.list(tom)).toEqual(nothing);
  const sent = await type('Hello');
  const newer = await type('And one more thing', sent);
  await drafts.sent({ ...tom, chatId: refund }, 'reply', [sent]);
  expect((await drafts.list(tom)).reply).toHaveLength(1);
  await drafts.sent({ ...tom, chatId: refund }, 'reply', [newer]);
  expect(await drafts.list(tom)).toEqual(nothing);
});

test('rejects drafts in a conversation that is hidden or belongs to another organisation', async () => {
  const request = { kind: 'reply', text: 'Hello', version: randomUUID(), seen: null } as const;
  await expect(drafts.saveIn(tom, id('theirs'), request)).rejects.toThrow(NotFound);
  await expect(drafts.saveIn(stranger, refund, request)).rejects.toThrow(NotFound);
  await expect(drafts.find(stranger, refund)).rejects.toThrow(NotFound);
  await drafts.saveIn(eva, id('theirs'), request);
  expect(await drafts.list({ ...eva, channelIds: [id('whatsapp')] })).toEqual(nothing);
});

test('removes all users’ drafts in a deleted conversation', async () => {
  for (const viewer of [tom, eva]) {
    await type('Hello', null, viewer);
    await write('note', 'Ring them', null, viewer);
  }
  await drafts.forgetChat(stranger.customerId, refund);
  expect(await drafts.list(tom)).toMatchObject({ reply: [{ chatId: refund }], note: [{ chatId: refund }] });
  await drafts.forgetChat(tom.customerId, refund);
  expect([await drafts.list(tom), await drafts.list(eva)]).toEqual([nothing, nothing]);
});

describe('A version of a draft', () => {
  let sentDrafts: SentDrafts;
  let taken: string[];
  beforeEach(() => {
    sentDrafts = new SentDrafts(database, drafts);
    taken = [];
  });
  const isSent = (key: string) => Promise.resolve(taken.includes(key));
  const send = (version: string, key: string, work = () => Promise.resolve(void taken.push(key))) => {
    const whose = { userId: tom.userId, chatId: refund, kind: 'reply' as const };
    return sentDrafts.sendOnce(whose, { idempotencyKey: key, draftVersion: version }, isSent, work);
  };
  const refused = () => Promise.reject(new Rejected('window_closed'));

  test('a version that sixteen windows send at the same time is sent once', async () => {
    const version = await type('the parcel left on Monday');
    const keys = Array.from({ length: 16 }, () => randomUUID());
    const outcomes = await Promise.allSettled(keys.map((key) => send(version, key)));
    const lost = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as Rejected] : [],
    );
    expect(lost.map(({ code }) => code)).toEqual(Array.from({ length: 15 }, () => 'draft_already_sent'));
    expect(taken).toHaveLength(1);
    expect(await drafts.list(tom)).toEqual(nothing);
  });

  test('a version can be sent again under the same key, and a new text is another version', async () => {
    const [version, key] = [await type('Hello'), randomUUID()];
    await send(version, key);
    await send(version, key);
    await send(await type('Goodbye'), randomUUID());
    expect(taken).toHaveLength(3);
  });

  test('a version that the rules of sending refused can be sent from another window', async () => {
    const version = await type('Hello');
    await expect(send(version, randomUUID(), refused)).rejects.toThrow('window_closed');
    expect((await drafts.list(tom)).reply).toHaveLength(1);
    await send(version, randomUUID());
    expect(taken).toHaveLength(1);
  });

  test('another window can send a version after 10 seconds if the first one stopped before it finished', async () => {
    const version = await type('Hello');
    const stopped = () => Promise.reject(new Error('the process died'));
    await expect(send(version, randomUUID(), stopped)).rejects.toThrow('the process died');
    await expect(send(version, randomUUID())).rejects.toThrow('draft_already_sent');
    await database.query(`update parley.sent_draft set taken_at = now() - interval '11 s'`);
    await send(version, randomUUID());
    expect(taken).toHaveLength(1);
  });
});

test('removes the drafts for an erased contact, and rejects new ones', async () => {
  await type('Hello');
  await write('note', 'Ring them');
  await drafts.forget(id('customer'), id('ana'));
  expect(await drafts.list(tom)).toEqual(nothing);
  await keys.erase(id('customer'), id('ana'));
  await expect(type('Hello')).rejects.toThrow(NotFound);
});
