import { namesIn, onlyFields, pageOf } from './fields';

test.each([
  [undefined, null],
  ['', null],
  [' , ', null],
  ['id, name', ['id', 'name']],
  [
    ['id', 'name,role'],
    ['id', 'name', 'role'],
  ],
  [{ $gt: 1 }, null],
])('reads the query value %j as the field names %j', (value, names) => {
  expect(namesIn(value)).toEqual(names);
});

test('keeps only the named fields, of a single object or of each row of a list', () => {
  expect(onlyFields({ id: '1', name: 'Ana', role: 'user' }, ['id', 'role', 'missing'])).toEqual({
    id: '1',
    role: 'user',
  });
  expect(onlyFields({ data: [{ id: '1', name: 'Ana' }], total: 1 }, ['id'])).toEqual({
    data: [{ id: '1' }],
    total: 1,
  });
});

test('returns a whole list unless the query contains a page', () => {
  const rows = Array.from({ length: 120 }, (_, index) => index);
  expect(pageOf(rows, {})).toMatchObject({ count: 120, total: 120, page: 1, pageCount: 1 });
  expect(pageOf(rows, { page: '3' })).toMatchObject({ count: 20, total: 120, pageCount: 3, perPage: 50 });
  expect(pageOf(rows, { page: '2', limit: '7' }).data).toEqual([7, 8, 9, 10, 11, 12, 13]);
  expect(pageOf([], {})).toMatchObject({ count: 0, total: 0, pageCount: 0 });
});
