import type { EventBatch } from './event-store';
import { readingAgain } from './reading-again';
import { ReadingOutOfOrder } from './reading-order';

jest.mock('@parley/platform/database/retry', () => ({ backoff: () => 0, pause: () => Promise.resolve() }));

const batchAt = (checkpoint: string): EventBatch => ({ events: [], checkpoint, caughtUp: true });

/**
 * Reads subscriptions one after the other. Each yields one batch with the given checkpoint, or no batch for null, and
 * then delivers an event out of order.
 */
async function read(subscriptions: (string | null)[]) {
  const [starts, checkpoints, breaches]: [string[], string[], number[]] = [[], [], []];
  const subscribe = async function* (after: string) {
    await Promise.resolve();
    const checkpoint = subscriptions[starts.length];
    starts.push(after);
    if (checkpoint) yield batchAt(checkpoint);
    if (checkpoint !== undefined) throw new ReadingOutOfOrder('out of order');
  };
  const { signal } = new AbortController();
  const options = { after: '0', signal, onBreach: (_: Error, count: number) => breaches.push(count) };
  const done = (async () => {
    for await (const { checkpoint } of readingAgain(subscribe, options)) checkpoints.push(checkpoint);
  })();
  const error = await done.then(
    () => null,
    (failure: unknown) => failure,
  );
  return { starts, checkpoints, breaches, error };
}

test('subscribes again at the last checkpoint after an event out of order', async () => {
  expect(await read(['1', '2', null])).toEqual({
    starts: ['0', '1', '2', '2'],
    checkpoints: ['1', '2'],
    breaches: [1, 1, 2],
    error: null,
  });
});

test('fails after 5 subscriptions out of order without a batch between them', async () => {
  const { error, starts } = await read(['1', null, null, null, null, null]);
  expect(error).toBeInstanceOf(ReadingOutOfOrder);
  expect(starts).toHaveLength(5);
});

test('passes on any other error', async () => {
  const subscribe = async function* (): AsyncIterable<EventBatch> {
    await Promise.resolve();
    yield batchAt('1');
    throw new TypeError('broken');
  };
  const { signal } = new AbortController();
  const reading = async () => {
    for await (const batch of readingAgain(subscribe, { after: '0', signal, onBreach: () => undefined }))
      void batch;
  };
  await expect(reading()).rejects.toThrow(TypeError);
});
