import { fillVariables, variableCount } from './template-text';

test('counts the variables of a body by the highest number', () => {
  expect(variableCount('Hello {{1}}, order {{3}}')).toBe(3);
  expect(variableCount('Hello')).toBe(0);
});

test('fills each variable wherever it stands and leaves what has no value', () => {
  expect(fillVariables('{{1}} and {{2}} and {{1}}', ['a', ''])).toBe('a and {{2}} and a');
});
