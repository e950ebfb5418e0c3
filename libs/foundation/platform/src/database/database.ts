import { randomBytes } from 'node:crypto';
import { Pool, type ClientConfig, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { CodedError } from '@parley/contracts/api/coded-error';
import { TimedClient } from './timed-client';
import { failureOf } from './failures';
import { Notices } from './notices';
import { isOutdatedPlan } from './statement-names';

/** Runs SQL: either the pool or one transaction. */
export interface Sql {
  query<Row extends QueryResultRow = QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<QueryResult<Row>>;
}

/**
 * Option of connections to a shared server: PostgreSQL drops a client that does not read its rows for 8 s, since a
 * frozen process would otherwise keep its locks.
 */
const FROZEN_READERS = '-c tcp_user_timeout=8000';

/**
 * Settings of a connection.
 * @param isShared whether other processes use the same server
 */
export function connectionOf(url: string, isShared: boolean): ClientConfig {
  return { connectionString: url, options: isShared ? FROZEN_READERS : undefined };
}

/** The PostgreSQL database of the views, the operational tables and, by default, the log and the bus. */
export class Database implements Sql {
  readonly pool: Pool;
  /**
   * Encrypts notices with a random key until the server sets the installation's key; other processes cannot read
   * these notices.
   */
  notices = new Notices(randomBytes(32));

  constructor(
    readonly url: string,
    { max = 20, isShared = false }: { max?: number; isShared?: boolean } = {},
  ) {
    this.pool = new Pool({ Client: TimedClient, max, ...connectionOf(url, isShared) });
    // The pool replaces a broken idle connection at the next query; without a listener, the error would end the
    // process.
    this.pool.on('error', () => undefined);
    // Also ignores the error of a connection that breaks while the pool passes it to a caller.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async query<Row extends QueryResultRow = QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    try {
      return await this.pool.query<Row>(text, values);
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error;
      // Without a name, PostgreSQL plans the statement again. The pool has dropped the connection with the old plans.
      return this.pool.query<Row>({ text, values });
    }
  }

  /**
   * Runs `work` in one transaction: commits if it returns, rolls back if it throws.
   * @param first a statement without parameters that is sent together with `begin`; `work` gets its result
   */
  async transaction<T>(
    work: (tx: PoolClient, answer?: QueryResult) => Promise<T>,
    first?: string,
  ): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    // Without a listener, a connection that breaks between two statements would end the process.
    const onError = (error: Error) => (broken = error);
    client.on('error', onError);
    try {
      // For several statements, PostgreSQL's driver returns a list.
      const begun: unknown = await client.query(first ? `begin; ${first}` : 'begin');
      const result = await work(client, first ? (begun as QueryResult[])[1] : undefined);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((cause: Error) => (broken = cause));
      // Drops the connection if it has outdated plans or leads to a server that cannot be used now, such as a
      // standby.
      if (isOutdatedPlan(error) || failureOf(error) === 'away') broken = error as Error;
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/**
 * Names the schema to which the transaction has set its search path. Without this, none of its statements is
 * prepared, since the same text may refer to tables of another view.
 */
export function prepareFor(tx: Sql, schema: string): void {
  if (tx instanceof TimedClient) tx.prepareFor(schema);
}

/**
 * Whether the database is down or aborted the transaction, so that a retry may succeed; false if the statement is
 * wrong.
 */
export function isConnectionError(error: unknown): boolean {
  const failure = failureOf(error);
  return failure === 'away' || failure === 'retry';
}

/**
 * Whether a statement failed because a table or column is missing; during an upgrade it may belong to another
 * release.
 */
export function isOtherTables(error: unknown): boolean {
  return ['42P01', '42703'].includes((error as { code?: string } | null)?.code ?? '');
}

/**
 * Whether an error is temporary: an engine is down or busy, or the views do not have the tables of this release yet.
 */
export function isPassing(error: unknown): boolean {
  return (
    isConnectionError(error) ||
    isOtherTables(error) ||
    (error instanceof CodedError && ['busy', 'unavailable'].includes(error.code))
  );
}
