import { faultOf, pillOf, typedOperator, wholeText, withPills } from './pills';

test.each([
  ['late from:ana', [], 'late from:ana'],
  ['late from:ana ', ['from:ana'], 'late '],
  ['tag:"late order" has:file x', ['tag:"late order"', 'has:file'], 'x'],
  ['from: ', [], 'from: '],
  ['a:b ', [], 'a:b '],
])('splits "%s" into the pills %j and a rest', (text, pills, rest) => {
  expect(withPills({ pills: [], text })).toEqual({ pills, text: rest });
});

test('joins pills and text to one query', () => {
  expect(wholeText({ pills: ['from:ana'], text: ' late ' })).toBe('from:ana late');
});

test('takes the operator at the end of the text as the one being typed', () => {
  expect(typedOperator('late tag:vi')).toMatchObject({ operator: 'tag', value: 'vi' });
  expect(typedOperator('late tag:')).toMatchObject({ operator: 'tag', value: '' });
  expect(typedOperator('tag:vip late')).toBeNull();
});

test('quotes a value with blanks, and reports a wrong value', () => {
  expect(pillOf('tag', 'late order')).toBe('tag:"late order"');
  expect(faultOf('has:money')?.code).toBe('search_has_invalid');
  expect(faultOf('has:file')).toBeNull();
});
