import { performance } from 'node:perf_hooks';
import { countsExactly, TokenCounter } from './tokens';

const tokens = new TokenCounter();

afterAll(() => tokens.onApplicationShutdown());

test('tokens are counted as OpenAI’s models count them', async () => {
  expect(await tokens.count(['Hello world', '', 'Where is my bike?'])).toEqual([2, 0, 5]);
});

test('what looks like a special token is text', async () => {
  const [one = 0, many] = await tokens.count(['<|endoftext|>', '<|endoftext|><|fim_prefix|>'.repeat(1_000)]);
  expect(one).toBeGreaterThan(1);
  expect(many).toBeGreaterThan(5_000);
});

test('many equal letters are counted all the same', async () => {
  const [letters, blanks] = await tokens.count(['a'.repeat(20_000), ' '.repeat(20_000)]);
  expect(letters).toBeGreaterThan(1_000);
  expect(blanks).toBeGreaterThan(10);
});

test.each([
  ['20,000 equal letters', 'a'.repeat(20_000)],
  ['special tokens as text', '<|endoftext|>'.repeat(1_500)],
  [
    'signs of which no two are alike',
    String.fromCharCode(...Array.from({ length: 20_000 }, (_, at) => 0x4e00 + ((at * at * 7_919) % 20_000))),
  ],
])('whoever else is served does not wait for the counting: %s', async (_name, text) => {
  await tokens.count(['hello']);
  const begun = performance.now();
  let [isCounting, turns, held, last] = [true, 0, 0, begun];
  // The thread has many more to count than any request has, so that the difference is clear.
  const counting = tokens.count(Array<string>(60).fill(text)).finally(() => (isCounting = false));
  while (isCounting) {
    await new Promise((resolve) => setImmediate(resolve));
    [turns, held, last] = [turns + 1, Math.max(held, performance.now() - last), performance.now()];
  }
  await counting;
  expect(turns).toBeGreaterThan(5);
  expect(held).toBeLessThan(Math.max(20, (performance.now() - begun) / 2));
});

test('a text that takes too long is not counted, and the next one is', async () => {
  const counter = new TokenCounter();
  counter.patienceMs = 0;
  await expect(counter.count(['hello'])).rejects.toMatchObject({ code: 'assistant_failed' });
  counter.patienceMs = 10_000;
  expect(await counter.count(['Hello world'])).toEqual([2]);
  await counter.onApplicationShutdown();
});

test.each([
  ['gpt-4o-mini', true],
  ['o3', true],
  ['llama-3.1-8b', false],
  ['mistral-small', false],
])('of %s the count is exact: %s', (model, isExact) => {
  expect(countsExactly(model)).toBe(isExact);
});
