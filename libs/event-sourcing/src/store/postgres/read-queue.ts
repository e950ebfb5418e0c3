import type { Actor } from '@parley/contracts/events';
import type { Database } from '@parley/platform/database/database';

/** Reads that share one statement at most. */
const BATCH = 64;
/** Statements under way at once: what is asked for meanwhile shares the next one. */
const LANES = 2;

export interface EventRow {
  stream: string;
  customer_id: string;
  position: string;
  version: string;
  id: string;
  type: string;
  schema_version: number;
  data: unknown;
  metadata: { actor: Actor; correlationId: string; causationId: string; ip?: string; time: string };
}

interface PendingRead {
  stream: string;
  customerId: string;
  from: number;
  limit: number;
  resolve: (rows: EventRow[]) => void;
  reject: (error: unknown) => void;
}

/** Reads streams concurrently: a command reads several short ones, and a round trip costs more than the rows. */
export class ReadQueue {
  private readonly queue: PendingRead[] = [];
  private busy = 0;

  constructor(private readonly database: Database) {}

  /** The events of a stream from a version on, so many at most. */
  read(stream: string, customerId: string, from: number, limit: number): Promise<EventRow[]> {
    return new Promise((resolve, reject) => {
      this.queue.push({ stream, customerId, from, limit, resolve, reject });
      this.next();
    });
  }

  private next(): void {
    while (this.busy < LANES && this.queue.length > 0) {
      this.busy++;
      void this.run(this.queue.splice(0, BATCH)).finally(() => {
        this.busy--;
        this.next();
      });
    }
  }

  private async run(batch: PendingRead[]): Promise<void> {
    try {
      const column = <Key extends keyof PendingRead>(key: Key) => batch.map((read) => read[key]);
      const values = [column('stream'), column('customerId'), column('from'), column('limit')];
      const { rows } = await this.database.pool.query<EventRow & { nth: string }>({ ...SELECT, values });
      const found = batch.map((): EventRow[] => []);
      for (const row of rows) found[Number(row.nth) - 1]?.push(row);
      for (const [index, { resolve }] of batch.entries()) resolve(found[index] ?? []);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

/** Prepared, by its name: streams are short and read all the time, so planning would cost more than reading. */
const SELECT = {
  name: 'event_log_streams',
  text: `
    select asked.nth, asked.stream, asked.customer_id,
           e.position, e.version, e.id, e.type, e.schema_version, e.data, e.metadata
      from unnest($1::text[], $2::text[], $3::bigint[], $4::int[]) with ordinality
             as asked (stream, customer_id, from_version, most, nth)
     cross join lateral (
       select e.* from event_log.stream s join event_log.event e on e.stream_no = s.no
        where s.name = asked.stream and s.customer_id = asked.customer_id and e.version >= asked.from_version
        order by e.version limit asked.most) e
     order by asked.nth, e.version`,
};
