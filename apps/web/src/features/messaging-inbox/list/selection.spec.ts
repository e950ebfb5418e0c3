import type { Chat } from '@parley/contracts/api/conversations';
import type { ListKey } from '../cache/list-page';
import { scopeOf, selection } from './selection';

const chat = (id: string) => ({ id }) as Chat;
const ids = () => selection.get().chats.map(({ id }) => id);
const key = (changes: Partial<ListKey>): ListKey => ({
  list: 'new',
  teamId: null,
  page: 1,
  sortBy: 'newestEntry',
  filter: {},
  ...changes,
});

beforeEach(() => selection.end());

test('deselects a conversation that is toggled twice', () => {
  for (const id of ['a', 'b', 'a']) selection.toggle('new', chat(id));
  expect(ids()).toEqual(['b']);
});

test('accepts ten conversations and refuses the eleventh', () => {
  for (let n = 1; n <= 10; n++) expect(selection.toggle('new', chat(String(n)))).toBe(true);
  expect(selection.toggle('new', chat('11'))).toBe(false);
  expect(ids()).toHaveLength(10);
  expect(selection.toggle('new', chat('10'))).toBe(true);
  expect(selection.toggle('new', chat('11'))).toBe(true);
});

test('forgets the selected conversations when the selection ends', () => {
  selection.toggle('new', chat('a'));
  selection.end();
  selection.start('new');
  expect(ids()).toEqual([]);
});

test('ends the selection when the user opens another list or searches by another keyword', () => {
  selection.toggle(scopeOf(key({})), chat('a'));
  selection.toggle(scopeOf(key({ filter: { keyword: 'ana' } })), chat('b'));
  expect(ids()).toEqual(['b']);
  expect(scopeOf(key({ list: 'archived' }))).not.toBe(scopeOf(key({})));
  expect(scopeOf(key({ page: 2, sortBy: 'oldestEntry', filter: { read: true } }))).toBe(scopeOf(key({})));
});

test('selects removed conversations again up to the maximum, and only in their own list', () => {
  for (let n = 1; n <= 10; n++) selection.toggle('new', chat(String(n)));
  selection.remove([chat('1'), chat('2')]);
  selection.toggle('new', chat('11'));
  selection.putBack('open', [chat('1')]);
  expect(ids()).toHaveLength(9);
  selection.putBack('new', [chat('1'), chat('2')]);
  expect(ids()).toHaveLength(10);
  expect(ids().at(-1)).toBe('1');
});

test('deselects a conversation that was removed, and keeps the others selected', () => {
  for (const id of ['a', 'b']) selection.toggle('new', chat(id));
  selection.forget(['a', 'unknown']);
  expect(ids()).toEqual(['b']);
});
