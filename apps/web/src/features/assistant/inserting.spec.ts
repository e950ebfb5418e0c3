import { insertInto, withoutSignature } from './inserting';

const draft = 'Hello Ana, ur bike is ready.';

test('replaces the selected text by the result', () => {
  const taken = { text: draft, start: 11, end: draft.length };
  expect(insertInto(draft, taken, 'your bike is ready!')).toBe('Hello Ana, your bike is ready!');
});

test('keeps a draft that was changed in the meantime, and appends the result', () => {
  const taken = { text: draft, start: 0, end: draft.length };
  expect(insertInto('Something else ', taken, 'Result')).toBe('Something else\n\nResult');
  expect(insertInto(' ', taken, 'Result')).toBe('Result');
});

test('removes the signature that sending will add', () => {
  const below = (text: string) => `${text}\nSanne de Vries`;
  const above = (text: string) => `*Sanne de Vries*\n${text}`;
  expect(withoutSignature('Your bike is ready.\n\nSanne de Vries', below)).toBe('Your bike is ready.');
  expect(withoutSignature('*Sanne de Vries*\nYour bike is ready.', above)).toBe('Your bike is ready.');
  expect(withoutSignature('Ask Sanne de Vries', below)).toBe('Ask Sanne de Vries');
  expect(withoutSignature(' As it is ', undefined)).toBe('As it is');
});
