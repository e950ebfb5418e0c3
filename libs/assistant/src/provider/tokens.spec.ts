import { countsExactly, countTokens } from './tokens';

test('tokens are counted as OpenAI’s models count them', async () => {
  expect(await countTokens(['Hello world', '', 'Where is my bike?'])).toEqual([2, 0, 5]);
});

test('what looks like a special token is text', async () => {
  const [count] = await countTokens(['<|endoftext|>']);
  expect(count).toBeGreaterThan(1);
});

test('many equal letters are counted all the same', async () => {
  const [letters, blanks] = await countTokens(['a'.repeat(20_000), ' '.repeat(20_000)]);
  expect(letters).toBeGreaterThan(1_000);
  expect(blanks).toBeGreaterThan(10);
});

test.each([
  ['gpt-4o-mini', true],
  ['o3', true],
  ['llama-3.1-8b', false],
  ['mistral-small', false],
])('of %s the count is exact: %s', (model, isExact) => {
  expect(countsExactly(model)).toBe(isExact);
});
