import type { RecordedEvent } from '@parley/contracts/events';
import type { Views } from '../projection/views';
import type { LogFeed } from '../store/log-feed';
import { idIn, LogCache } from './log-cache';

let bring: (events: RecordedEvent[], position: string) => void;
let fold: () => void;
let stored: string | undefined;
let loads: number;
let holdsStart: boolean;
let now: number;
const feed = {
  isCurrent: true,
  position: '5',
  start: '0' as string | null,
  listen: (listener: typeof bring) => (bring = listener),
};
const views = {
  waitFor: (_view: string, position: string) =>
    position === '0'
      ? Promise.resolve(holdsStart)
      : new Promise<boolean>((resolve) => (fold = () => resolve(true))),
  catchUp: () => Promise.resolve(),
};
const load = () => {
  loads++;
  return Promise.resolve(stored);
};
const change = (id: string) => bring([{ stream: `channel-${id}` } as RecordedEvent], '6');
const turn = () => new Promise(setImmediate);
let cache: LogCache<string | undefined>;

beforeEach(() => {
  [loads, stored, holdsStart, now] = [0, 'old', true, 0];
  Object.assign(feed, { isCurrent: true, position: '5', start: '0' });
  cache = new LogCache(feed as unknown as LogFeed, views as unknown as Views, {
    views: ['channels'],
    changedBy: idIn('channel'),
  });
  cache.now = () => now;
});

test('loads a value once for requests one after another', async () => {
  expect([await cache.get('1', load), await cache.get('1', load), loads]).toEqual(['old', 'old', 1]);
});

test('loads a value once for requests at the same time', async () => {
  await cache.get('2', load);
  await Promise.all([cache.get('1', load), cache.get('1', load)]);
  expect(loads).toBe(2);
});

test('loads a value again for a position that the feed has not reached', async () => {
  await cache.get('1', load);
  await cache.get('1', load, '5');
  expect(loads).toBe(1);
  await cache.get('1', load, '6');
  expect(loads).toBe(2);
});

test('loads a value for each request after an event that changes it, until the view has folded the event', async () => {
  await cache.get('1', load);
  change('1');
  expect([await cache.get('1', load), await cache.get('1', load), loads]).toEqual(['old', 'old', 3]);
  stored = 'new';
  fold();
  await turn();
  expect([await cache.get('1', load), await cache.get('1', load), loads]).toEqual(['new', 'new', 4]);
});

test('keeps a value when an event changes another one', async () => {
  await cache.get('1', load);
  change('2');
  await cache.get('1', load);
  expect(loads).toBe(1);
});

test('does not keep a load that an event overtook', async () => {
  let answer: (value: string) => void = () => undefined;
  await cache.get('2', load);
  const slow = cache.get('1', () => new Promise((resolve) => (answer = resolve)));
  change('1');
  fold();
  await turn();
  answer('old');
  expect(await slow).toBe('old');
  stored = 'new';
  expect(await cache.get('1', load)).toBe('new');
});

test('does not share a load that an event overtook', async () => {
  await cache.get('2', load);
  void cache.get('1', () => new Promise(() => undefined));
  change('1');
  stored = 'new';
  expect(await cache.get('1', load)).toBe('new');
});

test('keeps nothing until the view has folded everything before the first event of the feed', async () => {
  holdsStart = false;
  await cache.get('1', load);
  await cache.get('1', load);
  holdsStart = true;
  await cache.get('1', load);
  await cache.get('1', load);
  expect(loads).toBe(3);
});

test('serves nothing while the feed is not current, and serves its kept values again afterwards', async () => {
  await cache.get('1', load);
  feed.isCurrent = false;
  expect(cache.peek('1')).toBeUndefined();
  await cache.get('1', load);
  await cache.get('1', load);
  expect(loads).toBe(3);
  feed.isCurrent = true;
  await cache.get('1', load);
  expect(loads).toBe(3);
});

test('shares no load that began before the feed ceased to be current', async () => {
  await cache.get('2', load);
  void cache.get('1', () => new Promise(() => undefined));
  feed.isCurrent = false;
  expect(await cache.get('1', load)).toBe('old');
});

test('drops a value after ten seconds', async () => {
  await cache.get('1', load);
  now = 10_000;
  await cache.get('1', load);
  expect(loads).toBe(2);
});

test('keeps neither a value that is undefined nor a load that failed', async () => {
  stored = undefined;
  await cache.get('1', load);
  await cache.get('1', load);
  expect(loads).toBe(2);
  await expect(cache.get('1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  stored = 'old';
  expect(await cache.get('1', load)).toBe('old');
});

test('drops a value that is evicted', async () => {
  await cache.get('1', load);
  cache.evict(['1']);
  expect(cache.peek('1')).toBeUndefined();
});

test('caches no value whose last change a stopped view has not folded, however long that takes', async () => {
  const wait = jest.spyOn(views, 'waitFor').mockImplementation((_, at) => Promise.resolve(at === '0'));
  change('1');
  await turn();
  await cache.get('1', load);
  await cache.get('1', load);
  expect(loads).toBe(2);
  wait.mockResolvedValue(true);
  await cache.get('1', load);
  await turn();
  await cache.get('1', load);
  await cache.get('1', load);
  expect(loads).toBe(4);
  wait.mockRestore();
});
