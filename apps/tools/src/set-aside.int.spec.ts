import type { RecordedEvent } from '@parley/contracts/events';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import { ProjectionRunner } from '@parley/event-sourcing/projection/projection-runner';
import { SetAsideRecords } from '@parley/event-sourcing/projection/set-aside-records';
import { noted } from '@parley/event-sourcing/store/conformance';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { LagWatch } from '@parley/event-sourcing/watch/lag-watch';
import { TallyView } from '@parley/testing/event-sourcing/tally-view';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { lagHealth } from '@parley/server/lag-health';
import { migrations } from '@parley/server/migrations';
import { setAsideHealth } from '@parley/server/set-aside-health';
import { runSetAside } from './set-aside';

let database: TestDatabase;
let store: PostgresEventStore;
let views: PostgresViews;
let stop: AbortController;
let running: Promise<void>;

beforeEach(async () => {
  database = await testDatabase(migrations);
  store = await PostgresEventStore.open(database);
  views = new PostgresViews(database);
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await running;
  await store.close();
  await database.drop();
});

function tallyWithout(poison: string[]): TallyView {
  const view = new TallyView();
  view.before = (events: RecordedEvent[]) => {
    const bad = events.find(({ data }) => poison.includes((data as { text: string }).text));
    if (bad) throw new Error(`${(bad.data as { text: string }).text} cannot be\nfolded`);
  };
  return view;
}

const append = async (stream: string, texts: string[]) =>
  (await store.append(stream, texts.map(noted), { expected: 'any', customerId: noted('n').customerId }))
    .position;

async function said(args: string[], view: TallyView): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of runSetAside({ database, store }, args, [view])) lines.push(line);
  return lines;
}

async function tally() {
  const { rows } = await database.query<{ stream: string; versions: number[] }>('select * from tally.tally');
  return Object.fromEntries(rows.map(({ stream, versions }) => [stream, versions]));
}

test('lists and shows quarantined streams, retries them after a correction, and makes a view skip an event permanently', async () => {
  const broken = tallyWithout(['poison', 'worse']);
  running = new ProjectionRunner(store, database, broken, views).run(stop.signal);
  await append('tally-x', ['1', 'poison', '3']);
  await append('tally-y', ['1', 'worse', '3']);
  expect(await views.waitFor('tally', await append('tally-z', ['1']))).toBe(true);
  const records = new SetAsideRecords(database);
  const [x, y] = await records.list();
  const { customerId } = noted('n');
  expect(await said(['list'], broken)).toEqual([
    expect.stringMatching(`^${x!.id}  .*  tally  ${customerId}  tally-x  poison cannot be folded$`),
    expect.stringMatching(`^${y!.id}  .*  tally  ${customerId}  tally-y  worse cannot be folded$`),
  ]);
  expect(await said(['show', x!.id], broken)).toContain('stream     tally-x');
  expect(await setAsideHealth(records).check()).toEqual({
    ok: true,
    detail: `tally without tally-x of organisation ${customerId}; tally without tally-y of organisation ${customerId}: see scripts/set-aside`,
  });

  const mended = tallyWithout(['worse']);
  expect(await said(['retry', x!.id], mended)).toEqual([
    `tally still goes on without tally-y of organisation ${customerId}: worse cannot be folded`,
  ]);
  expect(await tally()).toEqual({ 'tally-x': [0, 1, 2], 'tally-y': [0], 'tally-z': [0] });

  const [left] = await records.list();
  await expect(said(['repair', left!.id], mended)).rejects.toThrow('Usage');
  expect(await said(['repair', left!.id, '--reason', 'written by hand'], mended)).toEqual([
    `tally leaves out the event ${left!.eventId} of tally-y.`,
    'tally holds everything again.',
  ]);
  expect(await tally()).toEqual({ 'tally-x': [0, 1, 2], 'tally-y': [0, 2], 'tally-z': [0] });
  expect(await said(['list'], mended)).toEqual([
    'Nothing is set aside.',
    expect.stringMatching(/left out .* tally {2}tally-y {2}.* {2}written by hand$/),
  ]);
  expect(await setAsideHealth(records).check()).toEqual({ ok: true });

  // The live view, which was never stopped, also skips the event and continues with all others.
  expect(await views.waitFor('tally', await append('tally-y', ['4']))).toBe(true);
  expect((await tally())['tally-y']).toEqual([0, 2, 3]);
  await expect(said(['retry', left!.id], mended)).rejects.toThrow('is not set aside');
});

test('reports a view that makes no progress without an error as behind, within ten seconds', async () => {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const stuck = new TallyView();
  const watch = new LagWatch(store, database);
  watch.follow('view', ['tally']);
  const clock = jest.spyOn(performance, 'now');
  const elapse = (seconds: number) => clock.mockReturnValue(performance.now() + seconds * 1_000);
  try {
    running = new ProjectionRunner(store, database, stuck, views).run(stop.signal);
    expect(await views.waitFor('tally', await append('tally-x', ['1']))).toBe(true);
    await watch.measure();
    expect(watch.lags()).toEqual([{ kind: 'view', name: 'tally', seconds: 0 }]);
    stuck.before = () => held;
    const last = await append('tally-x', ['2']);
    await watch.measure();
    elapse(3);
    expect((await lagHealth(watch).check()).detail).toBeUndefined();
    elapse(3);
    await append('tally-x', ['3']);
    await watch.measure();
    expect(watch.lags()[0]?.seconds).toBeCloseTo(6, 0);
    expect((await lagHealth(watch).check()).detail).toBe('view tally is 6 s behind');
    release();
    expect(await views.waitFor('tally', last)).toBe(true);
    stuck.before = undefined;
    expect(await views.waitFor('tally', await append('tally-x', ['4']))).toBe(true);
    await watch.measure();
    expect(watch.lags()[0]?.seconds).toBe(0);
  } finally {
    release();
    clock.mockRestore();
  }
});
