import { randomBytes } from 'node:crypto';
import { Pool, type ClientConfig, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { CodedError } from '@parley/contracts/api/coded-error';
import { TimedClient } from './timed-client';
import { failureOf } from './failures';
import { Notices } from './notices';
import { isOutdatedPlan } from './statement-names';

/** Anything that runs SQL: the pool, or one transaction. */
export interface Sql {
  query<Row extends QueryResultRow = QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<QueryResult<Row>>;
}

/** Option of connections to a shared server: PostgreSQL drops a client that reads no rows for 8 s, since a frozen process would keep its locks. */
const FROZEN_READERS = '-c tcp_user_timeout=8000';

/** How the pool connects. @param isShared whether other processes use the same server */
export function connectionOf(url: string, isShared: boolean): ClientConfig {
  return { connectionString: url, options: isShared ? FROZEN_READERS : undefined };
}

/** The PostgreSQL that holds views, operational state and, by default, the log and the bus. */
export class Database implements Sql {
  readonly pool: Pool;
  /** Has a key of this process alone until the installation's is set; other processes drop what that one encrypts. */
  notices = new Notices(randomBytes(32));

  constructor(
    readonly url: string,
    { max = 20, isShared = false }: { max?: number; isShared?: boolean } = {},
  ) {
    this.pool = new Pool({ Client: TimedClient, max, ...connectionOf(url, isShared) });
    // An idle connection that breaks is replaced at the next query; unheard, its error would end the process.
    this.pool.on('error', () => undefined);
    // So would one that breaks in the very moment in which it is handed over.
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
      // Without a name it is planned anew. The pool has dropped the connection with the old plans.
      return this.pool.query<Row>({ text, values });
    }
  }

  /**
   * Runs `work` in one transaction: committed if it returns, rolled back if it throws.
   * @param first a statement without parameters that goes out with the transaction's beginning; `work` gets its answer
   */
  async transaction<T>(
    work: (tx: PoolClient, answer?: QueryResult) => Promise<T>,
    first?: string,
  ): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    // A connection can break between two statements; without a listener, that would end the process.
    const onError = (error: Error) => (broken = error);
    client.on('error', onError);
    try {
      // Of several statements, PostgreSQL's driver answers with a list.
      const begun: unknown = await client.query(first ? `begin; ${first}` : 'begin');
      const result = await work(client, first ? (begun as QueryResult[])[1] : undefined);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((cause: Error) => (broken = cause));
      // Drops the connection if it holds outdated plans or leads to a server that is of no use now, such as a standby.
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
 * Says where unqualified names lead since the transaction has set its search path: without it, none of its statements is
 * prepared, for the same text may mean tables of another view.
 */
export function prepareFor(tx: Sql, schema: string): void {
  if (tx instanceof TimedClient) tx.prepareFor(schema);
}

/** Whether the database is away or gave the transaction up, rather than that a statement is wrong: worth a retry. */
export function isConnectionError(error: unknown): boolean {
  const failure = failureOf(error);
  return failure === 'away' || failure === 'retry';
}

/** Whether a statement names a table or column that is not there: around an upgrade, that of another release. */
export function isOtherTables(error: unknown): boolean {
  return ['42P01', '42703'].includes((error as { code?: string } | null)?.code ?? '');
}

/**
 * Whether an error says that something of ours is away or busy for the moment, or that views do not have this release's
 * tables yet: the same may succeed a little later.
 */
export function isPassing(error: unknown): boolean {
  return (
    isConnectionError(error) ||
    isOtherTables(error) ||
    (error instanceof CodedError && ['busy', 'unavailable'].includes(error.code))
  );
}
