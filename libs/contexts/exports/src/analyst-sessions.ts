import { Injectable, Logger } from '@nestjs/common';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import { Database, type Sql } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import { MAX_TRANSACTION_MS } from './analysts';
import { updateAddress } from './analysts-database';

const CHECK_EVERY_MS = 5_000;
/** Time in ms past the limit in which PostgreSQL's own time-outs end a statement with a clearer error. */
const GRACE_MS = 5_000;

/**
 * Ends sessions of analysts whose transaction outlasts its limit. An analyst can switch off the time-outs of
 * PostgreSQL with `set`, and catch a cancelled statement, but cannot prevent the end of a session.
 */
@Injectable()
export class AnalystSessions implements LeasedWork {
  readonly name = 'analyst-sessions';
  private readonly logger = new Logger(this.name);

  constructor(private readonly database: Database) {}

  /** Looks for overdue sessions while this process has the lease. */
  run(lease: Lease): Promise<void> {
    let isFirstRound = true;
    const round = async () => {
      if (isFirstRound) {
        await this.updateAddresses();
        await this.warnOfOldLogins();
        isFirstRound = false;
      }
      const ended = await endOverdue(this.database);
      if (ended > 0) this.logger.log(`Ended ${ended} analyst sessions that outlasted the limit.`);
      return CHECK_EVERY_MS;
    };
    return lease.repeat(round, (error) => this.logger.warn(String(error)));
  }

  private async updateAddresses(): Promise<void> {
    const { rows } = await this.database.query<{ analyst: string }>('select analyst from analytics.login');
    for (const { analyst } of rows) {
      await updateAddress(this.database.url, analyst).catch((error: unknown) =>
        this.logger.warn(`The analysts' database ${analyst} cannot be updated: ${String(error)}`),
      );
    }
  }

  private async warnOfOldLogins(): Promise<void> {
    const names = await oldLogins(this.database);
    if (names.length === 0) return;
    this.logger.warn(
      `Analysts of an earlier release can still connect to the product's database as ${names.join(', ')}: ` +
        'end that with scripts/analysts off (docs/how-to/let-analysts-read.md).',
    );
  }
}

/**
 * @param limitMs age of a transaction, in ms, from which its session is ended
 * @returns number of ended sessions
 */
export async function endOverdue(sql: Sql, limitMs = MAX_TRANSACTION_MS + GRACE_MS): Promise<number> {
  const { rowCount } = await sql.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where usename in (select name from analytics.login union all select analyst from analytics.login)
        and xact_start < clock_timestamp() - $1 * interval '1 millisecond'`,
    [limitMs],
  );
  return rowCount ?? 0;
}

/** Returns roles of analysts that may still connect to the product's own database. */
export async function oldLogins(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select rolname as name from pg_roles
      where rolname ~ '^parley_analyst_[0-9a-f]{32}$' and rolcanlogin
        and has_database_privilege(oid, current_database(), 'connect') order by 1`,
  );
  return rows.map(({ name }) => name);
}
