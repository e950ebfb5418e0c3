import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { notify } from './notices';
import { listen } from './notifications';
import { Notifier } from './notifier';

const CHANNEL = 'parley_test';
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('passes on authentic notices once; another login can neither read, forge nor repeat them', async () => {
  const stop = new AbortController();
  const heard: string[] = [];
  const listening = new Promise<void>((onListening) => {
    void listen(database, CHANNEL, { onNotification: (text) => heard.push(text), onListening }, stop.signal);
  });
  await listening;
  const stranger = new Client({ connectionString: database.url });
  const overheard: string[] = [];
  stranger.on('notification', ({ payload }) => overheard.push(payload!));
  await stranger.connect();
  await stranger.query(`listen ${CHANNEL}`);

  await notify(database, database.notices, CHANNEL, ['first', 'second']);
  new Notifier(database, CHANNEL).notify();
  while (overheard.length < 3) await stranger.query('select 1');
  for (const notice of [...overheard, 'first', '', '{}'])
    await stranger.query('select pg_notify($1, $2)', [CHANNEL, notice]);
  await notify(database, database.notices, CHANNEL, ['last']);
  while (heard.at(-1) !== 'last') await database.query('select 1');

  expect(heard).toEqual(['first', 'second', expect.stringMatching(/^[0-9a-f-]{36}$/), 'last']);
  for (const notice of overheard.slice(0, 3)) {
    expect(notice).toMatch(/^v1\.[\w-]+$/);
    expect(Buffer.from(notice.slice(3), 'base64url').toString('latin1')).not.toMatch(/first|second|-4/);
  }
  stop.abort();
  await stranger.end();
});
