import { namedIn, partsByName } from './names';

const tom = { id: 'tom', name: 'Tom' };
const tomB = { id: 'tomB', name: 'Tom Bakker' };
const sales = { id: 'sales', name: 'Sales' };
const all = [tom, tomB, sales];
const ids = (text: string, some = all) => namedIn(text, some).map(({ id }) => id);

test('a name after an @ is found, wherever it stands', () => {
  expect(ids('@Tom can you look?')).toEqual(['tom']);
  expect(ids('Ask (@sales), then @Tom.')).toEqual(['tom', 'sales']);
});

test('the longer of two names is meant where one begins the other', () => {
  expect(ids('@Tom Bakker knows')).toEqual(['tomB']);
  expect(ids('@Tom Bakkers')).toEqual(['tom']);
});

test('an address, a name without an @ and part of a word name nobody', () => {
  expect(ids('tom@Sales.example')).toEqual([]);
  expect(ids('Tom knows')).toEqual([]);
  expect(ids('@Tomato')).toEqual([]);
});

test('colleagues of one name are all told', () => {
  expect(ids('@Tom', [tom, { id: 'other', name: 'Tom' }])).toEqual(['tom', 'other']);
});

test('the parts make up the whole text', () => {
  const parts = partsByName('Hi @Tom Bakker, and @Sales', all);
  expect(parts.map(({ text }) => text).join('')).toBe('Hi @Tom Bakker, and @Sales');
  expect(parts.flatMap(({ named }) => named?.id ?? [])).toEqual(['tomB', 'sales']);
});
