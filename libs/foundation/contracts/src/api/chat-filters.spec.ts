import { chatFilters, compareChats, matchesFilter, savedFilterNames, type ChatFilter } from './chat-filters';
import { keywordTerms, searchTextOf } from './keyword';

const contact = {
  name: 'Zoë Núñez',
  phone: '+34 612-345 678',
  email: 'Zoe@Example.test',
  username: 'zoe.n',
  labelIds: ['vip'],
};
const chat = {
  channelId: 'sms',
  assignedUserId: 'tom',
  assignedTeamId: null,
  tagIds: ['refund'],
  read: true,
  contact,
};
const isFound = (filter: ChatFilter) => matchesFilter(chat, filter);

test.each([
  'zoe',
  'NUÑEZ',
  'núñez zoë',
  'example.TEST',
  '+34 612',
  '0034612345678',
  '0612345678',
  '345 678',
  'zoe.n',
])('the keyword "%s" matches the contact', (keyword) => expect(isFound({ keyword })).toBe(true));

test.each(['zoe smith', 'zoenunez', '99', '%', '_'])(
  'the keyword "%s" does not match the contact',
  (keyword) => expect(isFound({ keyword })).toBe(false),
);

test('a blank keyword has no terms and matches everything', () => expect(keywordTerms('  ')).toEqual([]));

test('the search text of a contact without a name contains its other fields', () =>
  expect(searchTextOf({ name: null, phone: '+31 6', email: null, username: null })).toBe('+31 6\n316'));

test('a filter matches any value of a field, but requires all fields', () => {
  expect(isFound({ channels: ['web', 'sms'], tags: ['refund', 'returns'] })).toBe(true);
  expect(isFound({ channels: ['sms'], tags: ['returns'] })).toBe(false);
  expect(isFound({ userIds: ['tom'], labelIds: ['vip'], read: true })).toBe(true);
  expect(isFound({ read: false })).toBe(false);
  expect(isFound({ teams: ['sales'] })).toBe(false);
  expect(isFound({})).toBe(true);
  expect(isFound({ teams: null } as object)).toBe(true);
});

const [a, b] = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'];

test.each([
  ['keyword', '  ana ', 'ana'],
  ['keyword', ' ', undefined],
  ['channels', `${b},${a},x,${b}`, [a, b]],
  ['channels', 'x', undefined],
  ['read', 'false', false],
  ['read', 'maybe', undefined],
  ['sla', 'breached,soon,running', ['running', 'breached']],
] as const)('the filter %s reads "%s" as %j', (name, text, value) =>
  expect(chatFilters[name].parse(text)).toEqual(value),
);

test('saved views keep every filter but the keyword', () =>
  expect(
    Object.keys(chatFilters).filter((name) => !savedFilterNames.some((saved) => saved === name)),
  ).toEqual(['keyword']));

describe('compareChats', () => {
  const row = (id: string, lastEntryTime: string, waitingSince: string | null) => ({
    id,
    lastEntryTime,
    waitingSince,
  });
  const rows = [
    row('c', '2', '1'),
    row('a', '3', null),
    row('b', '2', '2'),
    row('d', '1', '1'),
    row('e', '4', null),
  ];
  const order = (sortBy: Parameters<typeof compareChats>[2]) =>
    [...rows]
      .sort((a, b) => compareChats(a, b, sortBy))
      .map(({ id }) => id)
      .join('');

  test('newestEntry sorts by the newest message, then by id', () =>
    expect(order('newestEntry')).toBe('eacbd'));
  test('oldestEntry sorts by the oldest message', () => expect(order('oldestEntry')).toBe('dbcae'));
  test('longestWaiting puts the longest wait first and conversations without a wait last', () =>
    expect(order('longestWaiting')).toBe('cdbae'));
  test('shortestWaiting puts the shortest wait first and conversations without a wait last', () =>
    expect(order('shortestWaiting')).toBe('bdcea'));
});
