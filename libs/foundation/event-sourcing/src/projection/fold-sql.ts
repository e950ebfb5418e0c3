import type { QueryResult, QueryResultRow } from 'pg';
import type { Sql } from '@parley/platform/database/database';

/** A write whose only answer is that it was done. */
export interface Write {
  table: string;
  /** With parameters from `$1` on. */
  text: string;
  values: unknown[];
}

/**
 * What a view's fold asks of the database: writes whose answers nobody needs wait for each other and share a statement, as
 * far as they are of different tables. They come before anything that is asked after them.
 */
export class FoldSql implements Sql {
  private waiting: Write[] = [];
  /** Whether it may have written anything. */
  hasWritten = false;

  constructor(
    private readonly tx: Sql,
    /** Whether the view knows of anybody who was erased. */
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

  /** Writes it with others. */
  async write(write: Write): Promise<void> {
    this.hasWritten = true;
    if (this.waiting.some(({ table }) => table === write.table)) await this.flush();
    this.waiting.push(write);
  }

  /** Writes what waits. */
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

/** Writes now, or with others where the caller's statements are gathered. */
export async function write(tx: Sql, { table, text, values }: Write): Promise<void> {
  if (tx instanceof FoldSql) await tx.write({ table, text, values });
  else await tx.query(text, values);
}
