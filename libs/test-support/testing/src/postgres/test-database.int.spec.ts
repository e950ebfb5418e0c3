import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runMigrations } from '@parley/platform/database/migrate';
import { copyOfDatabase, testDatabase } from './test-database';

class Pets1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table pet (name text); create index on pet (name)');
  }
  async down(): Promise<void> {
    // Forward only.
  }
}

test('creates a separate database with its migrations for each test', async () => {
  const [one, two] = await Promise.all([
    testDatabase([Pets1763700000000]),
    testDatabase([Pets1763700000000]),
  ]);
  await one.query(`insert into pet values ('Rex')`);
  expect((await one.query('select * from pet')).rows).toEqual([{ name: 'Rex' }]);
  expect((await two.query('select * from pet')).rows).toEqual([]);
  await Promise.all([one.drop(), two.drop()]);
});

test('creates copies with the content of the original, which can be changed independently', async () => {
  const original = await testDatabase([Pets1763700000000]);
  await original.query(`insert into pet values ('Rex')`);
  await original.close();
  const [one, two] = [await copyOfDatabase(original.url), await copyOfDatabase(original.url)];
  await one.query(`insert into pet values ('Bo')`);
  expect((await two.query('select * from pet')).rows).toEqual([{ name: 'Rex' }]);
  await Promise.all([one.drop(), two.drop(), original.drop()]);
});

test('runs migrations once if several processes start concurrently', async () => {
  const database = await testDatabase();
  await Promise.all([1, 2, 3].map(() => runMigrations(database.url, [Pets1763700000000])));
  const { rows } = await database.query('select name from parley.migration');
  expect(rows).toEqual([{ name: 'Pets1763700000000' }]);
  await database.drop();
});
