import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { Logger } from '@nestjs/common';
import { status } from '@grpc/grpc-js';
import { categories, type RecordedEvent } from '@parley/contracts/events';
import { isConnectionError } from '@parley/platform/database/database';
import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';
import { eventually } from '@parley/testing/waiting/eventually';
import { appenderTo, collect, eventStoreConformance, follow, noted } from '../conformance';
import { AppendTooLarge, WrongExpectedVersion } from '../event-store';
import { ConnectionClosed, EventStoreAway } from './away';
import { EventStoreDbEventStore, type EventStoreDbOptions } from './eventstoredb-event-store';

const customerId = 'customer-of-the-suite';
const quick = { answerMs: 5_000, patienceMs: 30_000, probeMs: 20, silenceMs: 100 };
const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

describe('against a fake server', () => {
  let double: EventStoreDbDouble;
  let store: EventStoreDbEventStore;
  beforeAll(async () => {
    double = await EventStoreDbDouble.start();
    store = await EventStoreDbEventStore.open(double.url, { probeMs: 20 });
  });
  afterAll(async () => {
    await store.close();
    await double.stop();
  });

  eventStoreConformance('EventStoreDB, played by a double,', () => Promise.resolve(store));
});

const { EVENTSTORE_URL } = process.env;
if (EVENTSTORE_URL) {
  describe('against the server of EVENTSTORE_URL', () => {
    let store: EventStoreDbEventStore;
    beforeAll(async () => {
      store = await EventStoreDbEventStore.open(EVENTSTORE_URL);
      await requireUnused(store);
    });
    afterAll(() => store.close());

    eventStoreConformance('EventStoreDB', () => Promise.resolve(store));
    storedOnlyAsOurs(async () => ({ store, client: clientOf(EVENTSTORE_URL) }));
  });
}

test('the suite refuses to write to a stream of the product', async () => {
  const { store } = await setUp();
  for (const category of categories) {
    const appending = appenderTo(store)(`${category}-1`, [noted('a')], { expected: 'any', customerId });
    await expect(appending).rejects.toThrow('is a stream of the product');
  }
  expect(await store.head()).toBeNull();
});

test('the suite refuses a log that an installation uses', async () => {
  const { store } = await setUp();
  for (const stream of ['noted-1', 'wanted-1']) {
    await store.append(stream, [noted('a')], { expected: 'no-stream', customerId });
    await requireUnused(store);
  }
  await store.append('conversation-1', [noted('a')], { expected: 'no-stream', customerId });
  await expect(requireUnused(store)).rejects.toThrow('an installation uses');
});

/** Refuses a log that an installation uses, since the suite's events would stay in it permanently. */
async function requireUnused(store: EventStoreDbEventStore): Promise<void> {
  const prefixes = categories.map((category) => `${category}-`);
  const { events } = await follow(store, { prefixes }, ({ length }, { caughtUp }) => length > 0 || caughtUp);
  if (events.length > 0) {
    throw new Error('EVENTSTORE_URL names a log that an installation uses: give the suite an empty one.');
  }
}

test('reads the head of the log about once a second while nothing happens, for all subscriptions together', async () => {
  const double = await startDouble();
  const store = await open(double, { probeMs: 50 });
  await store.append('noted-1', [noted('a')], { expected: 'no-stream', customerId });
  const stop = new AbortController();
  const following = [1, 2, 3].map(() =>
    collect(store.subscribeAll({ prefixes: ['noted-'], signal: stop.signal })),
  );
  await pause(1_200);
  const before = double.calls.readAll;
  await pause(2_500);
  stop.abort();
  await Promise.all(following);
  expect(double.calls.readAll - before).toBeLessThanOrEqual(4);
});

describe('closing', () => {
  test('ends subscriptions on the server, and refuses further calls', async () => {
    const { double, store } = await setUp();
    await store.append('noted-1', [noted('a')], { expected: 'no-stream', customerId });
    const { signal } = new AbortController();
    const following = collect(store.subscribeAll({ prefixes: ['noted-'], signal }));
    const suspended = store.subscribeAll({ prefixes: ['noted-'], signal })[Symbol.asyncIterator]();
    await suspended.next();
    await eventually('both subscriptions run', () => double.subscriptions.size === 2);
    await store.close();
    await expect(following).rejects.toThrow(ConnectionClosed);
    await expect(suspended.next().then(() => suspended.next())).rejects.toThrow(ConnectionClosed);
    await eventually('no subscription is left', () => double.subscriptions.size === 0);
    const calls = { ...double.calls };
    await pause(200);
    expect(double.calls).toEqual(calls);
  });

  test('refuses all later calls', async () => {
    const { store } = await setUp();
    const pipeline = store.pipeline();
    await store.close();
    const options = { expected: 'any', customerId } as const;
    const { signal } = new AbortController();
    const calls = [
      store.append('noted-1', [noted('a')], options),
      collect(store.readStream('noted-1', { customerId })),
      collect(store.subscribeAll({ prefixes: ['noted-'], signal })),
      store.head(),
      store.health().check(),
      pipeline.append({ stream: 'noted-1', customerId, after: null, event: noted('a') }),
    ];
    for (const call of calls) await expect(call).rejects.toThrow('The connection to EventStoreDB is closed.');
  });

  test('fails calls that wait for a server that does not answer', async () => {
    const { double, store } = await setUp();
    double.network.freeze();
    const options = { expected: 'no-stream', customerId } as const;
    const calls = Promise.allSettled([
      store.append('noted-1', [noted('a')], options),
      collect(store.readStream('noted-1', { customerId })),
      store.head(),
    ]);
    await pause(50);
    const began = performance.now();
    await store.close();
    const outcomes = await calls;
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    for (const outcome of outcomes)
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(ConnectionClosed);
    expect(performance.now() - began).toBeLessThan(quick.answerMs);
  });
});

describe('the id of the log', () => {
  test('is the same for all processes, even if several open a new log concurrently', async () => {
    const double = await startDouble();
    const stores = await Promise.all([1, 2, 3, 4].map(() => open(double)));
    const ids = new Set(stores.map(({ engineId }) => engineId));
    expect(ids.size).toBe(1);
    expect([...ids][0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('differs between logs', async () => {
    const [one, other] = [await open(await startDouble()), await open(await startDouble())];
    expect(one.engineId).not.toBe(other.engineId);
  });
});

describe('an append whose response is lost', () => {
  test.each(['no-stream', 'any', 0] as const)('is stored once (expecting %s)', async (expected) => {
    const { double, store } = await setUp();
    const stream = fresh('noted');
    if (expected === 0) await store.append(stream, [noted('a')], { expected: 'no-stream', customerId });
    const before = double.appends;
    double.loseNextAnswer();
    const events = [noted('b'), noted('c')];
    const { version, position } = await store.append(stream, events, { expected, customerId });
    const recorded = await collect(store.readStream(stream, { customerId }));
    expect(recorded.slice(-2).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(recorded).toHaveLength(expected === 0 ? 3 : 2);
    expect(recorded.at(-1)).toMatchObject({ version, position });
    expect(double.appends - before).toBe(1);
  });

  test('is stored once even if the first try takes effect after the second', async () => {
    const { double, store } = await setUp();
    const stream = fresh('noted');
    let release = () => {};
    double.loseNextAnswer(new Promise<void>((resolve) => (release = resolve)));
    const event = noted('a');
    await store.append(stream, [event], { expected: 'no-stream', customerId });
    release();
    // This append waits behind the delayed one.
    await store.append(stream, [noted('b')], { expected: 0, customerId });
    expect((await collect(store.readStream(stream, { customerId }))).map(({ id }) => id)[0]).toBe(event.id);
    expect(await collect(store.readStream(stream, { customerId }))).toHaveLength(2);
  });

  test('is rejected as a conflict if another append came first', async () => {
    const { double, store } = await setUp();
    const stream = fresh('noted');
    let release = () => {};
    double.loseNextAnswer(new Promise<void>((resolve) => (release = resolve)));
    const losing = store.append(stream, [noted('late')], { expected: 'no-stream', customerId });
    const other = await open(double);
    await other
      .append(stream, [noted('first')], { expected: 'no-stream', customerId })
      .catch(() => undefined);
    release();
    const [outcome] = await Promise.allSettled([losing]);
    const texts = (await collect(store.readStream(stream, { customerId }))).map(({ data }) => data);
    expect(texts).toHaveLength(1);
    expect(texts).toEqual([{ text: outcome.status === 'fulfilled' ? 'late' : 'first' }]);
  });

  test('is searched for in the log if the server never answers', async () => {
    const { double, store } = await setUp({ answerMs: 500 });
    const stream = fresh('noted');
    double.silenceNextAnswer();
    await store.append(stream, [noted('a')], { expected: 'no-stream', customerId });
    expect(await collect(store.readStream(stream, { customerId }))).toHaveLength(1);
  });
});

describe('appends', () => {
  test('share one call, each with a response of its own', async () => {
    const { double, store } = await setUp();
    double.delayMs = 20;
    const { batchAppend } = double.calls;
    const streams = Array.from({ length: 40 }, () => fresh('noted'));
    const answers = await Promise.all(
      streams.map((stream) => store.append(stream, [noted('a')], { expected: 'no-stream', customerId })),
    );
    expect(new Set(answers.map(({ position }) => position)).size).toBe(40);
    expect(double.calls).toMatchObject({ append: 0, batchAppend });
    expect(double.mostAnswersAwaited).toBeGreaterThan(1);
    const again = store.append(streams[0]!, [noted('b')], { expected: 'no-stream', customerId });
    await expect(again).rejects.toThrow(WrongExpectedVersion);
  });

  test('are each stored once if their shared call breaks, and use a shared call again later', async () => {
    const { double, store } = await setUp();
    double.delayMs = 20;
    const appendAll = () =>
      Promise.all(
        Array.from({ length: 20 }, async () => {
          const stream = fresh('noted');
          await store.append(stream, [noted('a')], { expected: 'no-stream', customerId });
          return stream;
        }),
      );
    double.loseNextAnswer();
    const streams = await appendAll();
    for (const stream of streams) {
      expect(await collect(store.readStream(stream, { customerId }))).toHaveLength(1);
    }
    const { batchAppend } = double.calls;
    while (double.calls.batchAppend === batchAppend) await appendAll();
  });

  test('keep sharing their call while the server responds slowly to one after the other', async () => {
    const { double, store } = await setUp({ answerMs: 400 });
    Object.assign(double, { delayMs: 60, appendsOneByOne: true });
    const { append, batchAppend } = double.calls;
    const options = { expected: 'no-stream', customerId } as const;
    await Promise.all(Array.from({ length: 10 }, () => store.append(fresh('noted'), [noted('a')], options)));
    expect(double.calls).toMatchObject({ append, batchAppend });
  });

  test('detect a single append without a response while the server responds to others', async () => {
    const { double, store } = await setUp({ answerMs: 200 });
    const [stream, options] = [fresh('noted'), { expected: 'no-stream', customerId } as const];
    double.silenceNextAnswer();
    let isThere = false;
    const appending = store.append(stream, [noted('a')], options).finally(() => (isThere = true));
    while (!isThere) await store.append(fresh('noted'), [noted('b')], options);
    await appending;
    expect(await collect(store.readStream(stream, { customerId }))).toHaveLength(1);
  });

  test('use calls of their own if the server has no shared call', async () => {
    const { double, store } = await setUp();
    double.failNextAppend(status.UNIMPLEMENTED);
    const { append, batchAppend } = double.calls;
    const options = { expected: 'no-stream', customerId } as const;
    for (let nth = 0; nth < 3; nth++) await store.append(fresh('noted'), [noted('a')], options);
    expect(double.calls).toMatchObject({ append: append + 3, batchAppend });
  });
});

describe('an unreachable server', () => {
  test('makes appends and reads wait for it', async () => {
    const { double, store } = await setUp();
    const stream = fresh('noted');
    double.failNextAppend(status.UNAVAILABLE);
    await store.append(stream, [noted('a')], { expected: 'no-stream', customerId });
    const back = await double.network.refuse();
    const reading = collect(store.readStream(stream, { customerId }));
    await back();
    expect(await reading).toHaveLength(1);
  });

  test('is reported as a failed connection after the time limit', async () => {
    const { double, store } = await setUp({ patienceMs: 100 });
    await double.network.refuse();
    const appending = store.append(fresh('noted'), [noted('a')], { expected: 'any', customerId });
    const error: unknown = await appending.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EventStoreAway);
    expect(isConnectionError(error)).toBe(true);
    await expect(store.head()).rejects.toThrow(EventStoreAway);
  });

  test('fails the health check until it is back', async () => {
    const { double, store } = await setUp();
    const { check } = store.health();
    const back = await double.network.refuse();
    await expect(check()).rejects.toThrow();
    await back();
    await store.head();
    expect(await check()).toEqual({ ok: true });
  });

  test('is distinguished from a server that refuses requests', async () => {
    const { double, store } = await setUp();
    const before = double.appends;
    // The first error breaks the shared call; the second error is that of the append's own call, which gives the
    // cause.
    double.failNextAppend(status.PERMISSION_DENIED);
    double.failNextAppend(status.PERMISSION_DENIED);
    const appending = store.append(fresh('noted'), [noted('a')], {
      expected: 'no-stream',
      customerId,
    });
    const error: unknown = await appending.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(EventStoreAway);
    expect(double.appends - before).toBe(2);
  });
});

describe('a subscription', () => {
  const mishaps: Record<string, (double: EventStoreDbDouble) => void | Promise<void>> = {
    'that ends': (double) => double.subscriptions.forEach((subscription) => subscription.end()),
    'that is cancelled': (double) => double.subscriptions.forEach((one) => one.fail(status.CANCELLED)),
    'that fails with its server': (double) => double.subscriptions.forEach((one) => one.fail(status.UNKNOWN)),
    'that goes silent': (double) => double.subscriptions.forEach((subscription) => subscription.silence()),
    'whose connection is lost': (double) => double.network.drop(),
    'whose server is restarted': async (double) => (await double.network.refuse())(),
  };

  test.each(Object.entries(mishaps))('%s is resumed at its position', async (_, happen) => {
    const { double, store } = await setUp();
    const stream = fresh('lasting');
    let told = 0;
    const { events } = await follow(store, { prefixes: ['lasting-'] }, async (seen, { caughtUp }) => {
      if (caughtUp && told === seen.length && told < 5) {
        if (told === 2) await happen(double);
        await store.append(stream, [noted(String(told++))], { expected: 'any', customerId });
      }
      return seen.length === 5;
    });
    expect(events.map(({ version }) => version)).toEqual([0, 1, 2, 3, 4]);
  });

  test('is resumed on another connection if the old one is open but dead', async () => {
    const warned = jest.spyOn(console, 'warn').mockReturnValue();
    const double = await startDouble();
    const store = await open(double, { answerMs: 500 }, '&keepAliveInterval=200&keepAliveTimeout=200');
    warned.mockRestore();
    let frozen = false;
    const { events } = await follow(store, { prefixes: ['lasting-'] }, async (seen) => {
      if (frozen) return seen.length === 1;
      double.network.freeze();
      frozen = true;
      const writer = await open(double);
      await writer.append(fresh('lasting'), [noted('a')], {
        expected: 'no-stream',
        customerId,
      });
      return false;
    });
    expect(events).toHaveLength(1);
  });

  test('advances past live events that its filter excludes', async () => {
    const { store } = await setUp();
    let position: string | null = null;
    const { batches } = await follow(
      store,
      { prefixes: ['wanted-'] },
      async (_, { checkpoint, caughtUp }) => {
        if (!position && caughtUp) {
          const options = { expected: 'no-stream', customerId } as const;
          ({ position } = await store.append(fresh('other'), [noted('a'), noted('b'), noted('c')], options));
        }
        return position !== null && checkpoint >= position;
      },
    );
    expect(batches.at(-1)).toEqual({ events: [], checkpoint: position, caughtUp: true });
  });

  test('gets checkpoints from the server while many events are filtered out', async () => {
    // Without probes and without a report that it has caught up, the subscription can advance only by the server's
    // checkpoints.
    const { double, store } = await setUp({ probeMs: 120_000 });
    double.saysCaughtUp = false;
    const stream = fresh('other');
    const events = Array.from({ length: 1_200 }, () => noted('x'));
    await store.append(stream, events, { expected: 'no-stream', customerId });
    const [late] = await collect(store.readStream(stream, { customerId, from: 900, max: 1 }));
    const { batches } = await follow(
      store,
      { prefixes: ['wanted-'] },
      (_, { checkpoint }) => checkpoint >= (late?.position ?? ''),
    );
    expect(batches.flatMap((batch) => batch.events)).toEqual([]);
  });

  test('never advances beyond Parley’s newest event, even if the server writes records of its own', async () => {
    const { double, store } = await setUp();
    await store.append(fresh('other'), [noted('a')], { expected: 'no-stream', customerId });
    const head = await store.head();
    for (let i = 0; i < 1_200; i++) double.log.writeStatistics();
    const { batches } = await follow(store, { prefixes: ['wanted-'] }, (_, { caughtUp }) => caughtUp);
    expect([...new Set(batches.map(({ checkpoint }) => checkpoint))]).toEqual([head]);
    expect(await store.head()).toBe(head);
  });

  test('becomes live even if the server does not report that it has caught up', async () => {
    const { double, store } = await setUp();
    double.saysCaughtUp = false;
    await store.append(fresh('wanted'), [noted('a')], { expected: 'no-stream', customerId });
    await store.append(fresh('other'), [noted('a')], { expected: 'no-stream', customerId });
    const { events } = await follow(store, { prefixes: ['wanted-'] }, (_, { caughtUp }) => caughtUp);
    expect(events).toHaveLength(1);
  });

  test('from the start of an empty log delivers an event that is appended after the head was read', async () => {
    const { double, store } = await setUp();
    const stop = new AbortController();
    const received: string[] = [];
    const reading = (async () => {
      let position = '';
      for await (const batch of store.subscribeAll({ prefixes: ['first-'], signal: stop.signal })) {
        // Ignores events behind its checkpoint, as a view does.
        if (batch.checkpoint > position) received.push(...batch.events.map(({ id }) => id));
        position = batch.checkpoint;
      }
    })();
    const subscription = await eventually('a subscription', () => [...double.subscriptions][0]);
    await eventually('the checkpoint of its start', () => subscription.checkpoints.length > 0);
    for (let nth = 1; nth <= 5; nth++) {
      const release = subscription.hold();
      const event = noted(String(nth));
      await store.append(fresh('first'), [event], { expected: 'no-stream', customerId });
      // By then the reader has compared its position with the log, before the event is appended.
      const { readAll } = double.calls;
      await eventually('reads of the head', () => double.calls.readAll >= readAll + 4);
      release();
      await eventually(`event ${nth}`, () => received.includes(event.id));
    }
    stop.abort();
    await reading;
  });

  test('ignores a checkpoint beyond the end of the log, and reports it', async () => {
    const { double, store } = await setUp();
    const reported = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const stop = new AbortController();
    const received: RecordedEvent[] = [];
    let checkpoint = '';
    const reading = (async () => {
      for await (const batch of store.subscribeAll({ prefixes: ['wanted-'], signal: stop.signal })) {
        received.push(...batch.events);
        ({ checkpoint } = batch);
      }
    })();
    const subscription = await eventually('a subscription', () => [...double.subscriptions][0]);
    await subscription.sendCheckpoint(10n ** 12n);
    await eventually('a report', () => reported.mock.calls.length > 0);
    expect(String(reported.mock.calls[0]?.[0])).toContain('beyond the end of the log');
    const { position } = await store.append(fresh('wanted'), [noted('a')], {
      expected: 'no-stream',
      customerId,
    });
    await eventually('the event', () => received.length > 0);
    expect(checkpoint).toBe(position);
    stop.abort();
    await reading;
    reported.mockRestore();
  });

  test('reports an event behind its checkpoint, and continues after it', async () => {
    const { double, store } = await setUp();
    const reported = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const options = { expected: 'any', customerId } as const;
    const { position: late } = await store.append('wanted-1', [noted('late')], options);
    const { position } = await store.append('wanted-1', [noted('newer')], options);
    const stop = new AbortController();
    const received: string[] = [];
    const reading = (async () => {
      const { signal } = stop;
      for await (const { events } of store.subscribeAll({ after: position, prefixes: ['wanted-'], signal })) {
        received.push(...events.map((event) => event.position));
      }
    })();
    const subscription = await eventually('a subscription', () => [...double.subscriptions][0]);
    await subscription.sendEvent(late);
    await eventually('a report', () => reported.mock.calls.length > 0);
    expect(String(reported.mock.calls[0]?.[0])).toContain(late);
    const { position: next } = await store.append('wanted-1', [noted('next')], options);
    await eventually('the event that follows', () => received.length > 0);
    expect(received).toEqual([next]);
    stop.abort();
    await reading;
    reported.mockRestore();
  });

  test.each([
    ['refuses calls', { refusesCalls: true, confirmsSubscriptions: false }],
    ['confirms no subscription', { refusesCalls: false, confirmsSubscriptions: false }],
    ['confirms subscriptions that stay silent', { refusesCalls: false, confirmsSubscriptions: true }],
  ])('delivers events soon after a start-up during which the server %s', async (_, starting) => {
    const { double, store } = await setUp({ silenceMs: 300 });
    const ready = double.startUp(starting);
    const stop = new AbortController();
    const received: RecordedEvent[] = [];
    const reading = (async () => {
      for await (const { events } of store.subscribeAll({ prefixes: ['wanted-'], signal: stop.signal })) {
        received.push(...events);
      }
    })();
    await eventually('a call', () => double.refusals > 3 || double.subscriptions.size > 0);
    ready();
    await store.append(fresh('wanted'), [noted('a')], { expected: 'no-stream', customerId });
    await eventually('the event', () => received.length > 0, 5_000);
    stop.abort();
    await reading;
  });

  test('fails if the server refuses the subscription', async () => {
    const { double, store } = await setUp();
    await store.append(fresh('lasting'), [noted('a')], { expected: 'no-stream', customerId });
    const reading = follow(store, { prefixes: ['lasting-'] }, () => {
      for (const subscription of double.subscriptions) subscription.fail(status.PERMISSION_DENIED);
      return false;
    });
    await expect(reading).rejects.toThrow('asked for by a test');
  });

  test('leaves nothing open on the server once its reader has ended', async () => {
    const { double, store } = await setUp();
    await follow(store, { prefixes: ['lasting-'] }, () => true);
    // Once this call returns, the server has processed the end of the subscription.
    while (double.subscriptions.size > 0) await store.head();
    expect(double.subscriptions.size).toBe(0);
  });
});

test('stores each confirmed event once and delivers it once and in order, despite all kinds of failures', async () => {
  const { double, store } = await setUp();
  const breaks = [
    () => double.loseNextAnswer(),
    () => double.network.drop(),
    () => double.failNextAppend(status.UNAVAILABLE),
    () => double.subscriptions.forEach((subscription) => subscription.end()),
    () => double.subscriptions.forEach((subscription) => subscription.fail(status.CANCELLED)),
  ];
  const streams = Array.from({ length: 4 }, () => fresh('shaken'));
  const write = async (stream: string, writer: number) => {
    for (let i = 0; i < 30; i++) {
      if (i % 4 === writer) breaks[(i + writer) % breaks.length]?.();
      const expected = i === 0 ? 'no-stream' : i - 1;
      await store.append(stream, [noted(String(i))], { expected, customerId });
    }
  };
  const watching = follow(store, { prefixes: ['shaken-'] }, ({ length }) => length >= 120);
  await Promise.all(streams.map(write));
  const { events } = await watching;
  expect(events).toHaveLength(120);
  for (const stream of streams) {
    const texts = events.filter((event) => event.stream === stream).map(({ data }) => data);
    expect(texts).toEqual(Array.from({ length: 30 }, (_, i) => ({ text: String(i) })));
  }
}, 60_000);

test('never sends an append that is too large', async () => {
  const { double, store } = await setUp();
  const before = double.appends;
  const appending = store.append(fresh('noted'), [noted('x'.repeat(1024 * 1024))], {
    expected: 'no-stream',
    customerId,
  });
  await expect(appending).rejects.toThrow(AppendTooLarge);
  expect(double.appends).toBe(before);
});

storedOnlyAsOurs(async () => {
  const { double, store } = await setUp();
  return { store, double, client: clientOf(double.url) };
});

/**
 * Tests of changes that other programs make to Parley's streams, on the fake server and on a real one if there is
 * one.
 */
function storedOnlyAsOurs(
  use: () => Promise<{
    store: EventStoreDbEventStore;
    client: EventStoreDBClient;
    double?: EventStoreDbDouble;
  }>,
): void {
  const read = async (store: EventStoreDbEventStore, stream: string) =>
    (await collect(store.readStream(stream, { customerId }))).map(({ version }) => version);
  const three = () => ['a', 'b', 'c'].map(noted);

  test('a deleted stream reads as missing, and can be started again', async () => {
    const { store, client } = await use();
    const stream = fresh('noted');
    await appenderTo(store)(stream, three(), { expected: 'no-stream', customerId });
    await client.deleteStream(stream);
    expect(await read(store, stream)).toEqual([]);
    expect(await appenderTo(store)(stream, three(), { expected: 'no-stream', customerId })).toMatchObject({
      version: 5,
    });
    expect(await read(store, stream)).toEqual([3, 4, 5]);
  });

  test('a tombstoned stream reads as missing and accepts no further events', async () => {
    const { store, client } = await use();
    const stream = fresh('noted');
    await appenderTo(store)(stream, three(), { expected: 'no-stream', customerId });
    await client.tombstoneStream(stream);
    expect(await read(store, stream)).toEqual([]);
    for (const expected of ['no-stream', 'any', 2] as const) {
      const appending = appenderTo(store)(stream, three(), { expected, customerId });
      await expect(appending).rejects.toThrow(WrongExpectedVersion);
    }
  });

  test('a truncated stream starts at its first remaining event', async () => {
    const { store, client } = await use();
    const stream = fresh('noted');
    await appenderTo(store)(stream, three(), { expected: 'no-stream', customerId });
    await client.setStreamMetadata(stream, { maxCount: 2 });
    expect(await read(store, stream)).toEqual([1, 2]);
    expect(await collect(store.readStream(stream, { customerId, from: 0, max: 1 }))).toMatchObject([
      { version: 1 },
    ]);
    expect(await appenderTo(store)(stream, [noted('d')], { expected: 2, customerId })).toMatchObject({
      version: 3,
    });
    expect(await read(store, stream)).toEqual([2, 3]);
  });

  test('subscriptions continue past deleted, tombstoned, truncated and scavenged events', async () => {
    const { store, client, double } = await use();
    const category = `gone${randomUUID().slice(0, 8)}`;
    const after = (await store.head()) ?? undefined;
    const streams = [1, 2, 3].map(() => fresh(category));
    for (const stream of streams)
      await appenderTo(store)(stream, three(), { expected: 'no-stream', customerId });
    const first = await follow(
      store,
      { after, prefixes: [`${category}-`], batchSize: 1 },
      ({ length }) => length === 2,
    );
    await client.deleteStream(streams[0] ?? '');
    await client.tombstoneStream(streams[1] ?? '');
    await client.setStreamMetadata(streams[2] ?? '', { maxCount: 1 });
    double?.log.scavenge();
    const last = fresh(category);
    await appenderTo(store)(last, [noted('last')], { expected: 'no-stream', customerId });
    const options = { after: first.batches.at(-1)?.checkpoint, prefixes: [`${category}-`] };
    const { events } = await follow(store, options, (seen) => seen.at(-1)?.stream === last);
    const left = events.filter(({ stream }) => stream === streams[2]).map(({ version }) => version);
    expect(left.at(-1)).toBe(2);
    expect(events.every(({ type }) => type === 'Noted')).toBe(true);
    if (double) expect(events.map(({ stream }) => stream)).toEqual([streams[2], last]);
  });

  test('events of other programs are ignored', async () => {
    const { store, client } = await use();
    const category = `mixed${randomUUID().slice(0, 8)}`;
    const stream = fresh(category);
    const after = (await store.head()) ?? undefined;
    await client.appendToStream(fresh(category), jsonEvent({ type: 'Elsewhere', data: { text: 'theirs' } }));
    await appenderTo(store)(stream, [noted('ours')], { expected: 'no-stream', customerId });
    const { events } = await follow(store, { after, prefixes: [`${category}-`] }, ({ length }) => length > 0);
    expect(events.map((event) => event.stream)).toEqual([stream]);
  });
}

async function startDouble(): Promise<EventStoreDbDouble> {
  const double = await EventStoreDbDouble.start();
  opened.push(() => double.stop());
  return double;
}

async function open(double: EventStoreDbDouble, options: EventStoreDbOptions = {}, more = '') {
  const store = await EventStoreDbEventStore.open(`${double.url}${more}`, { ...quick, ...options });
  opened.push(() => store.close());
  return store;
}

async function setUp(options: EventStoreDbOptions = {}) {
  const double = await startDouble();
  return { double, store: await open(double, options) };
}

function clientOf(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  opened.push(() => client.dispose());
  return client;
}

function fresh(category: string): string {
  return `${category}-${randomUUID()}`;
}
