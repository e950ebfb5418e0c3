import { status } from '@grpc/grpc-js';
import type { RecordedEvent } from '@parley/contracts/events';
import { EventStoreDbEventStore } from '@parley/event-sourcing/store/eventstoredb/eventstoredb-event-store';
import { noted } from '@parley/event-sourcing/store/conformance';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { checkCopy, copyLog } from './copy-log';
import { MoveRefused } from './move-refused';

const { customerId } = noted('');
const ignore = () => undefined;

/** Creates a log whose positions begin a hundred later, like those of another engine. */
async function logWithOthersFirst(): Promise<InMemoryEventStore> {
  const log = new InMemoryEventStore();
  await append(log, 'elsewhere-1', ...Array.from({ length: 100 }, () => noted('not ours')));
  return log;
}

async function append(log: EventStore, stream: string, ...events: ReturnType<typeof noted>[]) {
  return (await log.append(stream, events, { expected: 'any', customerId })).position;
}

const read = (seenUpTo: string) => ({
  ...noted(''),
  type: 'ConversationRead',
  data: { userId: 'u', seenUpTo },
});
const archived = (seenUpTo: string) => ({ ...noted(''), type: 'ConversationArchived', data: { seenUpTo } });

async function sourceLog() {
  const source = new InMemoryEventStore();
  await append(source, 'conversation-1', noted('started'));
  const seen = await append(source, 'message-1', noted('one'));
  await append(source, 'message-2', noted('two'));
  await append(source, 'conversation-1', read(seen));
  const last = await append(source, 'message-3', noted('three'), noted('status'));
  await append(source, 'conversation-1', read(last), archived(last));
  return source;
}

const without = ({ position: _, data: __, ...rest }: RecordedEvent) => rest;
const ours = (log: InMemoryEventStore) => log.events.filter(({ stream }) => !stream.startsWith('elsewhere-'));

test('copies the same events in the same order, with the same digest', async () => {
  const [source, target] = [await sourceLog(), new InMemoryEventStore()];
  const positions = await copyLog(source, { store: target }, ignore);
  expect(target.events.map(without)).toEqual(source.events.map(without));
  const { events, digest } = await checkCopy(source, target, positions, ignore);
  expect(events).toBe(source.events.length);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

test('translates positions within events to those of the copy', async () => {
  const [source, target] = [await sourceLog(), await logWithOthersFirst()];
  const positions = await copyLog(source, { store: target }, ignore);
  await checkCopy(source, target, positions, ignore);
  const named = (log: InMemoryEventStore) =>
    ours(log).flatMap(({ data }) => {
      const { seenUpTo } = data as { seenUpTo?: string };
      return seenUpTo ? [log.events.find(({ position }) => position === seenUpTo)?.id] : [];
    });
  expect(named(target)).toEqual(named(source));
  expect(named(target)).toHaveLength(3);
});

test('translates a position without an event, or one later than the event that contains it, to that of the preceding event', async () => {
  const [source, target] = [new InMemoryEventStore(), await logWithOthersFirst()];
  await append(source, 'conversation-1', noted('started'));
  await append(source, 'conversation-1', read('0'.repeat(20)), archived('9'.repeat(20)));
  await append(source, 'message-1', noted('later'));
  const positions = await copyLog(source, { store: target }, ignore);
  await checkCopy(source, target, positions, ignore);
  const [, first, second] = ours(target);
  expect(first?.data).toMatchObject({ seenUpTo: '0'.repeat(20) });
  expect(second?.data).toEqual({ seenUpTo: first?.position });
});

test('continues an interrupted copy without copying an event twice', async () => {
  const [source, target] = [await sourceLog(), new InMemoryEventStore()];
  await expect(
    copyLog(source, { store: target, appendInOrder: breaksAfter(3, target) }, ignore),
  ).rejects.toThrow('broken off');
  expect(target.events).toHaveLength(3);
  await copyLog(source, { store: target }, ignore);
  const positions = await copyLog(source, { store: target }, ignore);
  await checkCopy(source, target, positions, ignore);
  expect(target.events).toHaveLength(source.events.length);
});

function breaksAfter(count: number, target: EventStore) {
  return async (appends: { stream: string; event: ReturnType<typeof noted> }[]) => {
    const made: string[] = [];
    for (const { stream, event } of appends) {
      if (count-- === 0) throw new Error('broken off');
      made.push(await append(target, stream, event));
    }
    return made;
  };
}

test('refuses a target with another log and leaves it unchanged', async () => {
  const [source, target] = [await sourceLog(), await sourceLog()];
  await expect(copyLog(source, { store: target }, ignore)).rejects.toThrow(MoveRefused);
  expect(target.events).toHaveLength(source.events.length);
});

test('refuses a target with further events from after an earlier copy', async () => {
  const [source, target] = [await sourceLog(), new InMemoryEventStore()];
  await copyLog(source, { store: target }, ignore);
  await append(target, 'message-9', noted('written on the new engine'));
  await expect(copyLog(source, { store: target }, ignore)).rejects.toThrow('goes on after the end');
});

test.each([
  ['has an event less', (events: RecordedEvent[]) => events.slice(0, -1)],
  ['has an event more', (events: RecordedEvent[]) => [...events, { ...events[0]!, version: 9 }]],
  ['has two events swapped', ([a, b, ...rest]: RecordedEvent[]) => [b!, a!, ...rest]],
  ['has other data', ([a, ...rest]: RecordedEvent[]) => [{ ...a!, data: { text: 'forged' } }, ...rest]],
  ['has an event of another type', ([a, ...rest]: RecordedEvent[]) => [{ ...a!, type: 'Other' }, ...rest]],
])('refuses a copy that %s', async (_, spoil) => {
  const [source, target] = [await sourceLog(), new InMemoryEventStore()];
  const positions = await copyLog(source, { store: target }, ignore);
  const spoilt = new InMemoryEventStore();
  jest.spyOn(spoilt, 'head').mockImplementation(() => target.head());
  jest.spyOn(spoilt, 'subscribeAll').mockImplementation(async function* () {
    yield { events: spoil([...target.events]), checkpoint: (await target.head()) ?? '', caughtUp: true };
  });
  await expect(checkCopy(source, spoilt, positions, ignore)).rejects.toThrow(MoveRefused);
});

test('restores a log exactly after a move to a fake EventStoreDB and back', async () => {
  const source = await sourceLog();
  const double = await EventStoreDbDouble.start();
  const between = await EventStoreDbEventStore.open(double.url, { probeMs: 20 });
  try {
    const there = await copyLog(source, { store: between }, ignore);
    expect(await checkCopy(source, between, there, ignore)).toMatchObject({ events: source.events.length });
    const back = new InMemoryEventStore();
    await checkCopy(between, back, await copyLog(between, { store: back }, ignore), ignore);
    expect(back.events).toEqual(source.events);
    // Newer events are added to the original log.
    await append(between, 'message-4', noted('on the new engine'));
    await checkCopy(between, source, await copyLog(between, { store: source }, ignore), ignore);
    expect(source.events.at(-1)).toMatchObject({
      stream: 'message-4',
      data: noted('on the new engine').data,
    });
  } finally {
    await between.close();
    await double.stop();
  }
});

test('sends events to EventStoreDB in order without awaiting each, unless a later event contains its position', async () => {
  const [source, double] = [new InMemoryEventStore(), await EventStoreDbDouble.start()];
  double.delayMs = 50;
  const target = await EventStoreDbEventStore.open(double.url, { probeMs: 20 });
  try {
    for (let index = 0; index < 100; index++) {
      const seen = await append(source, `message-${index}`, noted('one'), noted('status'));
      if (index % 50 === 49) await append(source, `conversation-${index % 3}`, read(seen));
    }
    const before = double.appends;
    const { batchAppend } = double.calls;
    const positions = await copyLog(source, { store: target, pipeline: target.pipeline() }, ignore);
    await checkCopy(source, target, positions, ignore);
    expect(double.appends - before).toBe(202);
    expect(double.calls.batchAppend - batchAppend).toBe(1);
    expect(double.mostAnswersAwaited).toBeGreaterThan(20);
  } finally {
    await target.close();
    await double.stop();
  }
}, 30_000);

test('continues a copy into EventStoreDB after its connection broke, without copying an event twice', async () => {
  const [source, double] = [new InMemoryEventStore(), await EventStoreDbDouble.start()];
  for (let index = 0; index < 40; index++) await append(source, `message-${index}`, noted('one'));
  try {
    double.failNextAppend(status.UNAVAILABLE);
    for (let tries = 0, copied = false; !copied; tries++) {
      expect(tries).toBeLessThan(6);
      const target = await EventStoreDbEventStore.open(double.url, { probeMs: 20, answerMs: 500 });
      if (tries === 1) double.network.drop();
      copied = await copyLog(source, { store: target, pipeline: target.pipeline() }, ignore).then(
        async (positions) => (await checkCopy(source, target, positions, ignore)).events === 40,
        () => false,
      );
      await target.close();
    }
  } finally {
    await double.stop();
  }
});

test('copies no event twice if a response of EventStoreDB is lost', async () => {
  const source = await sourceLog();
  const double = await EventStoreDbDouble.start();
  const target = await EventStoreDbEventStore.open(double.url, { probeMs: 20, answerMs: 500 });
  try {
    double.loseNextAnswer();
    const positions = await copyLog(source, { store: target }, ignore);
    await checkCopy(source, target, positions, ignore);
  } finally {
    await target.close();
    await double.stop();
  }
});

test('copies an empty log', async () => {
  const [source, target] = [new InMemoryEventStore(), new InMemoryEventStore()];
  const positions = await copyLog(source, { store: target }, ignore);
  expect(await checkCopy(source, target, positions, ignore)).toMatchObject({ events: 0 });
  expect(target.events).toEqual([]);
});
