import { addressOf, pathOf } from './address';

test('an address and its path say the same', () => {
  const address = { chatId: 'c1', list: 'team' as const, teamId: 't1', page: 3 };
  const [, query] = pathOf(address).split('?');
  expect(pathOf(address)).toBe('/messaging-inbox/c1?list=team&team=t1&page=3');
  expect(addressOf('c1', new URLSearchParams(query), null)).toEqual(address);
});

test('without a list it is the last one, or else the new ones', () => {
  expect(addressOf(undefined, new URLSearchParams(), 'personal').list).toBe('personal');
  expect(addressOf(undefined, new URLSearchParams('list=nonsense'), null).list).toBe('new');
});

test.each(['0', '-1', 'x', '1.5'])('page "%s" is the first', (page) =>
  expect(addressOf(undefined, new URLSearchParams({ page }), null).page).toBe(1),
);
