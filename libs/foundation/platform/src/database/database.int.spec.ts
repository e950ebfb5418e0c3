import type { PoolClient } from 'pg';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { databaseHealth } from '../telemetry/health';
import { isConnectionError, isPassing, prepareFor } from './database';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

test('keeps the process alive if a connection breaks while a caller receives it', async () => {
  database.pool.once('acquire', (client: PoolClient) => {
    // Runs after the pool has removed its listener and before the caller adds its own.
    queueMicrotask(() => client.emit('error', new Error('Connection terminated unexpectedly')));
  });
  await expect(database.transaction((tx) => tx.query('select 1'))).resolves.toBeDefined();
  expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('counts a connection that the server ends within a transaction as an outage', async () => {
  const outcome = database.transaction(async (tx) => {
    const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await tx.query('select 1');
  });
  const error: unknown = await outcome.catch((reason: unknown) => reason);
  expect(isConnectionError(error)).toBe(true);
  expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('classifies a deadlock as an error that a retry may solve', async () => {
  await database.query('create table pair (id int primary key); insert into pair values (1), (2)');
  const lock = 'select from pair where id = $1 for update';
  let [isFirst, isSecond] = [() => {}, () => {}];
  const first = new Promise<void>((resolve) => (isFirst = resolve));
  const second = new Promise<void>((resolve) => (isSecond = resolve));
  const outcomes = await Promise.allSettled([
    database.transaction(async (tx) => {
      await tx.query(lock, [1]);
      isFirst();
      await second;
      await tx.query(lock, [2]);
    }),
    database.transaction(async (tx) => {
      await tx.query(lock, [2]);
      isSecond();
      await first;
      await tx.query(lock, [1]);
    }),
  ]);
  const reasons = outcomes.flatMap((outcome): unknown[] =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  expect(reasons.map(isConnectionError)).toEqual([true]);
});

describe('a connection that leads to a standby', () => {
  const READ_ONLY = 'set session characteristics as transaction read only';

  /** Makes every pooled connection read-only, like connections to a primary that became a standby. */
  async function failOver(): Promise<void> {
    await database.query('create table written (id int)');
    await database.query(READ_ONLY);
  }

  test('the connection is dropped after a transaction that writes, whose error counts as an outage', async () => {
    await failOver();
    const write = () => database.transaction((tx) => tx.query('insert into written values (1)'));
    const error: unknown = await write().catch((reason: unknown) => reason);
    expect(isConnectionError(error)).toBe(true);
    await expect(write()).resolves.toMatchObject({ rowCount: 1 });
  });

  test('the connection is dropped after a statement that writes', async () => {
    await failOver();
    await expect(database.query('insert into written values (1)')).rejects.toMatchObject({ code: '25006' });
    await expect(database.query('insert into written values (1)')).resolves.toMatchObject({ rowCount: 1 });
  });

  test('the health check fails and drops the connection', async () => {
    await failOver();
    const { check } = databaseHealth(database);
    await expect(check()).rejects.toMatchObject({ code: '25006' });
    await expect(check()).resolves.toEqual({ ok: true });
  });
});

describe('a statement that PostgreSQL has already planned', () => {
  const ask = () => database.query('select * from shown.chat where id = $1', [1]);

  beforeEach(async () => {
    await database.query('create schema shown create table chat (id int, name text)');
    await database.query('insert into shown.chat values (1, $1)', ['live']);
    // PostgreSQL caches the plan after a few runs.
    for (let n = 0; n < 10; n++) await ask();
  });

  test('the statement reads the rows of a view that has replaced the former one since', async () => {
    await database.query('create schema next create table chat (id int, name text)');
    await database.query(`insert into next.chat values (1, 'rebuilt')`);
    await database.transaction(async (tx) => {
      await tx.query('alter schema shown rename to old');
      await tx.query('alter schema next rename to shown');
    });
    expect((await ask()).rows).toEqual([{ id: 1, name: 'rebuilt' }]);
  });

  test('the statement succeeds if the columns have changed since', async () => {
    await database.query('alter table shown.chat add column seen boolean');
    expect((await ask()).rows).toEqual([{ id: 1, name: 'live', seen: null }]);
  });

  test('a transaction fails with an error that a retry solves if the columns have changed since', async () => {
    await database.query('alter table shown.chat add column seen boolean');
    const text = 'select * from shown.chat where id = $1';
    const read = () => database.transaction(async (tx) => (await tx.query<object>(text, [1])).rows);
    const error: unknown = await read().catch((reason: unknown) => reason);
    expect(isPassing(error)).toBe(true);
    expect(await read()).toEqual([{ id: 1, name: 'live', seen: null }]);
  });

  test('the same text reads other tables in another schema', async () => {
    await database.query('create schema other create table chat (id text)');
    const read = (schema: string, id: unknown) =>
      database.transaction(async (tx) => {
        await tx.query(`set local search_path = "${schema}"`);
        prepareFor(tx, schema);
        return (await tx.query<object>('select * from chat where id = $1', [id])).rows;
      });
    for (let n = 0; n < 3; n++) {
      expect(await read('shown', 1)).toEqual([{ id: 1, name: 'live' }]);
      expect(await read('other', 'x')).toEqual([]);
    }
  });
});
