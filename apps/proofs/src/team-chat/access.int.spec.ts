import { randomUUID } from 'node:crypto';
import type { SearchResponse } from '@parley/contracts/api/search';
import type {
  TeamChatEntriesPage,
  TeamChatsResponse,
  TeamCountResponse,
} from '@parley/contracts/api/team-chats';
import { participantIdOf } from '@parley/team-chat/ids';
import { id } from '@parley/testing/event-sourcing/history';
import { Office, type Answer, type Press } from '../clicks/office';

jest.setTimeout(120_000);

// Calls every HTTP route of a team chat as each kind of user: a participant, one who left, one who was removed, and
// an administrator who never took part. Other files test users of other organisations (routes.int.spec.ts), sockets
// (team-chat.int.spec.ts and team-chat.proof.int.spec.ts) and push notifications (pushing.int.spec.ts).

const here = ['takes part', 'left', 'removed', 'never'] as const;
type Who = (typeof here)[number];

let office: Office;
let chat: string;
/** Ids of the entries that were sent before any participant left, and after that. */
let early: string;
let late: string;
const [file, withFile] = [randomUUID(), randomUUID()];
const people = {} as Record<Who, string>;

beforeAll(async () => {
  office = await Office.open();
  const [one, other, third, fourth] = office.agents as [string, string, string, string];
  Object.assign(people, {
    ...{ 'takes part': one, left: other, removed: third, never: office.admin },
  });
  const userIds = [other, third, fourth].map((name) => id(name));
  chat = ((await by('takes part', post('', { userIds, title: 'Night shift' }))).body as { id: string }).id;
  early = await said('pancakes early');
  expect(await by('left', patch(`/${chat}/participants/${participantOf('left')}`))).toMatchObject(done);
  expect(await by('takes part', patch(`/${chat}`, { remove: [id(third)] }))).toMatchObject(done);
  late = await said('pancakes late');
  const attachments = [
    { id: file, fileName: 'recipe.pdf', contentType: 'application/pdf', size: 3, path: 'ab/abcdef' },
  ];
  await office.happens((story) =>
    story.add(`teamChatEntry-${withFile}`, {
      type: 'TeamChatEntrySent',
      data: {
        ...{ chatId: chat, userId: id(one), subject: id(one), tmpId: 'tmp-file-0001', replyTo: null },
        ...{ mentions: [], personal: { message: null, attachments } },
      },
    } as never),
  );
});
afterAll(() => office.close());

const done = { told: 'ok' };
const under =
  (method: Press['method'], base = '/team-chats') =>
  (path: string, body?: object): Press => ({ method, path: `${base}${path}`, body });
const [get, post, patch, put, remove] = (['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const).map((method) =>
  under(method),
) as [Ask, Ask, Ask, Ask, Ask];
type Ask = (path: string, body?: object) => Press;
const participantOf = (who: Who) => participantIdOf(chat, id(people[who]));

function by(who: Who, press: Press): Promise<Answer> {
  return office.press({ ...press, by: people[who] });
}

/**
 * Sends a message, and waits until every view shows it.
 * @returns the entry
 */
async function said(message: string): Promise<string> {
  const { body } = await by('takes part', post(`/${chat}/entries`, { tmpId: randomUUID(), message }));
  const { id: entry, position } = body as { id: string; position: string };
  await office.shows(position);
  return entry;
}

const answers = async (press: (who: Who) => Press) => {
  const told = await Promise.all(here.map((who) => by(who, press(who))));
  return told.map((answer) => answer.told);
};
const open = ['ok', 'ok', 'ok', 'not_found'];
const archived = ['team_chat_archived', 'team_chat_archived', 'not_found'];

test('users who left or were removed can read entries up to then, and users who never took part can read none', async () => {
  const entries = async (who: Who) => {
    const path = get(`/${chat}/participants/${participantOf(who)}/entries?page=1&limit=50`);
    const { data } = (await by(who, path)).body as Partial<TeamChatEntriesPage>;
    return data?.map(({ message }) => message);
  };
  expect(await answers(() => get(`/${chat}`))).toEqual(open);
  expect(await answers(() => get(`/${chat}/participants`))).toEqual(open);
  expect(await answers(() => get(`/${chat}/entries/${early}`))).toEqual(open);
  const none = ['not_found', 'not_found', 'not_found'];
  expect(await answers(() => get(`/${chat}/entries/${late}`))).toEqual(['ok', ...none]);
  expect(await entries('takes part')).toEqual([null, 'pancakes late', 'pancakes early']);
  for (const who of ['left', 'removed'] as const) expect(await entries(who)).toEqual(['pancakes early']);
  expect(await entries('never')).toBeUndefined();
  // No user may read entries through the participant id of another user.
  const through = () => get(`/${chat}/participants/${participantOf('takes part')}/entries`);
  expect(await answers(through)).toEqual(['ok', ...none]);
});

test('lists and counts contain only the user’s own chats', async () => {
  const rows = async (who: Who, path: string) =>
    ((await by(who, get(path))).body as TeamChatsResponse).data.map((row) => [
      row.isArchived,
      row.lastMessage?.preview,
    ]);
  expect(await rows('takes part', '')).toEqual([[false, 'recipe.pdf']]);
  for (const who of ['left', 'removed'] as const) {
    expect(await rows(who, '')).toEqual([]);
    expect(await rows(who, '?archived=true')).toEqual([[true, 'pancakes early']]);
  }
  expect([await rows('never', ''), await rows('never', '?archived=true')]).toEqual([[], []]);
  for (const who of ['left', 'removed', 'never'] as const) {
    const { body } = await by(who, under('GET', '/team/count')(''));
    expect((body as TeamCountResponse).data).toEqual([]);
  }
});

test('only present participants open files and find entries by search', async () => {
  const path = under('GET', `/assets/team-chat-entries/${withFile}/${file}`)('');
  const statuses = await Promise.all(here.map((who) => by(who, path)));
  expect(statuses.map(({ status }) => status)).toEqual([302, 404, 404, 404]);
  const found = async (who: Who) => {
    const { body } = await by(who, under('GET', '/search?q=pancakes')(''));
    return (body as SearchResponse).team.map(({ snippet }) => snippet.text);
  };
  expect(await found('takes part')).toEqual(['pancakes late', 'pancakes early']);
  for (const who of ['left', 'removed', 'never'] as const) expect(await found(who)).toEqual([]);
});

test('only present participants can change a chat', async () => {
  const tmpId = randomUUID();
  const draft = { kind: 'reply', text: 'And', version: 'version1', seen: null };
  const writes: Press[] = [
    post(`/${chat}/entries`, { tmpId, message: 'Still here' }),
    patch(`/${chat}`, { title: 'Mine' }),
    patch(`/${chat}/entries/${early}`, { message: 'Changed' }),
    remove(`/${chat}/entries/${early}`),
    put(`/${chat}/entries/${early}/reaction`, { emoji: '👍' }),
    remove(`/${chat}`),
  ];
  for (const press of writes) {
    const told = await Promise.all(
      (['left', 'removed', 'never'] as const).map(async (who) => (await by(who, press)).told),
    );
    expect([press.method, press.path, told]).toEqual([press.method, press.path, archived]);
  }
  const drafts = await answers(() => put(`/${chat}/drafts`, draft));
  expect(drafts).toEqual(['ok', ...Array<string>(3).fill('not_found')]);
  const marks = (who: Who) =>
    patch(`/${chat}/participants/${participantOf(who)}/entries`, { status: 'read' });
  expect((await answers(marks)).at(-1)).toBe('not_found');
  expect(await office.count('TeamChatEntrySent')).toBe(3);
});
