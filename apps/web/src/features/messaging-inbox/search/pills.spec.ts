import { faultOf, pillOf, typedOperator, wholeText, withPills } from './pills';

test.each([
  ['late from:ana', [], 'late from:ana'],
  ['late from:ana ', ['from:ana'], 'late '],
  ['tag:"late order" has:file x', ['tag:"late order"', 'has:file'], 'x'],
  ['from: ', [], 'from: '],
  ['a:b ', [], 'a:b '],
])('splits "%s" into the pills %j and the remaining text', (text, pills, rest) => {
  expect(withPills({ pills: [], text })).toEqual({ pills, text: rest });
});

test('joins pills and text into one query', () => {
  expect(wholeText({ pills: ['from:ana'], text: ' late ' })).toBe('from:ana late');
});

test('treats an operator at the end of the text as still being typed', () => {
  expect(typedOperator('late tag:vi')).toMatchObject({ operator: 'tag', value: 'vi' });
  expect(typedOperator('late tag:')).toMatchObject({ operator: 'tag', value: '' });
  expect(typedOperator('tag:vip late')).toBeNull();
});

test('quotes a value that contains blanks, and reports an invalid value', () => {
  expect(pillOf('tag', 'late order')).toBe('tag:"late order"');
  expect(faultOf('has:money')?.code).toBe('search_has_invalid');
  expect(faultOf('has:file')).toBeNull();
});
