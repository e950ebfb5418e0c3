import { readAhead } from './read-ahead';

/**
 * A source that yields the numbers from 0 on until the signal aborts; `state` shows whether its `return` was called.
 */
function numbers() {
  const state = { isReturned: false };
  async function* open(signal: AbortSignal) {
    try {
      for (let n = 0; !signal.aborted; n++) yield n;
    } finally {
      state.isReturned = true;
    }
  }
  return { open, state };
}

/** Resolves once the reads in progress have finished. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('closes the source when the caller stops while the next item is already read', async () => {
  const { open, state } = numbers();
  for await (const n of readAhead(open)) {
    await settled();
    if (n === 2) break;
  }
  await settled();
  expect(state.isReturned).toBe(true);
});

test('closes the source when the signal aborts, even if the caller never requests another item', async () => {
  const { open, state } = numbers();
  const stop = new AbortController();
  const reading = readAhead(open, stop.signal);
  await reading.next();
  await settled();
  stop.abort();
  await settled();
  expect(state.isReturned).toBe(true);
});

test('ends a read that waits for an item when the signal aborts', async () => {
  const stop = new AbortController();
  async function* silent(signal: AbortSignal): AsyncGenerator<number, undefined> {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    yield* [];
  }
  const next = readAhead(silent, stop.signal).next();
  stop.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});

test('throws the error of the source when the caller requests the item that failed', async () => {
  async function* failing() {
    yield 1;
    throw new Error('The log is away.');
  }
  const reading = readAhead(failing);
  expect((await reading.next()).value).toBe(1);
  await expect(reading.next()).rejects.toThrow('The log is away.');
});
