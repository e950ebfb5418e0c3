import { randomUUID, scryptSync } from 'node:crypto';
import type { AccessQueries } from '@parley/access/read/access.queries';
import { runMigrations } from '@parley/platform/database/migrate';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { Accounts } from './accounts';
import {
  EmbeddedAccountCosts1764400000000,
  EmbeddedAccounts1764000000000,
  EmbeddedIdentity1763700007000,
} from './identity.migration';

const before = [EmbeddedIdentity1763700007000, EmbeddedAccounts1764000000000];
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase(before);
});
afterAll(() => database.drop());

test('accepts a password whose hash is from before hashes contained their cost', async () => {
  const account = { userId: randomUUID(), customerId: randomUUID() };
  const salt = Buffer.from('sixteen bytes of');
  const hash = scryptSync('four quiet bicycles', salt, 32, { N: 2 ** 14 });
  await database.query(
    'insert into parley.embedded_account (user_id, customer_id, password_hash) values ($1, $2, $3)',
    [
      account.userId,
      account.customerId,
      `scrypt.${salt.toString('base64url')}.${hash.toString('base64url')}`,
    ],
  );
  await runMigrations(database.url, [...before, EmbeddedAccountCosts1764400000000]);
  const access = { membersByEmail: () => Promise.resolve([account]) } as unknown as AccessQueries;
  const accounts = new Accounts(database, access);
  expect(await accounts.check('nora@harbour.example', 'four quiet bicycles')).toEqual(account);
  expect(await accounts.check('nora@harbour.example', 'another password')).toBeNull();
});
