import { insertInto, withoutSignature } from './inserting';

const draft = 'Hello Ana, ur bike is ready.';

test('a result stands in place of what was selected', () => {
  const taken = { text: draft, start: 11, end: draft.length };
  expect(insertInto(draft, taken, 'your bike is ready!')).toBe('Hello Ana, your bike is ready!');
});

test('words that were changed meanwhile stay', () => {
  const taken = { text: draft, start: 0, end: draft.length };
  expect(insertInto('Something else ', taken, 'Result')).toBe('Something else\n\nResult');
  expect(insertInto(' ', taken, 'Result')).toBe('Result');
});

test('a result is not signed twice', () => {
  const below = (text: string) => `${text}\nSanne de Vries`;
  const above = (text: string) => `*Sanne de Vries*\n${text}`;
  expect(withoutSignature('Your bike is ready.\n\nSanne de Vries', below)).toBe('Your bike is ready.');
  expect(withoutSignature('*Sanne de Vries*\nYour bike is ready.', above)).toBe('Your bike is ready.');
  expect(withoutSignature('Ask Sanne de Vries', below)).toBe('Ask Sanne de Vries');
  expect(withoutSignature(' As it is ', undefined)).toBe('As it is');
});
