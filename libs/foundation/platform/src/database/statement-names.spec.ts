import { StatementNames } from './statement-names';

test('names a statement from its second use on, and keeps the name', () => {
  const names = new StatementNames();
  expect(names.nameOf('select $1')).toBeUndefined();
  const name = names.nameOf('select $1');
  expect(name).toBeDefined();
  expect(names.nameOf('select $1')).toBe(name);
});

test('gives each statement a name of its own', () => {
  const names = new StatementNames();
  const given = ['select $1', 'select $2'].map((text) => (names.nameOf(text), names.nameOf(text)));
  expect(new Set(given).size).toBe(2);
});

test('gives the same text a different name in another schema', () => {
  const names = new StatementNames();
  const given = ['inbox', 'contacts'].map(
    (place) => (names.nameOf('select $1', place), names.nameOf('select $1', place)),
  );
  expect(new Set(given).size).toBe(2);
});

test('names at most the given number of statements', () => {
  const names = new StatementNames(1);
  for (const text of ['one', 'one', 'two', 'two']) names.nameOf(text);
  expect([names.nameOf('one'), names.nameOf('two')]).toEqual([expect.any(String), undefined]);
});

test('forgets statements that are used once', () => {
  const names = new StatementNames();
  names.nameOf('first');
  for (let n = 0; n < 2_000; n++) names.nameOf(`once ${n}`);
  expect(names.nameOf('first')).toBeUndefined();
});
