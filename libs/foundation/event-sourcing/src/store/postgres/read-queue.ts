import type { Actor } from '@parley/contracts/events';
import type { Database } from '@parley/platform/database/database';
import { SharedReads } from '@parley/platform/database/shared-reads';

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

interface AskedStream {
  stream: string;
  customerId: string;
  from: number;
  limit: number;
}

/** Reads streams. A command reads several short ones, so reads that wait at the same time share one statement. */
export class ReadQueue {
  private readonly reads: SharedReads<AskedStream, EventRow[]>;

  constructor(database: Database) {
    this.reads = new SharedReads(async (asked) => {
      const column = <Key extends keyof AskedStream>(key: Key) => asked.map((each) => each[key]);
      const values = [column('stream'), column('customerId'), column('from'), column('limit')];
      const { rows } = await database.pool.query<EventRow & { nth: string }>({ ...SELECT, values });
      const found = asked.map((): EventRow[] => []);
      for (const row of rows) found[Number(row.nth) - 1]?.push(row);
      return found;
    });
  }

  /** Reads the events of a stream from a version on, at most `limit`. */
  read(stream: string, customerId: string, from: number, limit: number): Promise<EventRow[]> {
    return this.reads.read({ stream, customerId, from, limit });
  }
}

/** A prepared statement, since streams are short and read very often: planning would cost more than reading. */
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
