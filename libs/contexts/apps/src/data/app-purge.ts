import { Injectable, Logger } from '@nestjs/common';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import { Database } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';

const EVERY_MS = 60 * 60_000;
/** Maximum number of apps per round; each app has at most 1,000 records in an organisation. */
const BATCH = 50;

/** Deletes the data of uninstalled apps once they cannot be restored any longer. */
@Injectable()
export class AppPurge implements LeasedWork {
  readonly name = 'apps-purge';
  private readonly logger = new Logger(this.name);
  now = () => new Date().toISOString();

  constructor(private readonly database: Database) {}

  run(lease: Lease): Promise<void> {
    const round = async () => {
      await this.sweep();
      return EVERY_MS;
    };
    return lease.repeat(round, (error) => this.logger.warn(String(error)));
  }

  /** @returns the number of apps whose data was deleted */
  async sweep(): Promise<number> {
    const { rows } = await this.database.query<{ id: string }>(
      `select a.id from apps.app a
        where a.kept_until < $1 and a.status = 'uninstalled'
          and (exists (select from parley.app_record r where r.app_id = a.id)
               or exists (select from parley.secret s where s.customer_id = a.customer_id::text and s.owner = a.id::text))
        limit ${BATCH}`,
      [this.now()],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await this.database.query('delete from parley.app_record where app_id = any($1::uuid[])', [ids]);
    await this.database.query('delete from parley.app_call where app_id = any($1::uuid[])', [ids]);
    await this.database.query(
      `delete from parley.secret where owner = any($1::text[]) and (name like 'setting/%' or name like 'connection/%')`,
      [ids],
    );
    await this.database.query('delete from parley.app_connection where app_id = any($1::uuid[])', [ids]);
    this.logger.log(`deleted what ${ids.length} uninstalled apps kept`);
    return ids.length;
  }
}
