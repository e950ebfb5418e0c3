import { randomBytes } from 'node:crypto';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Database } from '@parley/platform/database/database';

/** The login by which an organisation's analysts read. */
export const analystLogin = (customerId: string) => `parley_analyst_${customerId.replaceAll('-', '')}`;

/**
 * Lets analysts of an organisation read `analytics_v1`, and nothing else, with SQL. Again gives them another password.
 * @returns the password, which is kept nowhere else
 */
export async function letAnalystsRead(database: Database, customerId: string): Promise<string> {
  const name = analystLogin(customerId);
  const login = escapeIdentifier(name);
  const password = randomBytes(24).toString('base64url');
  await database.transaction(async (tx) => {
    const { rowCount } = await tx.query('select from pg_roles where rolname = $1', [name]);
    if (rowCount === 0) await tx.query(`create role ${login}`);
    await tx.query(
      `alter role ${login} login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
         connection limit 5 password ${escapeLiteral(password)}`,
    );
    // Their questions end by themselves, and change nothing.
    await tx.query(`alter role ${login} set default_transaction_read_only = on`);
    await tx.query(`alter role ${login} set statement_timeout = '60s'`);
    await tx.query(`alter role ${login} set search_path = analytics_v1`);
    await tx.query(`grant usage on schema analytics, analytics_v1 to ${login}`);
    await tx.query(`grant execute on all functions in schema analytics to ${login}`);
    await tx.query(`grant select on all tables in schema analytics_v1 to ${login}`);
    await tx.query(
      'insert into analytics.login (name, customer_id) values ($1, $2) on conflict (name) do nothing',
      [name, customerId],
    );
  });
  return password;
}

/** Lets them read no more: their connections end, and their login is gone. @returns whether they could */
export async function shutOutAnalysts(database: Database, customerId: string): Promise<boolean> {
  const name = analystLogin(customerId);
  const login = escapeIdentifier(name);
  const { rowCount } = await database.query('delete from analytics.login where name = $1', [name]);
  const { rowCount: roles } = await database.query('select from pg_roles where rolname = $1', [name]);
  if (roles === 0) return rowCount === 1;
  await database.query(`alter role ${login} nologin`);
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = current_database()`,
    [name],
  );
  await database.transaction(async (tx) => {
    await tx.query(`drop owned by ${login}`);
    await tx.query(`drop role ${login}`);
  });
  return true;
}
