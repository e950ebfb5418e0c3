import { Injectable, Logger } from '@nestjs/common';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import { Database } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';

const EVERY_MS = 3_600_000;
const INDEXES = ['entry_by_terms', 'contact_by_search'];

/**
 * Removes the words of erased contacts from the GIN indexes, which keep words of deleted rows as keys. After an
 * erasure, it rebuilds the indexes without blocking their use. A comment on each index stores how many erasures there
 * had been when it was built.
 */
@Injectable()
export class SearchForgetting implements LeasedWork {
  readonly name = 'search-forgetting';
  private readonly logger = new Logger(this.name);

  constructor(private readonly database: Database) {}

  run(lease: Lease): Promise<void> {
    const round = async () => {
      await this.sweep();
      return EVERY_MS;
    };
    return lease.repeat(round, (error) => this.logger.warn(String(error)));
  }

  /**
   * Rebuilds the indexes that are older than the last erasure.
   * @returns names of the rebuilt indexes
   */
  async sweep(): Promise<string[]> {
    const { rowCount: isThere } = await this.database.query(
      `select from pg_tables where schemaname = 'search' and tablename = 'erased'`,
    );
    // At the very first start, the view has no tables yet.
    if (!isThere) return [];
    const { rows: left } = await this.database.query<{ name: string }>(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'search' and not i.indisvalid and c.relname like '%\\_ccnew%'`,
    );
    // Drops the incomplete indexes of an earlier sweep that was interrupted.
    for (const { name } of left) await this.database.query(`drop index if exists search."${name}"`);
    const { rows } = await this.database.query<{ name: string; erased: string }>(
      `select c.relname as name, (select count(*) from search.erased) as erased
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'search' and c.relkind = 'i' and c.relname = any($1::text[])
          and coalesce(obj_description(c.oid, 'pg_class'), '0') <> (select count(*)::text from search.erased)`,
      [INDEXES],
    );
    for (const { name, erased } of rows) {
      await this.database.query(`reindex index concurrently search.${name}`);
      await this.database.query(`comment on index search.${name} is '${Number(erased)}'`);
    }
    return rows.map(({ name }) => name);
  }
}
