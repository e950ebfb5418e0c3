import { setTimeout as pause } from 'node:timers/promises';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { eventStoreConformance, follow, noted } from './conformance';
import type { EventBatch } from './event-store';
import { SharedEventStore } from './shared-event-store';

const customerId = 'acme';

eventStoreConformance('memory, shared', () =>
  Promise.resolve(new SharedEventStore(new InMemoryEventStore())),
);

/** Subscribes to one category from the start of the log, until the test ends. */
function reader(store: SharedEventStore, prefix: string, signal: AbortSignal) {
  const seen: string[] = [];
  const ended = (async () => {
    for await (const { events } of store.subscribeAll({ prefixes: [prefix], signal }))
      seen.push(...events.map(({ id }) => id));
  })();
  return { seen, ended };
}

test('lets readers at the head share one subscription for all their prefixes', async () => {
  const log = new InMemoryEventStore();
  const store = new SharedEventStore(log);
  const stop = new AbortController();
  const subscribed = jest.spyOn(log, 'subscribeAll');
  const kinds = ['a-', 'b-', 'c-'];
  const readers = kinds.map((kind) => reader(store, kind, stop.signal));
  await follow(store, { prefixes: kinds }, () => true);
  subscribed.mockClear();
  const expected = kinds.map(() => [] as string[]);
  for (let round = 0; round < 20; round++) {
    for (const [index, kind] of kinds.entries()) {
      const event = noted('x');
      expected[index]?.push(event.id);
      await store.append(`${kind}1`, [event], { expected: 'any', customerId });
    }
  }
  await follow(store, { prefixes: kinds }, ({ length }) => length === 60);
  while (readers.some(({ seen }) => seen.length < 20)) await new Promise(setImmediate);
  expect(readers.map(({ seen }) => seen)).toEqual(expected);
  expect(subscribed.mock.calls.length).toBeLessThanOrEqual(1);
  stop.abort();
  await Promise.all(readers.map(({ ended }) => ended));
});

test('delivers each event once to a reader that starts before the oldest cached event', async () => {
  const log = new InMemoryEventStore();
  const store = new SharedEventStore(log);
  const stop = new AbortController();
  const early = reader(store, 'a-', stop.signal);
  const ids: string[] = [];
  for (let batch = 0; batch < 30; batch++) {
    const events = Array.from({ length: 100 }, () => noted('x'));
    ids.push(...events.map(({ id }) => id));
    await store.append('a-1', events, { expected: 'any', customerId });
  }
  const late = reader(store, 'a-', stop.signal);
  while (early.seen.length < 3000 || late.seen.length < 3000) await new Promise(setImmediate);
  expect(early.seen).toEqual(ids);
  expect(late.seen).toEqual(ids);
  stop.abort();
  await Promise.all([early.ended, late.ended]);
});

test('makes a slow reader at the head pause for as long as its batch took', async () => {
  const store = new SharedEventStore(new InMemoryEventStore());
  const stop = new AbortController();
  const turns: { began: number; ended: number }[] = [];
  const slow = (async () => {
    for await (const { events } of store.subscribeAll({ prefixes: ['a-'], signal: stop.signal })) {
      if (events.length === 0) continue;
      const began = performance.now();
      await pause(100);
      turns.push({ began, ended: performance.now() });
      if (turns.length === 4) stop.abort();
    }
  })();
  await follow(store, { prefixes: ['a-'] }, () => true);
  while (!stop.signal.aborted) {
    await store.append('a-1', [noted('x')], { expected: 'any', customerId });
    await pause(5);
  }
  await slow;
  const rests = turns.slice(1).map(({ began }, index) => began - turns[index]!.ended);
  expect(Math.min(...rests)).toBeGreaterThan(90);
});

test('passes an error of the shared subscription to each reader', async () => {
  const log = new InMemoryEventStore();
  await log.append('a-1', [noted('x')], { expected: 'any', customerId });
  const store = new SharedEventStore(log);
  const failing = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('The key is gone.')) }),
  };
  jest.spyOn(log, 'subscribeAll').mockReturnValue(failing as AsyncIterable<EventBatch>);
  const { ended } = reader(store, 'a-', new AbortController().signal);
  await expect(ended).rejects.toThrow('The key is gone.');
});
