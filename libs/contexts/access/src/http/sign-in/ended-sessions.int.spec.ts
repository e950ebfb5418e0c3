import { randomBytes, randomUUID } from 'node:crypto';
import { Database } from '@parley/platform/database/database';
import { Notices, notify } from '@parley/platform/database/notices';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { eventually } from '@parley/testing/waiting/eventually';
import { EndedSessions } from './ended-sessions';
import { EndedSessions1764630000000 } from './ended-sessions.migration';
import { EndedSessionUntil1767590000300 } from './ended-session-until.migration';
import { Session1763700006000 } from './session.migration';

const CHANNEL = 'parley_session_ends';
const KEY = randomBytes(32);
const customerId = randomUUID();
let database: TestDatabase;
let stranger: Database;
let [here, there]: EndedSessions[] = [];

beforeAll(async () => {
  database = await testDatabase([
    Session1763700006000,
    EndedSessions1764630000000,
    EndedSessionUntil1767590000300,
  ]);
  database.notices = new Notices(KEY);
  stranger = new Database(database.url, { max: 1 });
  [here, there] = [new EndedSessions(database), new EndedSessions(database)];
  for (const process of [here, there]) await process.onApplicationBootstrap();
});
afterAll(async () => {
  for (const process of [here!, there!]) process.onModuleDestroy();
  await stranger.close();
  await database.drop();
});

test('an encrypted notice ends sessions in every process, and a notice by another database login ends none', async () => {
  const [signedOut, victim] = [randomUUID(), randomUUID()];
  const forged = JSON.stringify({
    ...{ userId: victim, customerId, name: 'everywhere' },
    ...{ endedAt: Date.now() + 1e9, until: Date.now() + 1e10 },
  });
  const heard = new Promise<void>((resolve) =>
    there!.onEnd(({ userId }) => userId === signedOut && resolve()),
  );
  await stranger.query('select pg_notify($1, $2)', [CHANNEL, forged]);
  await stranger.query('select pg_notify($1, $2)', [CHANNEL, 'nonsense']);
  // The other database login encrypts with a different key.
  await notify(stranger, stranger.notices, CHANNEL, [forged]);
  const again = setInterval(() => void here!.endAll({ userId: signedOut, customerId }), 100);
  await heard;
  clearInterval(again);
  expect(there!.coversAllBefore(signedOut, Date.now() - 60_000)).toBe(true);
  for (const process of [here!, there!]) expect(process.coversAllBefore(victim, Date.now())).toBe(false);
});

test('ends a session that a process of another release ended with a notice that this release cannot read', async () => {
  const userId = randomUUID();
  await database.query(
    `insert into parley.ended_session (user_id, name, customer_id, ended_at, until)
     values ($1, 'everywhere', $2, now(), now() + interval '1 day')`,
    [userId, customerId],
  );
  const isEnded = () => there!.coversAllBefore(userId, Date.now() - 60_000);
  await eventually('the other process knows the ended session', isEnded);
});

test('ends a session whose notice comes from a machine with another clock', async () => {
  const userId = randomUUID();
  const ahead = new Notices(KEY, () => Date.now() + 10 * 60_000);
  const heard = new Promise<void>((resolve) => there!.onEnd((ended) => ended.userId === userId && resolve()));
  // The sign-out is too old to be polled, so only a process that reads the whole table finds it.
  await database.query(
    `insert into parley.ended_session (user_id, name, customer_id, ended_at, until)
     values ($1, 'everywhere', $2, now(), now() + interval '1 hour')`,
    [userId, customerId],
  );
  await notify(database, ahead, CHANNEL, ['{}']);
  await heard;
});
