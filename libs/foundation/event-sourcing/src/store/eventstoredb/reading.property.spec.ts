import fc from 'fast-check';
import { status } from '@grpc/grpc-js';
import { Logger } from '@nestjs/common';
import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';
import { eventually } from '@parley/testing/waiting/eventually';
import { noted } from '../conformance';
import type { EventStore } from '../event-store';
import { SharedEventStore } from '../shared-event-store';
import { UpcastingEventStore } from '../upcasting-event-store';
import { EventStoreDbEventStore } from './eventstoredb-event-store';

const customerId = 'customer-of-the-suite';
const CATEGORIES = ['red', 'green', 'blue'];

type Step =
  | { kind: 'append'; category: string; events: number }
  | { kind: 'statistics' | 'hold' | 'release' | 'end' | 'cancel' | 'silence' | 'drop' | 'probe' | 'resume' }
  | { kind: 'checkpoint'; position: bigint };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('append' as const),
        category: fc.constantFrom(...CATEGORIES, 'other'),
        events: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          ...([
            'statistics',
            'hold',
            'release',
            'end',
            'cancel',
            'silence',
            'drop',
            'probe',
            'resume',
          ] as const),
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('checkpoint' as const),
        position: fc.constantFrom(2n ** 64n - 1n, 2n ** 63n, 2n ** 62n),
      }),
    },
  ),
  { minLength: 4, maxLength: 25 },
);

/**
 * A reader that behaves like views and reactions: it ignores events behind its checkpoint, and continues after it
 * when it is restarted.
 */
class Reader {
  readonly received: string[] = [];
  private checkpoint: string | undefined;
  private stop = new AbortController();
  private running: Promise<void>;

  constructor(
    private readonly store: EventStore,
    private readonly prefixes: string[],
    /** Number of event loop turns that the reader spends on each batch. */
    private readonly turns: number,
  ) {
    this.running = this.read();
  }

  async resume(): Promise<void> {
    await this.end();
    this.stop = new AbortController();
    this.running = this.read();
  }

  async end(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private async read(): Promise<void> {
    const { checkpoint: after, prefixes } = this;
    for await (const batch of this.store.subscribeAll({ after, prefixes, signal: this.stop.signal })) {
      for (let turn = 0; turn < this.turns; turn++) await new Promise(setImmediate);
      this.received.push(...batch.events.map(({ id }) => id));
      this.checkpoint = batch.checkpoint;
    }
  }
}

test('every reader gets every event of its prefixes once and in order, for any behaviour of the server and its connection', async () => {
  jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const run = fc.asyncProperty(steps, fc.boolean(), async (taken, beginsEmpty) => {
    const double = await EventStoreDbDouble.start();
    const options = { answerMs: 5_000, patienceMs: 30_000, probeMs: 5, silenceMs: 60 };
    const engine = await EventStoreDbEventStore.open(double.url, options);
    const store = new SharedEventStore(new UpcastingEventStore(engine, { Noted: [] }));
    const appended: { id: string; category: string }[] = [];
    const append = async (category: string, count: number) => {
      const events = Array.from({ length: count }, () => noted(category));
      await store.append(`${category}-1`, events, { expected: 'any', customerId });
      appended.push(...events.map(({ id }) => ({ id, category })));
    };
    if (!beginsEmpty) await append('red', 3);
    const wanted = [['red'], ['green', 'blue'], CATEGORIES, ['blue']];
    const readers = wanted.map(
      (categories, index) =>
        new Reader(
          store,
          categories.map((category) => `${category}-`),
          index * 2,
        ),
    );
    const releases: (() => void)[] = [];
    const apply = async (step: Step) => {
      const subscriptions = [...double.subscriptions];
      if (step.kind === 'append') return append(step.category, step.events);
      if (step.kind === 'statistics') return double.log.writeStatistics();
      if (step.kind === 'resume') return readers[0]!.resume();
      if (step.kind === 'drop') return double.network.drop();
      if (step.kind === 'release') return releases.splice(0).forEach((release) => release());
      if (step.kind === 'probe') {
        const { readAll } = double.calls;
        return eventually('reads of the log', () => double.calls.readAll > readAll + 2);
      }
      for (const subscription of subscriptions) {
        if (step.kind === 'hold') releases.push(subscription.hold());
        else if (step.kind === 'end') subscription.end();
        else if (step.kind === 'cancel') subscription.fail(status.CANCELLED);
        else if (step.kind === 'silence') subscription.silence();
        else if (step.kind === 'checkpoint') await subscription.sendCheckpoint(step.position);
      }
    };
    try {
      for (const step of taken) await apply(step);
      releases.forEach((release) => release());
      for (const category of CATEGORIES) await append(category, 1);
      for (const [index, { received }] of readers.entries()) {
        const expected = appended.filter(({ category }) => wanted[index]!.includes(category));
        await eventually(
          `the events of reader ${index}`,
          () => received.at(-1) === expected.at(-1)?.id || received.length > expected.length,
        );
        expect(received).toEqual(expected.map(({ id }) => id));
      }
    } finally {
      await Promise.all(readers.map((reader) => reader.end()));
      await engine.close();
      await double.stop();
    }
  });
  await fc.assert(run, { numRuns: Number(process.env.ROUNDS ?? 30), endOnFailure: true });
}, 300_000);
