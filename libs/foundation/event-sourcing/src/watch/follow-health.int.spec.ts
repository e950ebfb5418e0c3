import { TallyView } from '@parley/testing/event-sourcing/tally-view';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { PostgresViews } from '../projection/postgres-views';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from '../projection/projection.migration';
import { ProjectionRunner } from '../projection/projection-runner';
import { SetAside1764620000000 } from '../projection/set-aside.migration';
import { noted } from '../store/conformance';
import type { EventBatch, EventStore } from '../store/event-store';
import { EventLog1763700000100 } from '../store/postgres/event-log.migration';
import { PostgresEventStore } from '../store/postgres/postgres-event-store';
import { followHealth } from './follow-health';

let database: TestDatabase;
let store: PostgresEventStore;
let stop: AbortController;
let running: Promise<void> | undefined;

beforeEach(async () => {
  database = await testDatabase([
    EventLog1763700000100,
    Projection1763700000200,
    ChangeCorrelation1764610000000,
    ChangeParent1765100000000,
    SetAside1764620000000,
    ViewTally1767500000000,
  ]);
  store = await PostgresEventStore.open(database);
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await running;
  await store.close();
  await database.drop();
});

/** Runs the view on a log of which no subscription delivers anything while `isSilent` is set. */
function follow(view: TallyView) {
  const control = { isSilent: false, release: () => {} };
  const subscribeAll = async function* (
    ...args: Parameters<EventStore['subscribeAll']>
  ): AsyncIterable<EventBatch> {
    for await (const batch of store.subscribeAll(...args)) {
      if (control.isSilent && batch.events.length > 0) {
        await new Promise<void>((resolve) => (control.release = resolve));
      }
      yield batch;
    }
  };
  const log = Object.assign(Object.create(store) as EventStore, { subscribeAll });
  const views = new PostgresViews(database);
  const runner = new ProjectionRunner(log, database, view, views);
  running = runner.run(stop.signal);
  return { control, health: followHealth(store, views, [runner]), runner, views };
}

async function append(stream: string): Promise<string> {
  const options = { expected: 'any' as const, customerId: 'customer' };
  return (await store.append(stream, [noted('x')], options)).position;
}

test('fails while a view behind the log gets no events, and passes once it gets them again', async () => {
  const { control, health, runner, views } = follow(new TallyView());
  await views.waitFor('tally', await append('tally-1'));
  expect(runner.status().state).toBe('live');
  expect(await health.check()).toEqual({ ok: true });
  control.isSilent = true;
  await append('tally-1');
  const detail = 'the log is ahead, and these views stand still: tally';
  expect(await health.check()).toEqual({ ok: false, detail });
  control.release();
  expect(await health.check()).toEqual({ ok: true });
});

test('passes while a view takes long to fold a batch', async () => {
  const view = new TallyView();
  const { health, runner, views } = follow(view);
  await views.waitFor('tally', await append('tally-1'));
  expect(runner.status().state).toBe('live');
  let release = () => {};
  view.before = () => new Promise<void>((resolve) => (release = resolve));
  await append('tally-1');
  expect(await health.check()).toEqual({ ok: true });
  release();
});

test('passes if the log has no events for the view after the view’s position', async () => {
  const { health, runner, views } = follow(new TallyView());
  await views.waitFor('tally', await append('tally-1'));
  expect(runner.status().state).toBe('live');
  await append('other-1');
  expect(await health.check()).toEqual({ ok: true });
});

test('the check fails, instead of waiting without end, if the log does not return its head', async () => {
  const views = new PostgresViews(database);
  const health = followHealth({ head: () => new Promise(() => {}) }, views, []);
  const started = Date.now();
  expect(await health.check()).toEqual({ ok: false, detail: 'the log does not report its end' });
  expect(Date.now() - started).toBeLessThan(10_000);
});
