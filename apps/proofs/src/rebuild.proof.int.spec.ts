import fc from 'fast-check';
import type { RecordedEvent } from '@parley/contracts/events';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import { ProjectionRunner } from '@parley/event-sourcing/projection/projection-runner';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { SetAside1764620000000 } from '@parley/event-sourcing/projection/set-aside.migration';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import type { View } from '@parley/event-sourcing/projection/view';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import type { Database } from '@parley/platform/database/database';
import { Lease1763800000000 } from '@parley/platform/lease/lease.migration';
import { Proof } from '@parley/testing/proof/proof';
import type { Random } from '@parley/testing/proof/random';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase } from '@parley/testing/postgres/test-database';
import { historyOf, step } from '@parley/conversations/testing/any-history';
import { inboxView } from '@parley/conversations/read/inbox.projector';
import { transcriptView } from '@parley/conversations/read/transcript.projector';

const STEPS = 300;
const proof = new Proof('rebuild', { unit: 'histories', small: 4, full: 50 });

test(
  'a view that was rebuilt with crashes and under live traffic equals a view that was never rebuilt',
  async () => {
    const total = { events: 0, rebuilds: 0, crashes: 0 };
    for (let history = 1; history <= proof.count; history++) {
      const crashed = await rebuildUnderTraffic(proof.random.fork());
      total.events += crashed.events;
      total.rebuilds += 2;
      total.crashes += crashed.crashes;
      // Each rebuild must have crashed at least once.
      expect(total.crashes).toBeGreaterThanOrEqual(total.rebuilds);
      proof.progress(history);
      proof.report(history, total);
    }
  },
  proof.timeout(180, 1_800),
);

/**
 * Runs one history: half of its events are in the log when the rebuilds begin, and the others are appended while they
 * run.
 */
async function rebuildUnderTraffic(random: Random): Promise<{ events: number; crashes: number }> {
  const database = await testDatabase([
    EventLog1763700000100,
    Projection1763700000200,
    ViewTally1767500000000,
    ChangeCorrelation1764610000000,
    ChangeParent1765100000000,
    SetAside1764620000000,
    Lease1763800000000,
  ]);
  const rebuilding = database.openElsewhere();
  const store = await PostgresEventStore.open(database);
  const views = new PostgresViews(database);
  const stop = new AbortController();
  try {
    const history = await historyFor(random);
    const { customerId } = history;
    const append = async (events: RecordedEvent[]): Promise<string> => {
      let last = '';
      for (const { stream, version: _version, position: _position, ...event } of events) {
        ({ position: last } = await store.append(stream, [event], { expected: 'any', customerId }));
      }
      return last;
    };
    const pairs = [inboxView, transcriptView].map((view) => ({ view, twin: twinOf(view) }));
    const all = pairs.flatMap(({ view, twin }) => [view, twin]);
    const running = all.map((view) => new ProjectionRunner(store, database, view, views).run(stop.signal));
    const half = Math.floor(history.events.length / 2);
    const early = await append(history.events.slice(0, half));
    await Promise.all(all.map(({ name }) => views.waitFor(name, early, 30_000)));

    const late = append(history.events.slice(half));
    let crashes = 0;
    for (const { view } of pairs) crashes += await rebuildWithCrashes(store, rebuilding, view, random);
    const last = await late;
    for (const { view, twin } of pairs) {
      for (const { name } of [view, twin]) expect(await views.waitFor(name, last, 30_000)).toBe(true);
      const contents = await contentsOf(database, view.name);
      expect(Object.values(contents).flat().length).toBeGreaterThan(0);
      expect(contents).toEqual(await contentsOf(database, twin.name));
    }
    stop.abort();
    await Promise.all(running);
    return { events: history.events.length, crashes };
  } finally {
    stop.abort();
    await store.close();
    await rebuilding.close();
    await database.drop();
  }
}

async function historyFor(random: Random): Promise<ReturnType<typeof historyOf>> {
  const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' });
  const [drawn] = fc.sample(steps, { numRuns: 1, seed: random.below(2 ** 31) });
  return historyOf(drawn ?? []);
}

/** A view with the same code under another name, which is never rebuilt. */
function twinOf(view: View): View {
  return { ...view, name: `${view.name}_twin`, project: (events, tx) => view.project(events, tx) };
}

/**
 * Rebuilds a view until the rebuild has crashed once or twice and then succeeded.
 * @returns the number of crashes
 */
async function rebuildWithCrashes(
  store: EventStore,
  database: Database,
  view: View,
  random: Random,
): Promise<number> {
  const wanted = 1 + random.below(2);
  const batchSize = 5 + random.below(40);
  for (let crashes = 0; ; crashes++) {
    // The first try reads at least half of the history, so it is sure to reach its crash; a later try may end before.
    const crash = crashes < wanted ? new Crash(random, crashes === 0 ? 3 : 6) : null;
    const options = { fresh: random.chance(0.2), wait: true, signal: crash?.signal };
    try {
      await rebuildView(inBatches(store, batchSize), database, crash?.of(view) ?? view, options);
      return crashes;
    } catch (error) {
      if (!crash?.signal.aborted) throw error;
    }
  }
}

/** Simulates that the process of a rebuild dies: its connection breaks within a batch, and it does not retry. */
class Crash {
  private readonly process = new AbortController();
  readonly signal = this.process.signal;
  private batches: number;

  constructor(random: Random, within: number) {
    this.batches = random.below(within);
  }

  of(view: View): View {
    return {
      ...view,
      project: async (events, tx) => {
        const changes = await view.project(events, tx);
        if (this.batches-- > 0) return changes;
        this.process.abort();
        await tx.query('select pg_terminate_backend(pg_backend_pid())');
        return changes;
      },
    };
  }
}

/** The same log in smaller batches, so that a rebuild of a short history can crash at many moments. */
function inBatches(store: EventStore, batchSize: number): EventStore {
  const subscribeAll: EventStore['subscribeAll'] = (options) => store.subscribeAll({ ...options, batchSize });
  return Object.assign(Object.create(store) as EventStore, { subscribeAll });
}
