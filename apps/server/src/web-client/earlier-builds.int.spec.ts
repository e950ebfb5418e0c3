import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@parley/platform/database/database';
import { runMigrations } from '@parley/platform/database/migrate';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { BackgroundWork } from '@parley/platform/background-work';
import { EarlierBuilds } from './earlier-builds';
import { EarlierBuilds1767482000000 } from './earlier-builds.migration';
import { ServedBuilds1767590000200 } from './served-builds.migration';

let server: TestDatabase;
let database: Database;
let builds: EarlierBuilds;
const folders: string[] = [];

beforeAll(async () => {
  server = await testDatabase();
  database = new Database(server.url, { max: 4 });
  await runMigrations(server.url, [EarlierBuilds1767482000000, ServedBuilds1767590000200]);
  builds = new EarlierBuilds(database, new BackgroundWork());
});
afterAll(async () => {
  await database.close();
  await server.drop();
  for (const folder of folders) await rm(folder, { recursive: true });
});
beforeEach(() => database.query('truncate parley.web_build, parley.web_asset', []));

async function build(name: string, assets = 1): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-build-'));
  folders.push(folder);
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), name);
  for (let at = 0; at < assets; at++)
    await writeFile(join(folder, `assets/${name}-${at}.js`), `${name} ${at}`);
  return folder;
}
const age = (hours: number) =>
  database.query('update parley.web_build set served_at = served_at - make_interval(hours => $1)', [hours]);
const keep = (folder: string) => builds.keep(folder, 'index.html');
const text = async (name: string) => (await builds.find(name))?.toString() ?? null;

test('assets of a build are kept for a day after a process last served the build', async () => {
  const [old, fresh] = [await build('old', 120), await build('fresh')];
  await keep(old);
  await keep(fresh);
  await age(23);
  await keep(fresh);
  expect(await text('old-119.js')).toBe('old 119');
  expect(await text('fresh-0.js')).toBe('fresh 0');
  await age(2);
  await keep(fresh);
  expect(await text('old-119.js')).toBeNull();
  expect(await text('fresh-0.js')).toBe('fresh 0');
});

test('a build that a process still serves is kept when newer builds start', async () => {
  const [old, fresh, newest] = [await build('old'), await build('fresh'), await build('newest')];
  for (const folder of [old, fresh, old]) await keep(folder);
  await age(23);
  await keep(old);
  await age(2);
  await keep(newest);
  expect(await text('old-0.js')).toBe('old 0');
  expect(await text('fresh-0.js')).toBeNull();
});

test('a process reports every hour that it serves its build, until its background work stops', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  const work = new BackgroundWork();
  const process = new EarlierBuilds(database, work);
  const reports = jest.spyOn(process, 'keep').mockResolvedValue();
  process.serve('folder', 'parley.js');
  await jest.advanceTimersByTimeAsync(3 * 3_600_000);
  expect(reports.mock.calls).toEqual(Array(4).fill(['folder', 'parley.js']));
  const stopped = work.stop();
  await jest.advanceTimersByTimeAsync(3_600_000);
  await stopped;
  expect(reports).toHaveBeenCalledTimes(4);
  jest.useRealTimers();
});

test('processes that start concurrently store a build once', async () => {
  const folder = await build('shared', 60);
  await Promise.all([keep(folder), keep(folder), keep(folder)]);
  const { rows } = await database.query('select count(*)::int as count from parley.web_asset', []);
  expect(rows).toEqual([{ count: 60 }]);
});

test('the next start completes a build that was stored only partly', async () => {
  const folder = await build('broken', 3);
  await keep(folder);
  await database.query('update parley.web_build set is_whole = false', []);
  await database.query(`delete from parley.web_asset where name = 'broken-1.js'`, []);
  await keep(folder);
  expect(await text('broken-1.js')).toBe('broken 1');
});
