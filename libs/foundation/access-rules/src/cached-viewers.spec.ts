import type { RecordedEvent } from '@parley/contracts/events';
import type { Views } from '@parley/event-sourcing/projection/views';
import type { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { Sql } from '@parley/platform/database/database';
import { CachedViewers } from './cached-viewers';
import type { Viewer } from './viewer';

const mia = { customerId: 'harbour', userId: 'mia' };
let bring: (events: RecordedEvent[], position: string) => void;
const feed = { isCurrent: true, position: '5', start: '0', listen: (each: typeof bring) => (bring = each) };
let fold: () => void = () => undefined;
const views = {
  waitFor: (_: string, position: string) =>
    position === '0' || new Promise<boolean>((resolve) => (fold = () => resolve(true))),
};
/** Ids of the channels that are open to Mia in the view. */
let channelIds: string[];
let loads: number;
const sql = {
  query: () => {
    loads++;
    const row = { role: 'user', team_ids: [], channel_ids: channelIds, email_channel_ids: [] };
    return Promise.resolve({ rows: [row], rowCount: 1 });
  },
};
let viewers: CachedViewers;
/** Makes a query that returns the viewer's channels and this position of the view. */
const at = (position: string) => (viewer: Viewer) => Promise.resolve({ seen: viewer.channelIds, position });
const close = (customerId: string) => {
  bring([{ stream: 'channel-1', customerId } as RecordedEvent], '6');
  feed.position = '6';
};

beforeEach(async () => {
  Object.assign(feed, { isCurrent: true, position: '5' });
  [channelIds, loads] = [['1'], 0];
  viewers = new CachedViewers(
    sql as unknown as Sql,
    feed as unknown as LogFeed,
    views as unknown as Views,
    'inbox',
  );
  await viewers.read(mia, at('5'));
  channelIds = [];
});

test('loads a viewer once for several consecutive reads', async () => {
  expect(await viewers.read(mia, at('5'))).toMatchObject({ seen: ['1'] });
  expect(loads).toBe(1);
});

test('loads the viewer again if the view has a later position than the feed', async () => {
  expect(await viewers.read(mia, at('6'))).toMatchObject({ seen: [] });
});

test('loads the viewer again if the query finds nothing', async () => {
  channelIds = ['2'];
  const find = ({ channelIds: seen }: Viewer) =>
    seen?.includes('2') ? Promise.resolve({ seen, position: '5' }) : Promise.reject(new NotFound());
  expect(await viewers.read(mia, find)).toMatchObject({ seen: ['2'] });
});

test('loads the viewer again if an event of the organisation arrives during the query', async () => {
  const query = async (viewer: Viewer) => {
    if (viewer.channelIds?.length) close('harbour');
    return at('6')(viewer);
  };
  expect(await viewers.read(mia, query)).toMatchObject({ seen: [] });
});

test('loads the viewer for each read from an event of the organisation until the view has folded it', async () => {
  close('harbour');
  await viewers.read(mia, at('6'));
  await viewers.read(mia, at('6'));
  expect(loads).toBe(3);
  fold();
  await new Promise(setImmediate);
  await viewers.read(mia, at('6'));
  await viewers.read(mia, at('6'));
  expect(loads).toBe(4);
});

test('keeps the cached viewer when an event of another organisation arrives', async () => {
  close('bakery');
  expect(await viewers.read(mia, at('6'))).toMatchObject({ seen: ['1'] });
});

test('loads the viewer for a position that the feed has not reached', async () => {
  expect(await viewers.read(mia, at('5'), '6')).toMatchObject({ seen: [] });
});

test('loads the viewer for each read while the feed is not current', async () => {
  feed.isCurrent = false;
  expect(await viewers.read(mia, at('5'))).toMatchObject({ seen: [] });
  await viewers.read(mia, at('5'));
  expect(loads).toBe(3);
});
