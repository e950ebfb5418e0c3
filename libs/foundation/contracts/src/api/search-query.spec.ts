import { parseSearch, phoneDigitsOf, piecesOf, wordsOf } from './search-query';

const word = (...words: string[]) => ({ words, isQuoted: false });
const phrase = (...words: string[]) => ({ words, isQuoted: true });

it.each([
  ['invoice', { terms: [word('invoice')] }],
  ['Árbol ÑANDÚ', { terms: [word('arbol'), word('nandu')] }],
  ['"late again" refund', { terms: [phrase('late', 'again'), word('refund')] }],
  ['"not closed', { terms: [phrase('not', 'closed')] }],
  ['ana.ruiz@acme.com', { terms: [word('ana', 'ruiz', 'acme', 'com')], id: 'ana.ruiz@acme.com' }],
  ['from:ana hello', { terms: [word('hello')], from: ['ana'] }],
  ['from:"Ana Ruiz"', { from: ['Ana Ruiz'] }],
  ['FROM:me tag:vip tag:new', { from: ['me'], tag: ['vip', 'new'] }],
  ['channel:whatsapp team:"second line"', { channel: ['whatsapp'], team: ['second line'] }],
  ['has:file HAS:Link', { has: ['file', 'link'] }],
  ['after:2026-01-31 before:2026-02-28', { after: '2026-01-31', before: '2026-02-28' }],
  ['foo:bar', { terms: [word('foo', 'bar')] }],
  ['https://acme.com/x', { terms: [word('https', 'acme', 'com', 'x')], id: 'https://acme.com/x' }],
  ['wamid.HBgLMzE2', { terms: [word('wamid', 'hbglmze2')], id: 'wamid.HBgLMzE2' }],
  ['', {}],
  ['  --- !!', {}],
])('parses %s', (text, expected) => {
  const nothing = { from: [], tag: [], channel: [], team: [], has: [], before: null, after: null, id: null };
  expect(parseSearch(text)).toEqual({ query: { terms: [], ...nothing, ...expected }, faults: [] });
});

it.each([
  ['has:money', 'has', 'money', 'search_has_invalid'],
  ['has:', 'has', '', 'search_has_invalid'],
  ['before:yesterday', 'before', 'yesterday', 'search_date_invalid'],
  ['after:2026-02-30', 'after', '2026-02-30', 'search_date_invalid'],
  ['from: hello', 'from', '', 'search_value_missing'],
  ['tag:""', 'tag', '', 'search_value_missing'],
  ['team:--', 'team', '--', 'search_value_missing'],
])('reports the operator of %s as invalid', (text, operator, value, code) => {
  expect(parseSearch(text).faults).toEqual([{ operator, value, code }]);
});

it('keeps the other terms of a query with an invalid operator', () => {
  expect(parseSearch('has:money late').query.terms).toEqual([word('late')]);
});

it('uses at most twelve terms', () => {
  expect(parseSearch('a '.repeat(30)).query.terms).toHaveLength(12);
});

it('returns the offsets of each piece of the text', () => {
  expect(
    piecesOf('late from:"Ana R" x').map(({ start, end, operator, value }) => [start, end, operator, value]),
  ).toEqual([
    [0, 4, null, 'late'],
    [5, 17, 'from', 'Ana R'],
    [18, 19, null, 'x'],
  ]);
});

it('splits words into letters and digits of any script', () => {
  expect(wordsOf("L'été, 12-b Ωmega_x 日本")).toEqual(['l', 'ete', '12', 'b', 'ωmega', 'x', '日本']);
});

it.each([
  ['+34 612-345', '34612345'],
  ['12', null],
  ['612 abc', null],
])('the digits of %s are %s', (text, digits) => {
  expect(phoneDigitsOf(text)).toBe(digits);
});
