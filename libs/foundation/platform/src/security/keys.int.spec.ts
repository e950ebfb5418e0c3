import { randomUUID } from 'node:crypto';
import { ConfigError } from '../config/config';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { MissingKey, subjectName } from './keys';
import { Keys1763700002000 } from './keys.migration';
import { checkMasterKey, MasterKey } from './master-key';
import { PostgresSecrets } from './postgres-secrets';
import { PostgresSubjectKeys } from './postgres-subject-keys';
import { Unsealable } from './sealing';

const masterKey = new MasterKey('a secret of thirty-two characters');
const otherKey = new MasterKey('another one of the same good size');
let database: TestDatabase;
let customerId: string;
let subject: string;

beforeAll(async () => {
  database = await testDatabase([Keys1763700002000]);
});
afterAll(() => database.drop());
beforeEach(() => {
  customerId = randomUUID();
  subject = randomUUID();
});

describe('keys of subjects', () => {
  const another = () => new PostgresSubjectKeys(database, masterKey);

  test('a key is created at first use and then stays the same', async () => {
    const key = await another().forSealing(customerId, subject);
    expect(key).toHaveLength(32);
    expect(await another().forSealing(customerId, subject)).toEqual(key);
    const opened = await another().forOpening([{ customerId, subject }]);
    expect(opened).toEqual(new Map([[subjectName({ customerId, subject }), key]]));
  });

  test('a subject has one key even if several processes create it at the same time', async () => {
    const keys = await Promise.all(
      Array.from({ length: 12 }, () => another().forSealing(customerId, subject)),
    );
    expect(new Set(keys.map((key) => key?.toString('hex'))).size).toBe(1);
  });

  test('keys are created in bulk, except for subjects that have a key or were erased', async () => {
    const [known, erased] = [randomUUID(), randomUUID()];
    const key = await another().forSealing(customerId, known);
    await another().erase(customerId, erased);
    const keys = another();
    await keys.forMany([subject, known, erased].map((each) => ({ customerId, subject: each })));
    const made = await keys.forSealing(customerId, subject);
    expect(made).toHaveLength(32);
    expect(await another().forSealing(customerId, subject)).toEqual(made);
    expect(await keys.forSealing(customerId, known)).toEqual(key);
    expect(await keys.forSealing(customerId, erased)).toBeNull();
  });

  test('keys differ between subjects, and between organisations for the same subject id', async () => {
    const keys = another();
    const made = await Promise.all([
      keys.forSealing(customerId, subject),
      keys.forSealing(customerId, randomUUID()),
      keys.forSealing(randomUUID(), subject),
    ]);
    expect(new Set(made.map((key) => key?.toString('hex'))).size).toBe(3);
  });

  test('an erased key is immediately unavailable in the process that erased it', async () => {
    const keys = another();
    await keys.forSealing(customerId, subject);
    await keys.erase(customerId, subject);
    await keys.erase(customerId, subject);
    for (const instance of [keys, another()]) {
      expect(await instance.forSealing(customerId, subject)).toBeNull();
      expect([...(await instance.forOpening([{ customerId, subject }])).values()]).toEqual([null]);
    }
  });

  test('a key can be erased before its first use', async () => {
    const keys = another();
    await keys.erase(customerId, subject);
    expect(await keys.forSealing(customerId, subject)).toBeNull();
  });

  test('a key is not cached if it was read during its erasure', async () => {
    await another().forSealing(customerId, subject);
    let erase = async () => {};
    const slow = {
      query: async (text: string, values?: unknown[]) => {
        const result = await database.query(text, values);
        if (text.includes('sealedKey')) await erase();
        return result;
      },
    };
    const keys = new PostgresSubjectKeys(slow as typeof database, masterKey);
    erase = async () => {
      erase = async () => {};
      await keys.erase(customerId, subject);
    };
    expect(await keys.forSealing(customerId, subject)).toHaveLength(32);
    expect(await keys.forSealing(customerId, subject)).toBeNull();
  });

  test('a key is cached for a minute at most, so that an erasure in another process takes effect', async () => {
    let now = 0;
    const keys = new PostgresSubjectKeys(database, masterKey, () => now);
    await keys.forSealing(customerId, subject);
    await another().erase(customerId, subject);
    now = 60_001;
    expect(await keys.forSealing(customerId, subject)).toBeNull();
  });

  test('reading fails if a key is missing without an erasure', async () => {
    await expect(another().forOpening([{ customerId, subject }])).rejects.toThrow(MissingKey);
  });

  test('a key cannot be decrypted with another master key or for another subject', async () => {
    await another().forSealing(customerId, subject);
    const foreign = new PostgresSubjectKeys(database, otherKey);
    await expect(foreign.forSealing(customerId, subject)).rejects.toThrow(Unsealable);
    const thief = randomUUID();
    await database.query(
      `insert into parley.subject_key (customer_id, subject, sealed_key)
       select customer_id, $2, sealed_key from parley.subject_key where subject = $1`,
      [subject, thief],
    );
    await expect(another().forSealing(customerId, thief)).rejects.toThrow(Unsealable);
  });
});

describe('secrets', () => {
  test('the newest version of a secret is returned', async () => {
    const secrets = new PostgresSecrets(database, masterKey);
    await secrets.put(customerId, subject, 'token', 'old');
    await secrets.put(customerId, subject, 'token', 'new 🔑');
    expect(await secrets.get(customerId, subject, 'token')).toBe('new 🔑');
  });

  test('secrets are separate for each organisation and name', async () => {
    const secrets = new PostgresSecrets(database, masterKey);
    await secrets.put(customerId, subject, 'token', 'value');
    expect(await secrets.get(randomUUID(), subject, 'token')).toBeNull();
    expect(await secrets.get(customerId, subject, 'other')).toBeNull();
  });

  test('secrets are encrypted in the table', async () => {
    const secrets = new PostgresSecrets(database, masterKey);
    await secrets.put(customerId, subject, 'token', 'plain words');
    const { rows } = await database.query('select sealed from parley.secret where owner = $1', [subject]);
    expect(rows).toEqual([{ sealed: expect.stringMatching(/^v1\.[\w-]+$/) }]);
    await expect(new PostgresSecrets(database, otherKey).get(customerId, subject, 'token')).rejects.toThrow(
      Unsealable,
    );
  });

  test('only one of two concurrent writers replaces a secret, and only if its value is still the expected one', async () => {
    const secrets = new PostgresSecrets(database, masterKey);
    const where = { customerId, owner: subject, name: 'token' };
    expect(await secrets.replace(where, { from: 'old', to: 'new' })).toBe(false);
    await secrets.put(customerId, subject, 'token', 'old');
    const done = await Promise.all(
      ['one', 'two'].map((to) =>
        new PostgresSecrets(database, masterKey).replace(where, { from: 'old', to }),
      ),
    );
    expect([...done].sort()).toEqual([false, true]);
    const kept = done[0] ? 'one' : 'two';
    expect(await secrets.get(customerId, subject, 'token')).toBe(kept);
    expect(await secrets.replace(where, { from: 'old', to: 'late' })).toBe(false);
    expect(await secrets.get(customerId, subject, 'token')).toBe(kept);
  });
});

test('accepts only the master key of the first start', async () => {
  await checkMasterKey(database, masterKey);
  await checkMasterKey(database, masterKey);
  await expect(checkMasterKey(database, otherKey)).rejects.toThrow(ConfigError);
});
