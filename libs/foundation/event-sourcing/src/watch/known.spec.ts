import type { RecordedEvent } from '@parley/contracts/events';
import type { Views } from '../projection/views';
import type { LogFeed } from '../store/log-feed';
import { Known, ofCategory } from './known';

let hear: (events: RecordedEvent[], position: string) => void;
let folded: () => void;
let stored: string;
let reads: number;
let isFollowing: boolean;
const feed = {
  position: '',
  start: '0' as string | null,
  listen: (listener: typeof hear) => (hear = listener),
};
const views = {
  waitFor: (_view: string, position: string) =>
    position === '0'
      ? Promise.resolve(isFollowing)
      : new Promise<boolean>((resolve) => (folded = () => resolve(true))),
  catchUp: () => Promise.resolve(),
};
const read = () => {
  reads++;
  return Promise.resolve(stored);
};
const changed = [{ stream: 'channel-1' } as RecordedEvent];
let known: Known<string>;
beforeEach(() => {
  [reads, stored, feed.position, isFollowing] = [0, 'old', '5', true];
  known = new Known<string>(feed as unknown as LogFeed, views as unknown as Views, {
    view: 'channels',
    keyOf: ofCategory('channel'),
  });
});

test('a row is read once, and again for a position that was not heard yet', async () => {
  await known.get('1', read);
  expect(await known.get('1', read, '5')).toBe('old');
  expect(reads).toBe(1);
  await known.get('1', read, '6');
  expect(reads).toBe(2);
});

test('a row that changes is read each time until its view has folded that, and then kept as it is', async () => {
  await known.get('1', read);
  hear(changed, '6');
  expect([await known.get('1', read), await known.get('1', read), reads]).toEqual(['old', 'old', 3]);
  stored = 'new';
  folded();
  await new Promise(setImmediate);
  expect([await known.get('1', read), await known.get('1', read), reads]).toEqual(['new', 'new', 4]);
});

test('a row that was kept is held until something is heard of it', async () => {
  await known.get('1', read);
  expect([known.holds('1', 'old'), known.holds('1', 'another')]).toEqual([true, false]);
  hear(changed, '6');
  expect(known.holds('1', 'old')).toBe(false);
});

test('what was asked for before a change is not kept after it', async () => {
  let answer: (row: string) => void = () => undefined;
  const slow = known.get('1', () => new Promise<string>((resolve) => (answer = resolve)));
  hear(changed, '6');
  folded();
  await new Promise(setImmediate);
  answer('old');
  expect(await slow).toBe('old');
  stored = 'new';
  expect(await known.get('1', read)).toBe('new');
});

test('nothing is kept of a view that does not hold yet what was there before', async () => {
  isFollowing = false;
  await known.get('1', read);
  await known.get('1', read);
  isFollowing = true;
  await known.get('1', read);
  await known.get('1', read);
  expect(reads).toBe(3);
});
