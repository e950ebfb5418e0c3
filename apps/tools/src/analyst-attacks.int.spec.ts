import type { Client } from 'pg';
import { MAX_TRANSACTION_MS, type AnalystLogin } from '@parley/exports/analysts';
import { endOverdue } from '@parley/exports/analyst-sessions';
import { within } from '@parley/exports/analysts-database';
import { AnalystsInstallation } from './testing/analysts-installation';

let installation: AnalystsInstallation;
let login: AnalystLogin;
let other: AnalystLogin;
beforeAll(async () => {
  installation = await AnalystsInstallation.open();
  login = await installation.admit();
  other = await installation.admit(installation.theirs);
}, 240_000);
afterAll(() => installation.close());

const CHANNELS = ['parley_live', 'parley_log', 'parley_bus', 'parley_changes', 'parley_ended_sessions'];

const asAnalyst = <T>(work: (client: Client) => Promise<T>) => installation.as(login, work);
const select = (text: string) =>
  asAnalyst(async (client) => (await client.query<Record<string, unknown>>(text)).rows);

describe('a login for analysts', () => {
  test.each([
    ["the product's database", () => installation.database.url],
    ["another organisation's analysts' database", () => `postgres://host/${other.database}`],
  ])('cannot connect to %s', async (_, url) => {
    const database = new URL(url()).pathname.slice(1);
    await expect(installation.as(login, (client) => client.query('select 1'), database)).rejects.toThrow(
      /permission denied for database/,
    );
  });

  test.each([
    // Statements that write or create objects.
    'insert into analytics_v1.contact (name) values (null)',
    'update analytics_v1.contact set name = null',
    'delete from analytics_v1.contact',
    'truncate analytics_v1.contact',
    'create temporary table t (a int)',
    'create table t (a int)',
    'create table analytics_v1.t (a int)',
    'create view analytics_v1.v as select 1 as a',
    'create schema s',
    'create function f() returns int language sql as $$ select 1 $$',
    'create function pg_temp.f() returns int language sql as $$ select 1 $$',
    'do $$ begin loop end loop; end $$',
    'create extension dblink',
    'create sequence s',
    'create type t as (a int)',
    'create database d',
    'create role r',
    "comment on foreign table analytics_v1.contact is 'x'",
    // Statements with large objects.
    'select lo_create(0)',
    'select lo_creat(-1)',
    "select lo_from_bytea(0, 'x')",
    "select lo_import('/etc/passwd')",
    "select lo_export(1, '/tmp/x')",
    'select lo_open(1, 131072)',
    "select lo_put(1, 0, 'x')",
    // Statements that access files and programs of the server.
    "copy (select 1) to program 'true'",
    "copy (select 1) to '/tmp/parley-analysts'",
    "select pg_read_file('/etc/passwd')",
    "select pg_ls_dir('/')",
    "load 'postgres_fdw'",
    // Statements that change the role or end other sessions.
    'set role parley',
    'set session authorization parley',
    'alter role current_user connection limit 500',
    'alter role current_user superuser',
    'select pg_terminate_backend(pid) from pg_stat_activity',
    'select * from pg_stat_activity',
    'select pg_stat_get_backend_activity(1)',
    'select * from pg_locks',
    'select * from pg_authid',
    'select * from pg_user_mapping',
    'select pg_reload_conf()',
    'set session_replication_role = replica',
    "set temp_file_limit = '1TB'",
    "set log_statement = 'all'",
    // Statements that use resources which all databases of the server share.
    'select pg_advisory_lock(7345000)',
    'select pg_advisory_lock_shared(7345001)',
    'select pg_try_advisory_xact_lock(1, 1)',
    "select pg_advisory_xact_lock(hashtextextended('lease inbox', 0))",
    "select pg_notify('parley_live', 'x')",
    "select pg_logical_emit_message(false, 'x', 'x')",
    'select pg_sleep(1)',
    "select pg_sleep_for('1 s')",
    'select pg_export_snapshot()',
    "select pg_create_logical_replication_slot('s', 'pgoutput')",
    // Statements that access other databases.
    'create server s foreign data wrapper postgres_fdw',
    "alter server product options (set dbname 'postgres')",
    'create user mapping for current_user server product',
    "alter user mapping for current_user server product options (set user 'parley')",
    'create foreign table analytics_v1.t (a int) server product',
    'import foreign schema access from server product into analytics_v1',
    "alter foreign table analytics_v1.contact options (set schema_name 'access')",
    "create subscription s connection 'host=127.0.0.1' publication p",
    'select fdw.postgres_fdw_disconnect_all()',
  ])('may not run: %s', async (statement) => {
    const refusal = asAnalyst(async (client) => {
      await client.query('set default_transaction_read_only = off');
      await client.query('set session characteristics as transaction read write');
      await client.query(statement);
    });
    await expect(refusal).rejects.toMatchObject({ code: '42501' });
  });

  test('receives no notices of the product, and cannot send notices to the product', async () => {
    const { database } = installation;
    const name = new URL(database.url).pathname.slice(1);
    const heardBy = async (client: Client): Promise<string[]> => {
      const heard: string[] = [];
      client.on('notification', ({ payload }) => heard.push(payload ?? ''));
      for (const channel of CHANNELS) await client.query(`listen ${channel}`);
      return heard;
    };
    await within(database.url, name, (product) =>
      asAnalyst(async (analyst) => {
        const [byProduct, byAnalyst] = [await heardBy(product), await heardBy(analyst)];
        for (const channel of CHANNELS) {
          await database.query(`notify ${channel}, 'from the product'`);
          await analyst.query(`notify ${channel}, 'from the analyst'`);
        }
        // PostgreSQL delivers notices before the result of the session's next statement.
        while (byProduct.length < CHANNELS.length) await product.query('select 1');
        while (byAnalyst.length < CHANNELS.length) await analyst.query('select 1');
        expect(new Set(byProduct)).toEqual(new Set(['from the product']));
        expect(new Set(byAnalyst)).toEqual(new Set(['from the analyst']));
      }),
    );
  });

  test('reads rows of its own organisation only, whatever settings it makes', async () => {
    const rows = await asAnalyst(async (client) => {
      await client.query('set search_path = pg_catalog, public');
      await client.query("set analytics.customer = 'x'");
      await client.query("set application_name = 'parley'");
      return (await client.query<{ name: string }>('select name from analytics_v1.contact')).rows;
    });
    expect(rows).toEqual([{ name: `contact of ${installation.ours}` }]);
  });

  test("finds neither the reader's password nor the id of an organisation in the catalogues", async () => {
    const mappings = await select('select umoptions from pg_user_mappings');
    expect(mappings).toEqual([{ umoptions: null }]);
    const names = await select(`
      select rolname as name from pg_roles union all select datname from pg_database
      union all select array_to_string(srvoptions, ',') from pg_foreign_server
      union all select array_to_string(setconfig, ',') from pg_db_role_setting`);
    const text = JSON.stringify(names).replaceAll('-', '');
    for (const id of [installation.ours, installation.theirs])
      expect(text).not.toContain(id.replaceAll('-', ''));
    expect(text).not.toContain('password');
    expect(await select(`select * from pg_stats where schemaname !~ '^(pg_|information_)'`)).toEqual([]);
    expect(await select('select oid from pg_largeobject_metadata')).toEqual([]);
  });

  test('has limits on time, connections and temporary files', async () => {
    const [limits] = await select(`
      select current_setting('statement_timeout') as statement, current_setting('temp_file_limit') as files,
             current_setting('default_transaction_read_only') as "isReadOnly"`);
    expect(limits).toEqual({ statement: '1min', files: '2GB', isReadOnly: 'on' });
    const five = (work: () => Promise<unknown>, left = 5): Promise<unknown> =>
      left === 0 ? work() : asAnalyst(() => five(work, left - 1));
    await expect(five(() => Promise.resolve())).resolves.toBeUndefined();
    await expect(five(() => select('select 1'))).rejects.toThrow(/too many connections/);
  });

  test('loses its session if a transaction exceeds the time limit, even if the session switches its time-outs off', async () => {
    await asAnalyst(async (client) => {
      for (const setting of [
        'statement_timeout',
        'idle_in_transaction_session_timeout',
        'transaction_timeout',
      ])
        await client.query(`set ${setting} = 0`);
      const endless = client
        .query('select count(*) from generate_series(1, 1e15) n, message')
        .catch((error: Error) => error);
      let ended = 0;
      while (ended === 0) ended = await endOverdue(installation.database, 500);
      // At most two sessions are ended: the one in the analysts' database, and the reader's in the product's
      // database.
      expect(ended).toBeLessThanOrEqual(2);
      expect(await endless).toBeInstanceOf(Error);
      await expect(client.query('select 1')).rejects.toThrow();
    });
  });

  test('keeps its session if no transaction exceeds the limit', async () => {
    await asAnalyst(async (client) => {
      await client.query('begin');
      expect(await endOverdue(installation.database, MAX_TRANSACTION_MS)).toBe(0);
      await client.query('select 1');
    });
  });
});
