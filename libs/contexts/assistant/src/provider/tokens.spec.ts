import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { countsExactly, TokenCounter } from './tokens';

const pool = new WorkerPool({ threads: 2 });
const tokens = new TokenCounter(pool);
const count = (texts: string[], customerId = 'ana') => tokens.count(texts, customerId);

afterAll(() => pool.onApplicationShutdown());

test('counts tokens like OpenAI’s models', async () => {
  expect(await count(['Hello world', '', 'Where is my bike?'])).toEqual([2, 0, 5]);
});

test('counts special tokens in a text as plain text', async () => {
  const [one = 0, many] = await count(['<|endoftext|>', '<|endoftext|><|fim_prefix|>'.repeat(1_000)]);
  expect(one).toBeGreaterThan(1);
  expect(many).toBeGreaterThan(5_000);
});

test('counts long runs of one character', async () => {
  const [letters, blanks] = await count(['a'.repeat(20_000), ' '.repeat(20_000)]);
  expect(letters).toBeGreaterThan(1_000);
  expect(blanks).toBeGreaterThan(10);
});

test('counts a text with a long run as the sum of its words and of the run', async () => {
  const run = 'b'.repeat(400);
  const [whole = 0, before = 0, long = 0, after = 0] = await count([`Hi ${run} you`, 'Hi ', run, ' you']);
  expect(whole).toBe(before + long + after);
});

test('counts texts of one organisation while another organisation counts costly texts', async () => {
  // Makes both threads load the tokenizer first.
  await Promise.all([count(['hello']), count(['hello'], 'bo')]);
  let isCounting = true;
  const text = '<|endoftext|>'.repeat(1_500);
  const counting = count(Array<string>(200).fill(text)).finally(() => (isCounting = false));
  expect(await count(['Hello world'], 'bo')).toEqual([2]);
  expect(isCounting).toBe(true);
  await counting;
});

test('fails with a code when a text takes too long, and counts the next one', async () => {
  const counter = new TokenCounter(pool);
  const { task } = counter;
  counter.task = { ...task, timeoutMs: 0 };
  const costly = Array<string>(200).fill('<|endoftext|>'.repeat(1_500));
  await expect(counter.count(costly, 'ana')).rejects.toMatchObject({ code: 'assistant_failed' });
  counter.task = task;
  expect(await counter.count(['Hello world'], 'ana')).toEqual([2]);
});

test.each([
  ['gpt-4o-mini', true],
  ['o3', true],
  ['llama-3.1-8b', false],
  ['mistral-small', false],
])('countsExactly returns for the model %s: %s', (model, isExact) => {
  expect(countsExactly(model)).toBe(isExact);
});
