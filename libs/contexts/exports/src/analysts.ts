import { randomBytes } from 'node:crypto';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { ConfigError } from '@parley/platform/config/config';
import type { Database, Sql } from '@parley/platform/database/database';
import { buildTables, TEMPLATE, within, type Login } from './analysts-database';

/** Limit in ms of an analyst's statement, and of the transaction around it. */
export const MAX_TRANSACTION_MS = 60_000;

const MAX_CONNECTIONS = 5;

/** The login of an organisation's analysts. */
export interface AnalystLogin extends Login {
  database: string;
}

interface ServerRole {
  name: string;
  isSuperuser: boolean;
}

/**
 * Gives analysts of an organisation a database of their own on the product's server, with `analytics_v1` to select
 * from. Repeating it ends their sessions and sets another password.
 * @returns the login, whose password is stored nowhere
 * @throws ConfigError in one sentence for a right that the server's role lacks
 */
export async function openAnalysts(database: Database, customerId: string): Promise<AnalystLogin> {
  const server = await serverRole(database);
  await removeOldLogin(database, customerId);
  const { reader, analyst } = await namesOf(database, customerId);
  const [readerLogin, login] = [loginAs(reader), loginAs(analyst)];
  await database.transaction(async (tx) => {
    await closeToPublic(tx);
    await createRole(tx, server, readerLogin);
    await grantReading(tx, reader);
    await createRole(tx, server, login);
    await tx.query(`alter role ${escapeIdentifier(analyst)} set search_path = analytics_v1`);
  });
  await endSessions(database, [reader, analyst]);
  await createDatabase(database, analyst, server);
  await within(database.url, analyst, (client) =>
    buildTables(client, { productUrl: database.url, analyst, reader: readerLogin, ...server }),
  ).catch((error: Error & { code?: string }) => {
    throw error.code === '42501' ? unprepared(server) : error;
  });
  await checkLogin(database, server, login);
  return { ...login, database: analyst };
}

/**
 * Ends the sessions of an organisation's analysts and removes their database and roles.
 * @returns whether the organisation had any
 */
export async function closeAnalysts(database: Database, customerId: string): Promise<boolean> {
  const hadOld = await removeOldLogin(database, customerId);
  const { rows } = await database.query<Names>(
    'select name as reader, analyst from analytics.login where customer_id = $1',
    [customerId],
  );
  if (!rows[0]) return hadOld;
  const { reader, analyst } = rows[0];
  await database.query(`drop database if exists ${escapeIdentifier(analyst)} with (force)`);
  await dropRole(database, analyst);
  await dropRole(database, reader);
  // Deleted last, because a repetition after a failure reads the names here.
  await database.query('delete from analytics.login where customer_id = $1', [customerId]);
  return true;
}

/** Returns the server's databases to which every login may connect: the operator has to close those. */
export async function openDatabases(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select datname as name from pg_database
      where datallowconn and has_database_privilege('public', oid, 'connect') order by 1`,
  );
  return rows.map(({ name }) => name);
}

interface Names {
  reader: string;
  /** The role with which analysts log in; their database has the same name. */
  analyst: string;
}

/** Names contain no id of the organisation, since every login of the server sees the names of roles and databases. */
async function namesOf(sql: Sql, customerId: string): Promise<Names> {
  const suffix = randomBytes(6).toString('hex');
  const { rows } = await sql.query<Names>(
    `insert into analytics.login as l (name, analyst, customer_id) values ($1, $2, $3)
     on conflict (customer_id) do update set analyst = l.analyst returning name as reader, analyst`,
    [`parley_reader_${suffix}`, `parley_analysts_${suffix}`, customerId],
  );
  return rows[0]!;
}

function loginAs(user: string): Login {
  return { user, password: randomBytes(24).toString('base64url') };
}

/** @throws ConfigError */
async function serverRole(sql: Sql): Promise<ServerRole> {
  const { rows } = await sql.query<ServerRole & { creates: boolean; owns: boolean; isPrepared: boolean }>(
    `select rolname as name, rolsuper as "isSuperuser", rolsuper or (rolcreaterole and rolcreatedb) as creates,
            (select pg_has_role(datdba, 'usage') from pg_database where datname = current_database()) as owns,
            exists (select from pg_database where datname = '${TEMPLATE}') as "isPrepared"
       from pg_roles where rolname = current_user`,
  );
  const { creates, owns, isPrepared, ...role } = rows[0]!;
  if (!creates) {
    throw new ConfigError(
      `The database role "${role.name}" needs CREATEROLE and CREATEDB to admit analysts.`,
    );
  }
  if (!owns) {
    throw new ConfigError(
      `The database role "${role.name}" has to own the database of DATABASE_URL, to close it to analysts.`,
    );
  }
  if (!role.isSuperuser && !isPrepared) throw unprepared(role);
  return role;
}

function unprepared({ name }: ServerRole): ConfigError {
  return new ConfigError(
    `The database role "${name}" is no superuser: a superuser has to prepare the server once with the output of scripts/analysts template.`,
  );
}

/** Logins of the server without grants can neither connect to the product's database nor create tables in it. */
async function closeToPublic(tx: Sql): Promise<void> {
  const { rows } = await tx.query<{ name: string }>('select current_database() as name');
  await tx.query(`revoke connect, temporary on database ${escapeIdentifier(rows[0]!.name)} from public`);
}

async function createRole(tx: Sql, server: ServerRole, { user, password }: Login): Promise<void> {
  const role = escapeIdentifier(user);
  const { rowCount } = await tx.query('select from pg_roles where rolname = $1', [user]);
  if (rowCount === 0) await tx.query(`create role ${role}`);
  await tx.query(
    `alter role ${role} login noinherit nocreatedb nocreaterole connection limit ${MAX_CONNECTIONS}
       password ${escapeLiteral(password)}`,
  );
  // As a member of this role, the server's own role may end its sessions.
  if (!server.isSuperuser) await tx.query(`grant ${role} to ${escapeIdentifier(server.name)}`);
  // Both roles get these settings. The reader keeps them, since no statement of an analyst runs in its sessions; an
  // analyst can override them.
  for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await tx.query(`alter role ${role} set ${setting} = ${MAX_TRANSACTION_MS}`);
  await tx.query(`alter role ${role} set default_transaction_read_only = on`);
}

async function grantReading(tx: Sql, reader: string): Promise<void> {
  const role = escapeIdentifier(reader);
  const { rows } = await tx.query<{ name: string }>('select current_database() as name');
  await tx.query(`grant connect on database ${escapeIdentifier(rows[0]!.name)} to ${role}`);
  await tx.query(`grant usage on schema analytics, analytics_v1 to ${role}`);
  await tx.query(`grant execute on all functions in schema analytics to ${role}`);
  await tx.query(`grant select on all tables in schema analytics_v1 to ${role}`);
}

async function createDatabase(sql: Sql, name: string, { isSuperuser }: ServerRole): Promise<void> {
  const { rowCount } = await sql.query('select from pg_database where datname = $1', [name]);
  if (rowCount) return;
  await sql.query(
    `create database ${escapeIdentifier(name)} template ${isSuperuser ? 'template0' : TEMPLATE}`,
  );
}

/**
 * Reads as the analyst would, so that a login that does not work is never handed out.
 * @throws ConfigError
 */
async function checkLogin(database: Database, server: ServerRole, login: Login): Promise<void> {
  const isOpen = await within(
    database.url,
    login.user,
    async (client) => {
      await client.query('select from named limit 0');
      const { rows } = await client.query<{ isOpen: boolean }>(
        `select has_function_privilege('lo_create(oid)', 'execute') or has_language_privilege('plpgsql', 'usage')
                or has_database_privilege(current_database(), 'temporary') as "isOpen"`,
      );
      return rows[0]!.isOpen;
    },
    login,
  ).catch((error: Error) => {
    throw new ConfigError(
      `A login of analysts does not reach the database, which pg_hba.conf has to allow with a password: ${error.message}.`,
    );
  });
  if (isOpen) throw unprepared(server);
}

async function endSessions(sql: Sql, roles: string[]): Promise<void> {
  await sql.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = any($1)', [
    roles,
  ]);
}

async function dropRole(database: Database, name: string): Promise<void> {
  const { rowCount } = await database.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount === 0) return;
  const role = escapeIdentifier(name);
  await database.query(`alter role ${role} nologin`);
  await endSessions(database, [name]);
  await database.transaction(async (tx) => {
    await tx.query(`drop owned by ${role}`);
    await tx.query(`drop role ${role}`);
  });
}

/** Removes the role with which analysts of earlier releases connected to the product's own database. */
async function removeOldLogin(database: Database, customerId: string): Promise<boolean> {
  const name = `parley_analyst_${customerId.replaceAll('-', '')}`;
  const { rowCount } = await database.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount === 0) return false;
  await dropRole(database, name);
  return true;
}
