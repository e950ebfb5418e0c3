import { api } from './api-client';
import { session } from './session';

/** Requests in flight, each with a function that responds to it. */
const sent: { keepalive: boolean | undefined; key: string | null; answer: (status?: number) => void }[] = [];
const kept = () => sent.map(({ keepalive }) => keepalive);
const of = (bytes: number) => ({ method: 'POST', body: 'x'.repeat(bytes - 2) }) as const;

/**
 * Sends a request and waits until it is in flight.
 * @returns `answered`, which settles with the response
 */
async function send(...request: Parameters<typeof api>): Promise<{ answered: Promise<unknown> }> {
  const [before, answered] = [sent.length, api(...request)];
  while (sent.length === before) await Promise.resolve();
  return { answered };
}

beforeEach(() => {
  sent.length = 0;
  jest.spyOn(session, 'token').mockResolvedValue('token');
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_path, init) =>
      new Promise((resolve) => {
        const key = new Headers(init?.headers).get('idempotency-key');
        const answer = (status = 200) => resolve(Response.json({}, { status }));
        sent.push({ keepalive: init?.keepalive, key, answer });
      }),
  );
});
afterEach(() => {
  for (const { answer } of sent) answer();
  jest.restoreAllMocks();
});

test('sends commands so that they survive leaving the page, but not queries', async () => {
  await send('/archive', { method: 'POST', body: {} });
  await send('/tag', { method: 'DELETE' });
  await send('/list');
  expect(kept()).toEqual([true, true, false]);
});

test('sends a command without keepalive if its body is too large', async () => {
  await send('/large', of(60_001));
  expect(kept()).toEqual([false]);
});

test('counts the keepalive bytes of all commands in flight and frees them afterwards', async () => {
  const first = await send('/first', of(40_000));
  await send('/second', of(40_000));
  sent[0]!.answer();
  await first.answered;
  await send('/third', of(40_000));
  expect(kept()).toEqual([true, false, true]);
});

test('keeps the idempotency key of a creating request until there is a definite response', async () => {
  const make = () => send('/tags', { method: 'POST', body: { name: 'Refund' }, makes: true });
  const lost = await make();
  sent[0]!.answer(503);
  await lost.answered.catch(() => undefined);
  const [again, twice] = [await make(), await make()];
  for (const { answer } of sent.slice(1)) answer();
  await Promise.all([again.answered, twice.answered]);
  await make();
  await send('/tags', { method: 'POST', body: { name: 'Refund' } });
  const [first, second, third, fourth, fifth] = sent.map(({ key }) => key);
  expect(first).not.toBeNull();
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
  expect(fifth).toBeNull();
});
