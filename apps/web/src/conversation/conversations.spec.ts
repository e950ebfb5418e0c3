import { Conversations, type ConversationServer } from './conversations';

const nothing = { chatId: '', reply: [], note: [] };
const server = (changes: Partial<ConversationServer> = {}): ConversationServer => ({
  name: 'made-up',
  keptUnder: { reply: 'parley.draft-up.', note: 'parley.note-up.', outbox: 'parley.outbox-up.' },
  entries: jest.fn(),
  entry: jest.fn(),
  send: () => Promise.resolve(),
  withdraw: () => Promise.resolve([]),
  allDrafts: () => Promise.resolve(nothing),
  drafts: () => Promise.resolve({ reply: null, note: null }),
  saveDraft: () => Promise.resolve(),
  uploadPath: (id) => `/files/${id}`,
  fileUrl: () => '',
  isOpenNow: () => true,
  ...changes,
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('counts the files that wait in the composers of all conversations', async () => {
  const conversations = new Conversations(server());
  const file = (name: string) => new File([], name, { type: 'text/plain' });
  conversations.of('ana').uploads.add([file('one.txt'), file('two.txt')], () => 1_000);
  conversations.of('tom').uploads.add([file('three.txt')], () => 1_000);
  expect(await conversations.sendUnsent()).toEqual({ messages: 0, notes: 0, drafts: 0, files: 3 });
  conversations.of('ana').uploads.clear();
  expect(await conversations.sendUnsent()).toMatchObject({ files: 1 });
});

test('refreshDrafts takes over the server’s drafts, except for drafts changed since the request', async () => {
  const saved = { chatId: 'ana', text: 'saved', version: 'v1' };
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  const allDrafts = () => asked.then(() => ({ ...nothing, reply: [saved, { ...saved, chatId: 'tom' }] }));
  const conversations = new Conversations(server({ allDrafts }));
  const draftOf = (id: string) => conversations.of(id).drafts.reply;
  draftOf('ana').leave();
  const refreshed = conversations.refreshDrafts();
  draftOf('ana').type('typed');
  await draftOf('ana').flush();
  draftOf('ana').leave();
  answer();
  await refreshed;
  expect([draftOf('ana').text.get(), draftOf('tom').text.get()]).toEqual(['typed', 'saved']);
});

test('each conversation has its own drafts, messages and files', () => {
  const conversations = new Conversations(server());
  conversations.of('ana').drafts.reply.type('to Ana');
  conversations.of('ana').send({ userId: 'me', name: 'Ana' }, { text: 'sent' });
  const tom = conversations.of('tom');
  expect([tom.drafts.reply.text.get(), tom.outbox.messages.get()]).toEqual(['', []]);
  expect(conversations.of('ana').outbox.messages.get()).toHaveLength(1);
});
