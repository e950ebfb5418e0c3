import { randomUUID } from 'node:crypto';
import { categories, type RecordedEvent } from '@parley/contracts/events';
import {
  AppendTooLarge,
  WrongExpectedVersion,
  type EventBatch,
  type EventStore,
  type ExpectedVersion,
  type NewEvent,
} from './event-store';
import { START } from './position';
import { EMPTY_TALLY, tallyOf } from './tally';

const customerId = 'customer-of-the-suite';

/**
 * Tests of the behaviour that all event stores share. The log may contain other events and be in use by other tests.
 * The suite appends only through `appenderTo`, which refuses the product's stream names, so that an installation that
 * later starts on this log reads none of the suite's events.
 */
export function eventStoreConformance(name: string, openStore: () => Promise<EventStore>): void {
  describe(`${name} is an event store`, () => {
    let store: Omit<EventStore, 'append'>;
    let appendFor: EventStore['append'];
    beforeAll(async () => {
      const opened = await openStore();
      [store, appendFor] = [opened, appenderTo(opened)];
    });

    const append = (stream: string, events: NewEvent[], expected: ExpectedVersion = 'any') =>
      appendFor(stream, events, { expected, customerId });
    const read = (stream: string, options: { from?: number; max?: number } = {}) =>
      collect(store.readStream(stream, { customerId, ...options }));

    test('reads complete events in order', async () => {
      const stream = fresh('noted');
      const events = [noted('one'), { ...noted('two\u0001 — ünï 🐈'), ip: '2001:db8::1', schemaVersion: 3 }];
      const { version, position } = await append(stream, events, 'no-stream');
      const recorded = await read(stream);
      expect(recorded).toEqual(
        events.map((event, index) => ({
          ...event,
          stream,
          version: index,
          position: expect.any(String) as string,
        })),
      );
      expect(version).toBe(1);
      expect(position).toBe(recorded[1]?.position);
      expect(recorded[0]?.position.length).toBe(position.length);
      expect((recorded[0]?.position ?? '') < position).toBe(true);
    });

    test('rejects data that no view could store: U+0000, half a surrogate pair, or too deep nesting', async () => {
      const stream = fresh('noted');
      const deep: unknown = JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`);
      const poison = [
        noted('a\u0000b'),
        noted('a\ud800b'),
        { ...noted('a'), data: { text: { list: ['fine', '\udc00'] } } },
        { ...noted('a'), data: { 'a\u0000': 1 } },
        { ...noted('a'), data: { deep } },
        { ...noted('a'), correlationId: 'a\u0000b' },
      ];
      for (const event of poison) {
        const refused = append(stream, [noted('fine'), event]);
        await expect(refused).rejects.toMatchObject({ code: 'not_storable' });
      }
      expect(await read(stream)).toEqual([]);
    });

    test('reads a stream from a version on, up to a maximum', async () => {
      const stream = fresh('noted');
      await append(stream, ['a', 'b', 'c', 'd'].map(noted));
      expect((await read(stream, { from: 1, max: 2 })).map(({ version }) => version)).toEqual([1, 2]);
      expect(await read(stream, { from: 4 })).toEqual([]);
      expect(await read(fresh('noted'))).toEqual([]);
    });

    test('reads a stream longer than a page', async () => {
      const stream = fresh('noted');
      for (let i = 0; i < 3; i++)
        await append(
          stream,
          Array.from({ length: 400 }, () => noted('n')),
        );
      expect((await read(stream)).map(({ version }) => version)).toEqual(
        Array.from({ length: 1_200 }, (_, i) => i),
      );
    });

    test('appends only at the expected version', async () => {
      const stream = fresh('noted');
      await expect(append(stream, [noted('x')], 0)).rejects.toMatchObject({ actual: null });
      await append(stream, [noted('a'), noted('b')], 'no-stream');
      await expect(append(stream, [noted('x')], 'no-stream')).rejects.toThrow(WrongExpectedVersion);
      await expect(append(stream, [noted('x')], 0)).rejects.toMatchObject({ stream, expected: 0, actual: 1 });
      await expect(append(stream, [noted('x')], 2)).rejects.toThrow(WrongExpectedVersion);
      expect(await append(stream, [noted('c')], 1)).toMatchObject({ version: 2 });
      expect(await append(stream, [noted('d')], 'any')).toMatchObject({ version: 3 });
      expect((await read(stream)).map(textOf)).toEqual(['a', 'b', 'c', 'd']);
    });

    test('accepts exactly one of several concurrent appends at the same version', async () => {
      const stream = fresh('noted');
      await append(stream, [noted('first')]);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () => append(stream, [noted('second')], 0)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await read(stream)).toHaveLength(2);
    });

    test.each(['no-stream', 'any', 1] as const)(
      'a repeated append (expecting %s) succeeds and adds nothing',
      async (expected) => {
        const stream = fresh('noted');
        if (expected === 1) await append(stream, [noted('a'), noted('b')]);
        const events = [noted('c'), noted('d')];
        const first = await append(stream, events, expected);
        await append(stream, [noted('later')]);
        expect(await append(stream, events, expected)).toEqual(first);
        const texts = (await read(stream)).map(textOf);
        expect(texts.slice(-3)).toEqual(['c', 'd', 'later']);
        expect(texts).toHaveLength(expected === 1 ? 5 : 3);
      },
    );

    test('rejects an append that mixes events of an earlier one with new ones', async () => {
      const stream = fresh('noted');
      const [a, b] = [noted('a'), noted('b')];
      await append(stream, [a], 'no-stream');
      await expect(append(stream, [a, b], 'no-stream')).rejects.toThrow(WrongExpectedVersion);
    });

    test('treats another customer’s stream as missing', async () => {
      const stream = fresh('noted');
      const events = [noted('a')];
      await append(stream, events);
      const foreign = { customerId: 'somebody-else' };
      expect(await collect(store.readStream(stream, foreign))).toEqual([]);
      for (const expected of [0, 'any', 'no-stream'] as const) {
        const appended = appendFor(stream, events, { expected, ...foreign });
        await expect(appended).rejects.toMatchObject({ actual: null });
      }
      expect(await read(stream)).toHaveLength(1);
    });

    test('returns the streams of an organisation that have events after a position', async () => {
      const [still, moved, theirs] = [fresh('noted'), fresh('noted'), fresh('noted')];
      const first = { expected: 'no-stream', customerId } as const;
      await appendFor(still, [noted('a')], first);
      const { position } = await appendFor(moved, [noted('a')], first);
      await appendFor(moved, [noted('b')], { expected: 0, customerId });
      await appendFor(theirs, [noted('a')], { ...first, customerId: 'another customer' });
      const asked = { customerId, after: position };
      expect(await store.movedSince([still, moved, theirs, fresh('none')], asked)).toEqual(new Set([moved]));
      expect(await store.movedSince([], asked)).toEqual(new Set());
    });

    test('rejects an append of 1 MiB and accepts a slightly smaller one', async () => {
      const stream = fresh('noted');
      const half = 'x'.repeat(512 * 1024);
      await expect(append(stream, [noted(half), noted(half)])).rejects.toThrow(AppendTooLarge);
      await append(stream, [noted(half), noted(half.slice(2_000))]);
    });

    test('rejects an append without events', async () => {
      await expect(append(fresh('noted'), [])).rejects.toThrow();
    });

    test('yields existing events of the requested streams to a subscription, and then live ones', async () => {
      const after = (await store.head()) ?? undefined;
      const [wanted, other] = [fresh('wanted'), fresh('other')];
      await append(wanted, [noted('past')]);
      await append(other, [noted('past')]);
      let isAppended = false;
      const seen = await follow(store, { after, prefixes: ['wanted-', 'alsoWanted-'] }, async (events) => {
        // An empty batch may follow the first event.
        if (events.length === 1 && !isAppended) {
          isAppended = true;
          await append(other, [noted('live')]);
          await append(fresh('alsoWanted'), [noted('live')]);
        }
        return events.length >= 2;
      });
      expect(seen.events.map(textOf)).toEqual(['past', 'live']);
      expect(
        seen.batches.every(({ events, checkpoint }) => events.every((e) => e.position <= checkpoint)),
      ).toBe(true);
    });

    test('a checkpoint advances even if no event matches the filter', async () => {
      const after = (await store.head()) ?? undefined;
      const { position } = await append(fresh('other'), [noted('a'), noted('b')]);
      const { events, batches } = await follow(
        store,
        { after, prefixes: ['nothing-'] },
        (_, batch) => batch.checkpoint >= position,
      );
      expect(events).toEqual([]);
      expect(batches.at(-1)?.caughtUp).toBe(true);
    });

    test('a subscription at the head immediately reports that it has caught up', async () => {
      await append(fresh('other'), [noted('a')]);
      const head = (await store.head()) ?? '';
      const { batches } = await follow(store, { after: head, prefixes: ['other-'] }, () => true);
      expect(batches).toEqual([{ events: [], checkpoint: head, caughtUp: true }]);
    });

    test('a subscription resumed from any checkpoint repeats nothing and skips nothing', async () => {
      const after = (await store.head()) ?? undefined;
      const stream = fresh('resumed');
      await append(
        stream,
        Array.from({ length: 25 }, (_, i) => noted(String(i))),
      );
      const seen: RecordedEvent[] = [];
      for (let checkpoint = after; seen.length < 25;) {
        const once = await follow(
          store,
          { after: checkpoint, prefixes: ['resumed-'], batchSize: 7 },
          () => true,
        );
        expect(once.events.length).toBeLessThanOrEqual(7);
        seen.push(...once.events);
        checkpoint = once.batches[0]?.checkpoint;
      }
      expect(seen.map(({ version }) => version)).toEqual(Array.from({ length: 25 }, (_, i) => i));
    });

    test('every subscriber gets every event once, and each stream in order, despite concurrent writers', async () => {
      const after = (await store.head()) ?? undefined;
      const streams = Array.from({ length: 6 }, () => fresh('busy'));
      const perStream = 40;
      const write = async (stream: string) => {
        for (let i = 0; i < perStream; i++)
          await append(stream, [noted(String(i))], i === 0 ? 'no-stream' : i - 1);
      };
      const watch = () =>
        follow(
          store,
          { after, prefixes: ['busy-'], batchSize: 16 },
          (events) => events.length >= 6 * perStream,
        );
      const [one, two] = await Promise.all([watch(), watch(), ...streams.map(write)]);
      expect(one.events.map(({ id }) => id)).toEqual(two.events.map(({ id }) => id));
      expect(new Set(one.events.map(({ id }) => id)).size).toBe(6 * perStream);
      for (const stream of streams) {
        const versions = one.events.filter((event) => event.stream === stream).map(({ version }) => version);
        expect(versions).toEqual(Array.from({ length: perStream }, (_, i) => i));
      }
      const positions = one.events.map(({ position }) => position);
      expect(positions).toEqual([...positions].sort());
    });

    test('a subscription ends when its signal aborts', async () => {
      const stop = new AbortController();
      const batches = collect(store.subscribeAll({ prefixes: ['nothing-'], signal: stop.signal }));
      stop.abort();
      await expect(batches).resolves.toBeDefined();
    });

    test('an audit counts the events of a span by category and lists their positions; the event at the span’s start is excluded', async () => {
      const before = await append(fresh('counted'), [noted('before')]);
      const first = await append(fresh('counted'), [noted('a'), noted('b')]);
      await append(fresh('uncounted'), [noted('c')]);
      const last = await append(fresh('counted'), [noted('d')]);
      await append(fresh('counted'), [noted('after')]);
      const span = { after: before.position, upTo: last.position };
      const all = { prefixes: ['counted-'], max: 100 };
      const positions = await store.audit.positions(span, all);
      expect(positions).toHaveLength(3);
      expect(positions.slice(1)).toEqual([first.position, last.position]);
      expect((await store.audit.tally(span)).ofPrefixes(['counted-'])).toEqual(
        tallyOf(positions.map((position) => ({ position }))),
      );
      expect((await store.audit.tally(span)).ofPrefixes(['count'])).toMatchObject({ events: 3 });
      expect((await store.audit.tally(span)).ofPrefixes(['counted-', 'uncounted-'])).toMatchObject({
        events: 4,
      });
      expect((await store.audit.tally(span)).ofPrefixes(['nothing-'])).toEqual(EMPTY_TALLY);
      expect(await store.audit.positions(span, { ...all, max: 2 })).toEqual(positions.slice(0, 2));
      expect(await store.audit.positions({ after: last.position, upTo: last.position }, all)).toEqual([]);
    });

    test('an audit counts each event of concurrent appends once', async () => {
      const after = (await store.head()) ?? START;
      const appended = await Promise.all(
        Array.from({ length: 60 }, () => append(fresh('audited'), [noted('n')])),
      );
      const upTo = appended.map(({ position }) => position).reduce((a, b) => (a > b ? a : b));
      const tally = (await store.audit.tally({ after, upTo })).ofPrefixes(['audited-']);
      expect(tally).toEqual(tallyOf(appended));
      const stopped = store.audit.tally({ after, upTo }, AbortSignal.abort());
      await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    });

    test('the head is at or after every appended event', async () => {
      const { position } = await append(fresh('noted'), [noted('a')]);
      expect(((await store.head()) ?? '') >= position).toBe(true);
    });
  });
}

/**
 * Appends to a store for tests that may run on a shared server.
 * @throws Error if the stream has a category of the product, whose views and reactions would read it
 */
export function appenderTo(store: EventStore): EventStore['append'] {
  return async (stream, ...rest) => {
    const isOfProduct = categories.some((category) => stream.startsWith(`${category}-`));
    if (isOfProduct) throw new Error(`${stream} is a stream of the product: tests write to their own alone.`);
    return store.append(stream, ...rest);
  };
}

/** Creates an event for tests with `text` as its data. */
export function noted(text: string): NewEvent {
  return {
    id: randomUUID(),
    type: 'Noted',
    schemaVersion: 1,
    data: { text },
    customerId,
    actor: { type: 'system', id: 'suite' },
    correlationId: 'correlation',
    causationId: 'causation',
    time: '2026-01-02T03:04:05.678Z',
  };
}

/** Reads a subscription until `enough` returns true. */
export async function follow(
  store: Pick<EventStore, 'subscribeAll'>,
  options: { after?: string; prefixes: string[]; batchSize?: number },
  enough: (events: RecordedEvent[], batch: EventBatch) => boolean | Promise<boolean>,
): Promise<{ events: RecordedEvent[]; batches: EventBatch[] }> {
  const stop = new AbortController();
  const events: RecordedEvent[] = [];
  const batches: EventBatch[] = [];
  for await (const batch of store.subscribeAll({ ...options, signal: stop.signal })) {
    batches.push(batch);
    events.push(...batch.events);
    if (await enough(events, batch)) break;
  }
  stop.abort();
  return { events, batches };
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function fresh(category: string): string {
  return `${category}-${randomUUID()}`;
}

function textOf(event: RecordedEvent): string {
  return (event.data as { text: string }).text;
}
