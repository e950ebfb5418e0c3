import { namedIn, partsByName } from './names';

const tom = { id: 'tom', name: 'Tom' };
const tomB = { id: 'tomB', name: 'Tom Bakker' };
const sales = { id: 'sales', name: 'Sales' };
const all = [tom, tomB, sales];
const ids = (text: string, some = all) => namedIn(text, some).map(({ id }) => id);

test('finds a name after an @ anywhere in a text', () => {
  expect(ids('@Tom can you look?')).toEqual(['tom']);
  expect(ids('Ask (@sales), then @Tom.')).toEqual(['tom', 'sales']);
});

test('prefers the longer name if one name begins with another', () => {
  expect(ids('@Tom Bakker knows')).toEqual(['tomB']);
  expect(ids('@Tom Bakkers')).toEqual(['tom']);
});

test('ignores an e-mail address, a name without an @ and a part of a word', () => {
  expect(ids('tom@Sales.example')).toEqual([]);
  expect(ids('Tom knows')).toEqual([]);
  expect(ids('@Tomato')).toEqual([]);
});

test('finds all colleagues who share a name', () => {
  expect(ids('@Tom', [tom, { id: 'other', name: 'Tom' }])).toEqual(['tom', 'other']);
});

test('splits a text into parts that together are the whole text', () => {
  const parts = partsByName('Hi @Tom Bakker, and @Sales', all);
  expect(parts.map(({ text }) => text).join('')).toBe('Hi @Tom Bakker, and @Sales');
  expect(parts.flatMap(({ named }) => named?.id ?? [])).toEqual(['tomB', 'sales']);
});
