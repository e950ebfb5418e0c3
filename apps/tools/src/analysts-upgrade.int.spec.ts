import { randomUUID } from 'node:crypto';
import { closeAnalysts, openAnalysts } from '@parley/exports/analysts';
import { oldLogins } from '@parley/exports/analyst-sessions';
import { within, TEMPLATE, templateScript } from '@parley/exports/analysts-database';
import { Analysts1767220100000 } from '@parley/exports/analysts.migration';
import { AnalystsApart1767590000000 } from '@parley/exports/analysts-apart.migration';
import { Database } from '@parley/platform/database/database';
import { runMigrations } from '@parley/platform/database/migrate';
import { testDatabase } from '@parley/testing/postgres/test-database';

const BOTH = [Analysts1767220100000, AnalystsApart1767590000000];
const nameIn = (url: string) => new URL(url).pathname.slice(1);
const suffix = () => randomUUID().slice(0, 8);

test('an upgrade closes the logins that an earlier release created, and ends their sessions', async () => {
  const database = await testDatabase([Analysts1767220100000]);
  const customerId = randomUUID();
  const login = { user: `parley_analyst_${customerId.replaceAll('-', '')}`, password: 'secret' };
  await database.query(`create role ${login.user} login noinherit password 'secret'`);
  await database.query(`grant usage on schema analytics, analytics_v1 to ${login.user}`);
  await database.query('insert into analytics.login (name, customer_id) values ($1, $2)', [
    login.user,
    customerId,
  ]);
  expect(await oldLogins(database)).toContain(login.user);
  await within(
    database.url,
    nameIn(database.url),
    async (analyst) => {
      await runMigrations(database.url, BOTH);
      await expect(analyst.query('select 1')).rejects.toThrow();
    },
    login,
  );
  expect(await oldLogins(database)).not.toContain(login.user);
  const connecting = within(database.url, nameIn(database.url), (client) => client.query('select 1'), login);
  await expect(connecting).rejects.toThrow(/not permitted to log in/);
  expect(await closeAnalysts(database, customerId)).toBe(true);
  const { rows } = await database.query('select from pg_roles where rolname = $1', [login.user]);
  expect(rows).toEqual([]);
  await database.drop();
});

describe('a server role that is not a superuser', () => {
  const role = `plain_${suffix()}`;
  const customerId = randomUUID();

  async function open(
    attributes: string,
  ): Promise<{ admin: Database; plain: Database; drop(): Promise<void> }> {
    const admin = await testDatabase(BOTH);
    await admin.query(`create role ${role} login password 'plain' ${attributes}`);
    for (const schema of ['analytics', 'analytics_v1']) {
      await admin.query(`alter schema ${schema} owner to ${role}`);
      await admin.query(`grant all on all tables in schema ${schema} to ${role} with grant option`);
      await admin.query(`grant execute on all functions in schema ${schema} to ${role} with grant option`);
    }
    const url = new URL(admin.url);
    [url.username, url.password] = [role, 'plain'];
    const plain = new Database(url.href, { max: 2 });
    return {
      admin,
      plain,
      async drop() {
        await plain.close();
        await admin.query(`reassign owned by ${role} to current_user; drop owned by ${role}`);
        const { name } = (await admin.query<{ name: string }>('select current_user as name')).rows[0]!;
        await admin.query(`alter database ${nameIn(admin.url)} owner to ${name}`);
        await admin.query(`drop database if exists ${TEMPLATE} with (force)`);
        await admin.query(`revoke set on parameter temp_file_limit from ${role}`);
        await admin.query(`drop role ${role}`);
        await admin.drop();
      },
    };
  }

  test("cannot open analysts' access without CREATEROLE, CREATEDB or ownership of the database, or on an unprepared server", async () => {
    const { admin, plain, drop } = await open('');
    const refused = (sentence: RegExp) => expect(openAnalysts(plain, customerId)).rejects.toThrow(sentence);
    await refused(/needs CREATEROLE and CREATEDB/);
    await admin.query(`alter role ${role} createrole createdb`);
    await refused(/has to own the database/);
    await admin.query(`alter database ${nameIn(admin.url)} owner to ${role}`);
    await refused(/superuser has to prepare the server once with the output of scripts\/analysts template/);
    await drop();
  });

  test("can open analysts' access once a superuser has run the template script", async () => {
    const { admin, plain, drop } = await open('createrole createdb');
    await admin.query(`alter database ${nameIn(admin.url)} owner to ${role}`);
    const [create, prepare] = templateScript(role).split(`\\connect ${TEMPLATE}`);
    await admin.query(create!);
    await within(admin.url, TEMPLATE, (client) => client.query(prepare!));
    const login = await openAnalysts(plain, customerId);
    await within(
      admin.url,
      login.database,
      async (client) => {
        await client.query('set default_transaction_read_only = off');
        for (const attack of [
          'select lo_create(0)',
          'select pg_advisory_lock(1)',
          'create temporary table t ()',
        ])
          await expect(client.query(attack)).rejects.toMatchObject({ code: '42501' });
      },
      login,
    );
    expect(await closeAnalysts(plain, customerId)).toBe(true);
    await drop();
  });
});
