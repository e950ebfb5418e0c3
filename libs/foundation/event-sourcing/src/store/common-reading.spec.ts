import type { RecordedEvent } from '@parley/contracts/events';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { CommonReading } from './common-reading';
import { noted } from './conformance';
import { START } from './position';
import { SharedEventStore } from './shared-event-store';

const customerId = 'acme';
let store: InMemoryEventStore;

beforeEach(async () => {
  store = new InMemoryEventStore();
  for (let index = 0; index < 40; index++) {
    const stream = index === 20 ? 'user-1' : `message-${index}`;
    await store.append(stream, [noted(String(index))], { expected: 'any', customerId });
  }
});

/** Reads up to the head, and awaits `before` ahead of each batch. */
async function read(
  batches: AsyncIterable<{ events: RecordedEvent[]; checkpoint: string }>,
  before: (nth: number) => Promise<void> = () => Promise.resolve(),
): Promise<{ events: RecordedEvent[]; checkpoint: string }> {
  const events: RecordedEvent[] = [];
  let [nth, checkpoint] = [0, ''];
  const head = (await store.head()) ?? '';
  for await (const batch of batches) {
    events.push(...batch.events);
    checkpoint = batch.checkpoint;
    if (checkpoint >= head) break;
    await before(nth++);
  }
  return { events, checkpoint };
}

test('lets readers that start at the same position share one reading of the log, each with its own streams', async () => {
  const shared = new SharedEventStore(store);
  const reads = jest.spyOn(store, 'subscribeAll');
  const { signal } = new AbortController();
  const fill = (prefix: string) =>
    read(shared.subscribeAll({ prefixes: [prefix], signal, together: { batchSize: 5, patienceMs: 10_000 } }));
  const [messages, users] = await Promise.all([fill('message-'), fill('user-')]);
  expect(messages.events).toHaveLength(39);
  expect(users.events.map(({ stream }) => stream)).toEqual(['user-1']);
  expect(users.checkpoint).toBe(await store.head());
  expect(reads).toHaveBeenCalledTimes(1);
});

test('continues without a reader that keeps all others waiting, and returns that reader’s position', async () => {
  const reading = new CommonReading(store, START, 2, 0);
  const { signal } = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const slow = read(
    reading.follow({ after: START, prefixes: ['message-'], patienceMs: 20 }, signal),
    (nth) => (nth === 0 ? held : Promise.resolve()),
  );
  const quick = await read(
    reading.follow({ after: START, prefixes: ['message-', 'user-'], patienceMs: 20 }, signal),
  );
  expect(quick.events).toHaveLength(40);
  release();
  const left = await slow;
  expect(left.events).toEqual(quick.events.slice(0, left.events.length));
  expect(left.events.length).toBeLessThan(40);
  expect(left.checkpoint).toBe(left.events.at(-1)?.position);
});

test('ends for all readers after an error, so that each of them continues by itself', async () => {
  const shared = new SharedEventStore(store);
  const subscribeAll = store.subscribeAll.bind(store);
  jest.spyOn(store, 'subscribeAll').mockImplementationOnce(async function* (options) {
    for await (const batch of subscribeAll(options)) {
      yield batch;
      throw new Error('away');
    }
  });
  const { signal } = new AbortController();
  const options = { prefixes: ['message-', 'user-'], signal, together: { batchSize: 5, patienceMs: 10_000 } };
  const { events } = await read(shared.subscribeAll(options));
  expect(events).toHaveLength(40);
});

test('lets a reader join that starts a little later; it gets no event twice, and no types that all readers exclude', async () => {
  const shared = new SharedEventStore(store);
  const { signal } = new AbortController();
  const [, , third] = (await read(store.subscribeAll({ prefixes: ['message-'], signal }))).events;
  const reads = jest.spyOn(store, 'subscribeAll');
  const fill = (after: string, except: string[]) =>
    read(
      shared.subscribeAll({
        after,
        prefixes: ['message-'],
        except,
        signal,
        together: { batchSize: 5, patienceMs: 10_000 },
      }),
    );
  const [later, whole, none] = await Promise.all([
    fill(third!.position, ['Other']),
    fill(START, ['Other', 'Another']),
    fill(START, ['Other', third!.type]),
  ]);
  expect(whole.events).toHaveLength(39);
  expect(later.events).toEqual(whole.events.slice(3));
  expect(none.events).toEqual([]);
  expect(reads).toHaveBeenCalledTimes(1);
  expect(reads).toHaveBeenCalledWith(expect.objectContaining({ after: START, except: ['Other'] }));
});

test('continues permanently without a reader that is slow with every batch', async () => {
  const reading = new CommonReading(store, START, 2, 0);
  const { signal } = new AbortController();
  let [taken, release] = [0, () => {}];
  const slow = read(reading.follow({ after: START, prefixes: ['message-'], patienceMs: 1 }, signal), () => {
    taken++;
    return new Promise<void>((resolve) => (release = resolve));
  });
  const both = { after: START, prefixes: ['message-', 'user-'], patienceMs: 1_000 };
  // The slow reader finishes its batch only after the other has continued without it.
  await read(reading.follow(both, signal), (nth) => {
    if (nth >= 4) release();
    return Promise.resolve();
  });
  await slow;
  expect(taken).toBe(1);
});
