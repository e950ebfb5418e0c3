import { Logger } from '@nestjs/common';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { noted } from './conformance';
import { LogFeed } from './log-feed';

test('a listener that fails at an event hears of all others, and so does everybody else', async () => {
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
