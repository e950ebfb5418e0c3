import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { RecordedEvent } from '@parley/contracts/events';
import { Lease1763800000000 } from '@parley/platform/lease/lease.migration';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { RebatchingEventStore } from '@parley/testing/event-sourcing/rebatching-event-store';
import { TallyView } from '@parley/testing/event-sourcing/tally-view';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { eventually } from '@parley/testing/waiting/eventually';
import { ParkedReaction1763900001000 } from '../reaction/parked-reaction.migration';
import { ReactionRunner } from '../reaction/reaction-runner';
import { noted } from '../store/conformance';
import { EventLog1763700000100 } from '../store/postgres/event-log.migration';
import { SharedEventStore } from '../store/shared-event-store';
import { PostgresViews } from './postgres-views';
import { ProjectionRunner } from './projection-runner';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from './projection.migration';
import { SetAside1764620000000 } from './set-aside.migration';

const customerId = 'customer-of-the-suite';
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase([
    EventLog1763700000100,
    Projection1763700000200,
    ViewTally1767500000000,
    ChangeCorrelation1764610000000,
    ChangeParent1765100000000,
    SetAside1764620000000,
    Lease1763800000000,
    ParkedReaction1763900001000,
  ]);
});
afterAll(() => database.drop());

type Step =
  { kind: 'append'; stream: number; events: number } | { kind: 'restart view' | 'restart reaction' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('append' as const),
        // No reader subscribes to stream 0.
        stream: fc.integer({ min: 0, max: 3 }),
        events: fc.integer({ min: 1, max: 12 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('restart view' as const, 'restart reaction' as const) }),
    },
  ),
  { minLength: 5, maxLength: 20 },
);

/** Runs a reader until it is stopped, and restarts it from its checkpoint. */
class Restartable {
  private stop = new AbortController();
  private running: Promise<void>;

  constructor(private readonly start: (signal: AbortSignal) => Promise<void>) {
    this.running = start(this.stop.signal);
  }

  async end(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  async restart(): Promise<void> {
    await this.end();
    this.stop = new AbortController();
    this.running = this.start(this.stop.signal);
  }
}

test('a view folds each event once and in order, and a reaction misses no event, for any batches and restarts', async () => {
  const views = new PostgresViews(database);
  const run = fc.asyncProperty(steps, fc.infiniteStream(fc.nat({ max: 1_000 })), async (taken, draws) => {
    const name = `tally_${randomUUID().slice(0, 8)}`;
    const log = new InMemoryEventStore();
    const draw = (limit: number) => (draws.next().value as number) % limit;
    const store = new SharedEventStore(new RebatchingEventStore(log, draw));
    const view = new TallyView(name);
    const reacted: RecordedEvent[] = [];
    const reaction = {
      name,
      prefixes: view.prefixes,
      react: async (event: RecordedEvent) => void reacted.push(event),
    };
    await log.append('other-1', [noted('before the reaction')], { expected: 'any', customerId });
    const readers = {
      view: new Restartable((signal) => new ProjectionRunner(store, database, view, views).run(signal)),
      reaction: new Restartable((signal) => new ReactionRunner(store, database, reaction).run(signal)),
    };
    const isStarted = async () => {
      const found = await database.query('select from parley.reaction_checkpoint where reaction = $1', [
        name,
      ]);
      return found.rowCount === 1;
    };
    try {
      await eventually('the reaction to start', isStarted);
      for (const step of taken) {
        if (step.kind === 'append') {
          const stream = step.stream === 0 ? 'other-1' : `tally-${step.stream}`;
          const events = Array.from({ length: step.events }, () => noted('n'));
          await log.append(stream, events, { expected: 'any', customerId });
        } else await readers[step.kind === 'restart view' ? 'view' : 'reaction'].restart();
      }
      const { position } = await log.append('tally-last', [noted('n')], { expected: 'any', customerId });
      await eventually('the view', () => views.waitFor(name, position));
      const wanted = log.events.filter(({ stream }) => stream.startsWith('tally-'));
      const streams = [...new Set(wanted.map(({ stream }) => stream))].toSorted();
      const { rows } = await database.query(
        `select stream, versions from "${name}".tally order by stream collate "C"`,
      );
      expect(rows).toEqual(
        streams.map((stream) => ({
          stream,
          versions: wanted.filter((event) => event.stream === stream).map(({ version }) => version),
        })),
      );
      await eventually('the reaction', () => reacted.some(({ stream }) => stream === 'tally-last'));
      // A reaction that is stopped within a batch gets that batch again.
      for (const stream of streams) {
        const versions = reacted.filter((event) => event.stream === stream).map(({ version }) => version);
        expect([...new Set(versions)]).toEqual(
          wanted.filter((event) => event.stream === stream).map(({ version }) => version),
        );
      }
    } finally {
      await Promise.all(Object.values(readers).map((reader) => reader.end()));
    }
  });
  await fc.assert(run, { numRuns: Number(process.env.ROUNDS ?? 25), endOnFailure: true });
}, 300_000);
