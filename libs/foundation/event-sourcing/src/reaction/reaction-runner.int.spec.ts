import type { RecordedEvent } from '@parley/contracts/events';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from '../projection/projection.migration';
import { noted } from '../store/conformance';
import { ForeignLog } from '../store/event-store';
import { EventLog1763700000100 } from '../store/postgres/event-log.migration';
import { PostgresEventStore } from '../store/postgres/postgres-event-store';
import { UpcastingEventStore } from '../store/upcasting-event-store';
import { ParkedReaction1763900001000 } from './parked-reaction.migration';
import { ReactionRunner, type ReactionHooks } from './reaction-runner';

const customerId = 'customer-of-the-suite';
let database: TestDatabase;
let store: PostgresEventStore;
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  database = await testDatabase([
    EventLog1763700000100,
    Projection1763700000200,
    ViewTally1767500000000,
    ChangeCorrelation1764610000000,
    ChangeParent1765100000000,
    ParkedReaction1763900001000,
  ]);
  store = await PostgresEventStore.open(database);
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await store.close();
  await database.drop();
});

function run(react: (event: RecordedEvent) => Promise<void>, hooks?: ReactionHooks) {
  const abort = new AbortController();
  const reaction = { name: 'echo', prefixes: ['asked-'], react };
  const runner = new ReactionRunner(store, database, reaction, { backoff: () => 1, ...hooks });
  const done = runner.run(abort.signal);
  const stop = async () => {
    abort.abort();
    await done.catch(() => undefined);
  };
  stops.push(stop);
  return { runner, done, stop };
}

const append = (text: string, stream = 'asked-1') =>
  store.append(stream, [noted(text)], { expected: 'any', customerId });
const textOf = (event: RecordedEvent) => (event.data as { text: string }).text;

/** A reaction that records the events it gets, with functions to wait for more of them. */
function recorder(fail: (event: RecordedEvent) => Error | false = () => false) {
  const seen: string[] = [];
  const waiting: { text: string; resolve: () => void }[] = [];
  return {
    seen,
    react: (event: RecordedEvent) => {
      const error = fail(event);
      if (error) return Promise.reject(error);
      seen.push(textOf(event));
      for (const { resolve } of waiting.filter(({ text }) => text === textOf(event))) resolve();
      return Promise.resolve();
    },
    saw: (text: string) =>
      new Promise<void>((resolve) => (seen.includes(text) ? resolve() : waiting.push({ text, resolve }))),
  };
}

async function startedReaction(react: (event: RecordedEvent) => Promise<void>, hooks?: ReactionHooks) {
  const started = run(react, hooks);
  while (started.runner.status().state === 'starting') await new Promise((resolve) => setImmediate(resolve));
  return started;
}

test('starts at the head of the log without a checkpoint, and then gets every event in order', async () => {
  await append('before');
  const { react, seen, saw } = recorder();
  await startedReaction(react);
  for (const text of ['a', 'b', 'c']) await append(text);
  await append('other', 'ignored-1');
  await saw('c');
  expect(seen).toEqual(['a', 'b', 'c']);
});

test('continues after its checkpoint, including events that arrived while it was stopped', async () => {
  const { react, seen, saw } = recorder();
  const first = await startedReaction(react);
  await append('a');
  await saw('a');
  await first.stop();
  await append('b');
  run(react);
  await saw('b');
  expect([...new Set(seen)]).toEqual(['a', 'b']);
});

test.each(['57014', '25P03', '40001', 'ECONNRESET'])(
  'turns an event whose transaction is aborted each time (%s) into a dead letter, and handles the next ones',
  async (code) => {
    const given = Object.assign(new Error('given up'), { code });
    const { react, seen, saw } = recorder((event) => textOf(event) === 'bad' && given);
    const retries: number[] = [];
    await startedReaction(react, { onRetry: (_, __, attempt) => retries.push(attempt) });
    await append('bad');
    await append('good');
    await saw('good');
    expect(seen).toEqual(['good']);
    expect(retries).toHaveLength(9);
    const { rows } = await database.query('select error from parley.parked_reaction');
    expect(rows).toEqual([{ error: 'given up' }]);
  },
);

test('turns an event that keeps failing into a dead letter, and handles the next ones', async () => {
  const { react, seen, saw } = recorder((event) => textOf(event) === 'bad' && new TypeError('A bug.'));
  const retries: number[] = [];
  await startedReaction(react, { onRetry: (_, __, attempt) => retries.push(attempt) });
  const { position } = await append('bad');
  await append('good');
  await saw('good');
  expect(seen).toEqual(['good']);
  expect(retries).toEqual([1, 2, 3, 4]);
  const { rows } = await database.query(
    'select reaction, position, stream, error from parley.parked_reaction',
  );
  expect(rows).toEqual([{ reaction: 'echo', position, stream: 'asked-1', error: 'A bug.' }]);
});

test('turns an unreadable event into a dead letter immediately, and handles the next ones', async () => {
  const readable = store;
  store = Object.assign(new UpcastingEventStore(readable, { Noted: [] }), {
    close: () => readable.close(),
  }) as never;
  const { react, seen, saw } = recorder();
  const retries: number[] = [];
  await startedReaction(react, { onRetry: (_, __, attempt) => retries.push(attempt) });
  await store.append('asked-1', [{ ...noted('odd'), type: 'Sung' }], { expected: 'any', customerId });
  await append('good');
  await saw('good');
  expect([seen, retries]).toEqual([['good'], []]);
  const { rows } = await database.query('select stream, error from parley.parked_reaction');
  expect(rows).toEqual([{ stream: 'asked-1', error: 'This release knows no event Sung.' }]);
});

test('never turns an event into a dead letter because the bus or the database is unreachable', async () => {
  let failures = 7;
  const { react, seen, saw } = recorder(() => failures-- > 0 && new Error('The bus is away.'));
  await startedReaction(react, { isTransient: (error) => (error as Error).message === 'The bus is away.' });
  await append('a');
  await saw('a');
  expect(seen).toEqual(['a']);
  expect((await database.query('select from parley.parked_reaction')).rows).toEqual([]);
});

test('handles other streams while an event of one stream is retried, and keeps the order within each stream', async () => {
  const order: string[] = [];
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { react, saw } = recorder();
  const first = await startedReaction(react);
  await first.stop();
  await append('slow 1', 'asked-slow');
  await append('slow 2', 'asked-slow');
  await append('quick', 'asked-quick');
  run(async (event) => {
    if (textOf(event) === 'slow 1') await held;
    order.push(textOf(event));
    if (textOf(event) === 'quick') release();
    await react(event);
  });
  await saw('slow 2');
  expect(order).toEqual(['quick', 'slow 1', 'slow 2']);
});

test('handles an event again that was in progress when the process stopped', async () => {
  const { react, seen, saw } = recorder();
  let reached = () => undefined as void;
  const underWay = new Promise<void>((resolve) => (reached = resolve));
  const first = await startedReaction(() => {
    reached();
    return Promise.reject(new Error('Not yet.'));
  });
  await append('a');
  await underWay;
  await first.stop();
  run(react);
  await saw('a');
  expect(seen).toEqual(['a']);
});

test('refuses to start from a checkpoint of another log', async () => {
  const { react } = recorder();
  const first = await startedReaction(react);
  await first.stop();
  await database.query(`update parley.reaction_checkpoint set engine_id = 'another'`);
  const second = run(react);
  await expect(second.done).rejects.toThrow(ForeignLog);
  expect(second.runner.status().state).toBe('failed');
});
