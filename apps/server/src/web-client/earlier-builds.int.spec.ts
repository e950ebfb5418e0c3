import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@parley/platform/database/database';
import { runMigrations } from '@parley/platform/database/migrate';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { EarlierBuilds } from './earlier-builds';
import { EarlierBuilds1767482000000 } from './earlier-builds.migration';

let server: TestDatabase;
let database: Database;
let builds: EarlierBuilds;
const folders: string[] = [];

beforeAll(async () => {
  server = await testDatabase();
  database = new Database(server.url, { max: 4 });
  await runMigrations(server.url, [EarlierBuilds1767482000000]);
  builds = new EarlierBuilds(database);
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
  database.query('update parley.web_build set superseded_at = superseded_at - make_interval(hours => $1)', [
    hours,
  ]);
const text = async (name: string) => (await builds.find(name))?.toString() ?? null;

test('assets of a build stay for a day after another took its place', async () => {
  const [old, fresh] = [await build('old', 120), await build('fresh')];
  await builds.keep(old);
  await builds.keep(fresh);
  await age(23);
  await builds.keep(fresh);
  expect(await text('old-119.js')).toBe('old 119');
  expect(await text('fresh-0.js')).toBe('fresh 0');
  await age(2);
  await builds.keep(fresh);
  expect(await text('old-119.js')).toBeNull();
  expect(await text('fresh-0.js')).toBe('fresh 0');
});

test('a build that is served again counts as the one that is served', async () => {
  const [old, fresh] = [await build('old'), await build('fresh')];
  for (const folder of [old, fresh, old]) await builds.keep(folder);
  await age(48);
  await builds.keep(old);
  expect(await text('old-0.js')).toBe('old 0');
  expect(await text('fresh-0.js')).toBeNull();
});

test('processes that start at once store a build once', async () => {
  const folder = await build('shared', 60);
  await Promise.all([builds.keep(folder), builds.keep(folder), builds.keep(folder)]);
  const { rows } = await database.query('select count(*)::int as count from parley.web_asset', []);
  expect(rows).toEqual([{ count: 60 }]);
});

test('storing that was broken off is finished at the next start', async () => {
  const folder = await build('broken', 3);
  await builds.keep(folder);
  await database.query('update parley.web_build set is_whole = false', []);
  await database.query(`delete from parley.web_asset where name = 'broken-1.js'`, []);
  await builds.keep(folder);
  expect(await text('broken-1.js')).toBe('broken 1');
});
