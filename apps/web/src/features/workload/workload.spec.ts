import type { UserResponse } from '@parley/contracts/api/access';
import type { Workload } from '@parley/contracts/api/conversations';
import { columns, firstSort, listPath, loadsOf, sorted, sortOf } from './workload';

const user = (id: string, changes: Partial<UserResponse> = {}): [string, UserResponse] => [
  id,
  {
    id,
    displayName: id,
    email: `${id}@example.test`,
    role: 'user',
    status: 'available',
    state: 'active',
    active: true,
    ...changes,
  },
];
const line = (userId: string | null, changes: Partial<Workload> = {}): Workload => ({
  userId,
  open: 0,
  unread: 0,
  waitingSince: null,
  ...changes,
});

test('always lists active users, and other users only with open conversations', () => {
  const users = new Map([
    user('Tom'),
    user('Eva'),
    user('gone', { state: 'deleted' }),
    user('left work', { state: 'deactivated' }),
    user('invited', { state: 'invited' }),
  ]);
  const { unassigned, agents } = loadsOf([line('Tom', { open: 2 }), line('left work', { open: 1 })], users);
  expect(agents.map(({ name, open }) => [name, open])).toEqual([
    ['Tom', 2],
    ['Eva', 0],
    ['left work', 1],
  ]);
  expect(unassigned).toEqual(line(null));
});

test.each([
  ['name', ['Ada', 'Bo', 'Cy']],
  ['status', ['Bo', 'Cy', 'Ada']],
  ['open', ['Cy', 'Ada', 'Bo']],
  ['unread', ['Bo', 'Ada', 'Cy']],
  ['wait', ['Cy', 'Bo', 'Ada']],
] as const)('sorts by %s so that the most relevant row is first', (column, names) => {
  const users = new Map([user('Bo'), user('Ada', { status: 'offline' }), user('Cy')]);
  const lines = [
    line('Ada', { open: 1, unread: 1 }),
    line('Bo', { open: 1, unread: 2, waitingSince: '2026-11-21T10:00:00.000Z' }),
    line('Cy', { open: 3, unread: 1, waitingSince: '2026-11-21T09:00:00.000Z' }),
  ];
  const { agents } = loadsOf(lines, users);
  const now = Date.parse('2026-11-21T11:00:00.000Z');
  expect(sorted(agents, firstSort(column), now).map(({ name }) => name)).toEqual(names);
});

test('reads the sort order from the URL and replaces an invalid one by the default', () => {
  const of = (search: string) => sortOf(new URLSearchParams(search));
  expect(of('')).toEqual({ column: 'open', isDescending: true });
  expect(of('sort=name')).toEqual({ column: 'name', isDescending: false });
  expect(of('sort=wait&order=asc')).toEqual({ column: 'wait', isDescending: false });
  expect(of('sort=colour&order=sideways')).toEqual({ column: 'open', isDescending: true });
  for (const column of columns) expect(of(`sort=${column}`)).toEqual(firstSort(column));
});

test('links each number to the list of the conversations that it counts', () => {
  expect(listPath('tom')).toBe('/messaging-inbox?list=open&userIds=tom');
  expect(listPath('tom', { read: 'false' })).toBe('/messaging-inbox?list=open&userIds=tom&read=false');
  expect(listPath(null, { sortBy: 'longestWaiting' })).toBe(
    '/messaging-inbox?list=unassigned&sortBy=longestWaiting',
  );
});
