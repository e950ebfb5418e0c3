import type { QueryResult, QueryResultRow } from 'pg';
import type { Sql } from '@parley/platform/database/database';

/** A statement that returns no rows. */
export interface Write {
  table: string;
  /** Its parameters start at `$1`. */
  text: string;
  values: unknown[];
}

/**
 * The database connection of a view's fold. Gathers writes to different tables and sends them as one statement, at
 * the latest before the next query.
 */
export class FoldSql implements Sql {
  private waiting: Write[] = [];
  /** Whether the fold may have written anything. */
  hasWritten = false;

  constructor(
    private readonly tx: Sql,
    /** False only if the view is known to have no record of an erased contact or user. */
    public hasErased: boolean,
  ) {}

  async query<Row extends QueryResultRow = QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    await this.flush();
    if (!/^\s*select\b/.test(text)) this.hasWritten = true;
    return this.tx.query<Row>(text, values);
  }

  /** Queues a write, which is sent together with others. */
  async write(write: Write): Promise<void> {
    this.hasWritten = true;
    if (this.waiting.some(({ table }) => table === write.table)) await this.flush();
    this.waiting.push(write);
  }

  /** Sends the queued writes. */
  async flush(): Promise<void> {
    const writes = this.waiting;
    this.waiting = [];
    const last = writes.pop();
    if (!last) return;
    const values: unknown[] = [];
    const texts = [...writes, last].map(({ text, values: theirs }) => {
      const before = values.length;
      values.push(...theirs);
      return text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
    });
    const main = texts.pop()!;
    const besides = texts.map((text, index) => `write_${index} as (${text})`);
    await this.tx.query(besides.length > 0 ? `with ${besides.join(', ')} ${main}` : main, values);
  }
}

/** Writes immediately, or together with other writes if `tx` queues them. */
export async function write(tx: Sql, { table, text, values }: Write): Promise<void> {
  if (tx instanceof FoldSql) await tx.write({ table, text, values });
  else await tx.query(text, values);
}
