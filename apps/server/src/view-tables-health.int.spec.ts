import { ddlHash } from '@parley/event-sourcing/projection/view-schema';
import type { View } from '@parley/event-sourcing/projection/view';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { migrations } from './migrations';
import { viewTablesHealth } from './view-tables-health';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(migrations);
});
afterAll(() => database.drop());

const view = (name: string, ddl: string): View => ({
  name,
  ddl,
  prefixes: [],
  project: () => Promise.resolve([]),
});

test('a process is not ready until the views have the tables of its release', async () => {
  const views = [view('tally', 'create table tally (id int)'), view('list', 'create table list (id int)')];
  const check = viewTablesHealth(database, views);
  const hold = ({ name }: View, hash: string) =>
    database.query(
      `insert into parley.view_checkpoint (view, position, engine_id, ddl_hash, changes_after)
       values ($1, '1', '', $2, '1') on conflict (view) do update set ddl_hash = $2`,
      [name, hash],
    );
  await hold(views[0]!, 'of the release before');
  expect(await check.check()).toEqual({ ok: false, detail: 'not the tables of this release: tally, list' });
  for (const each of views) await hold(each, ddlHash(each));
  expect(await check.check()).toEqual({ ok: true });
});
