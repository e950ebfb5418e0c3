import { Logger } from '@nestjs/common';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { noted } from './conformance';
import { LogFeed } from './log-feed';

test('delivers all events to the other listeners if a listener throws for one event, and all other events to that listener', async () => {
  Logger.overrideLogger(false);
  const store = new InMemoryEventStore();
  for (const stream of ['user-a', 'user-bad', 'user-b'])
    await store.append(stream, [noted('n')], { expected: 'any', customerId: stream });
  const stop = new AbortController();
  const feed = new LogFeed(store, ['user-']);
  const heard: string[][] = [[], []];
  feed.listen((events) => {
    if (events.some(({ stream }) => stream === 'user-bad')) throw new Error('A bug.');
    heard[0]!.push(...events.map(({ stream }) => stream));
  });
  feed.listen((events) => {
    heard[1]!.push(...events.map(({ stream }) => stream));
    stop.abort();
  });
  await feed.run(undefined, stop.signal);
  expect(heard).toEqual([
    ['user-a', 'user-b'],
    ['user-a', 'user-bad', 'user-b'],
  ]);
});

describe('a feed', () => {
  const stop = new AbortController();
  let store: InMemoryEventStore;
  let feed: LogFeed;
  let now: number;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'performance'] });
    store = new InMemoryEventStore();
    feed = new LogFeed(store, ['user-']);
    now = 0;
    feed.now = () => now;
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => stop.abort());

  const turn = () => new Promise(setImmediate);
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      now += 1_000;
      await jest.advanceTimersByTimeAsync(1_000);
      await turn();
    }
  };
  const append = () => store.append('user-a', [noted('n')], { expected: 'any', customerId: 'a' });
  const start = async () => {
    void feed.run(await feed.begin(), stop.signal);
    void feed.confirm(stop.signal);
    await turn();
  };

  test('is current from its first comparison with the log on, also while nothing is appended', async () => {
    expect(feed.isCurrent).toBe(false);
    await start();
    expect(feed.isCurrent).toBe(true);
    await append();
    await pass(60_000);
    expect(feed.isCurrent).toBe(true);
  });

  test('is not current after five seconds without a response of the log, and current again with the next response', async () => {
    await start();
    const head = jest.spyOn(store, 'head').mockImplementation(() => new Promise(() => undefined));
    await pass(4_000);
    expect(feed.isCurrent).toBe(true);
    await pass(2_000);
    expect(feed.isCurrent).toBe(false);
    head.mockRestore();
    await pass(10_000);
    expect(feed.isCurrent).toBe(true);
  });

  test('is not current while the log contains an event that the feed has not delivered', async () => {
    await start();
    const head = jest.spyOn(store, 'head').mockResolvedValue('00000000000000000001');
    await pass(10_000);
    expect(feed.isCurrent).toBe(false);
    head.mockRestore();
    await append();
    await pass(2_000);
    expect(feed.isCurrent).toBe(true);
  });

  test('is not current after its process was frozen', async () => {
    await start();
    now += 60_000;
    expect(feed.isCurrent).toBe(false);
    await pass(1_000);
    expect(feed.isCurrent).toBe(true);
  });
});
