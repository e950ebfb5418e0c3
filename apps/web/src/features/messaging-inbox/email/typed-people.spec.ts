import { isWrong, personOf } from './typed-people';

test.each([
  ['ana@x.example', { address: 'ana@x.example' }],
  ['Ana Ruiz <ana@x.example>', { address: 'ana@x.example', name: 'Ana Ruiz' }],
  ['"Ruiz, Ana" <ana@x.example>', { address: 'ana@x.example', name: 'Ruiz, Ana' }],
  [' ana ', { address: 'ana' }],
  ['Ana <ana', { address: 'Ana <ana' }],
  ['ana@x.example\r\nBcc: v@x.example', { address: 'ana@x.example\r\nBcc: v@x.example' }],
])('parses %j as an address with a name, or keeps it as typed', (words, person) =>
  expect(personOf(words)).toEqual(person),
);

test.each([
  ['ana@x.example', false],
  ['ana', true],
  ['boss@harbour', true],
  ['Root@Localhost', false],
  ['ana@x.example\r\nBcc: v@x.example', true],
])('isWrong for %j is %s', (address, isToBe) => {
  // An invalid address that has sent an e-mail can still be answered.
  expect(isWrong({ address }, new Set(['root@localhost']))).toBe(isToBe);
});
