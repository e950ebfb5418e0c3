import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { testDatabase } from '@parley/testing/postgres/test-database';
import { Database } from './database';

/** Locks a row and freezes while reading more rows than the socket buffers can take. */
const frozenReader = `
  const { Client } = require('pg');
  const { url, options } = JSON.parse(process.argv[1]);
  (async () => {
    const client = new Client({ connectionString: url, options });
    await client.connect();
    await client.query('begin');
    await client.query('select from thing for update');
    client.query("select repeat('x', 1000) from generate_series(1, 300000)");
    process.kill(process.pid, 'SIGSTOP');
  })();`;

test('releases the locks of a process that freezes while it reads rows, after some seconds', async () => {
  const database = await testDatabase();
  const shared = new Database(database.url, { isShared: true, max: 1 });
  await shared.query('create table thing (id int); insert into thing values (1)');
  const { options } = shared.pool.options;
  const child = spawn(process.execPath, ['-e', frozenReader, JSON.stringify({ url: database.url, options })]);
  const isReading = async () => {
    const { rowCount } = await database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'ClientWrite'`,
    );
    return rowCount === 1;
  };
  while (!(await isReading())) await new Promise(setImmediate);
  const since = Date.now();
  await shared.query('update thing set id = 2');
  expect(Date.now() - since).toBeGreaterThan(1_000);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  await shared.close();
  await database.drop();
});
