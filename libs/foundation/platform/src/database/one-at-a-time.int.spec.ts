import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { Database } from './database';
import { OneAtATime } from './one-at-a-time';

let server: TestDatabase;
let database: Database;
beforeEach(async () => {
  server = await testDatabase();
  database = new Database(server.url, { max: 4 });
});
afterEach(async () => {
  await database.close();
  await server.drop();
});

const subjects = Array.from({ length: 12 }, (_, index) => `members of ${index}`);

test('runs work on many subjects without using up the connections that it needs', async () => {
  const oneAtATime = new OneAtATime(database);
  let [running, most] = [0, 0];
  const works = subjects.map((about) =>
    oneAtATime.run(about, async () => {
      most = Math.max(most, ++running);
      await database.query('select 1');
      running--;
      return about;
    }),
  );
  await expect(Promise.all(works)).resolves.toEqual(subjects);
  expect(most).toBe(1);
});

test('refuses work as busy if no place becomes free in time, and accepts the next', async () => {
  const oneAtATime = new OneAtATime(database);
  oneAtATime.longestMs = 50;
  let release = () => undefined as void;
  let isHeld = () => undefined as void;
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const first = oneAtATime
    .run('a', () => {
      isHeld();
      return new Promise<void>((resolve) => (release = resolve));
    })
    .catch(() => undefined);
  await held;
  await expect(oneAtATime.run('b', () => Promise.resolve())).rejects.toThrow('busy');
  release();
  await first;
  await expect(oneAtATime.run('c', () => Promise.resolve('done'))).resolves.toBe('done');
});

test('gives the lock of a frozen process to another process', async () => {
  const frozen = new OneAtATime(database);
  frozen.longestMs = 100;
  let release = () => undefined as void;
  let isHeld = () => undefined as void;
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const first = frozen.run('a', () => {
    isHeld();
    return new Promise<void>((resolve) => (release = resolve));
  });
  const outcome = expect(first).rejects.toThrow();
  await held;
  await expect(new OneAtATime(server).run('a', () => Promise.resolve('taken'))).resolves.toBe('taken');
  release();
  await outcome;
});
