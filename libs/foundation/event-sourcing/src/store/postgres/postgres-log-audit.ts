import type { Sql } from '@parley/platform/database/database';
import { LogAudit, type Span } from '../log-audit';
import { START, toPosition } from '../position';
import { CategoryTallies } from '../tally';
import type { LogTail } from './log-tail';

/** Number of positions that one statement covers, so that none takes long. */
const WINDOW = 20_000n;

/** Reads the table of events in ranges of its primary key. */
export class PostgresLogAudit extends LogAudit {
  /** Every append that got a position up to this one has ended. */
  private ended = START;

  constructor(
    private readonly database: Sql,
    private readonly tail: Pick<LogTail, 'head'>,
  ) {
    super();
  }

  async tally(span: Span, signal?: AbortSignal): Promise<CategoryTallies> {
    const tallies = new CategoryTallies();
    for await (const { after, upTo } of this.windows(span, signal)) {
      signal?.throwIfAborted();
      const { rows } = await this.database.query<{ category: string; events: number; positions: string }>(
        TALLY,
        [after, upTo],
      );
      for (const { category, events, positions } of rows) {
        tallies.add(category, { events, positions: BigInt(positions) });
      }
    }
    return tallies;
  }

  async positions(
    span: Span,
    { prefixes, max }: { prefixes: readonly string[]; max: number },
  ): Promise<string[]> {
    const found: string[] = [];
    for await (const { after, upTo } of this.windows(span)) {
      const values = [after, upTo, prefixes, max - found.length];
      const { rows } = await this.database.query<{ position: string }>(POSITIONS, values);
      found.push(...rows.map(({ position }) => toPosition(position)));
      if (found.length >= max) break;
    }
    return found;
  }

  private async *windows({ after, upTo }: Span, signal?: AbortSignal): AsyncIterable<Span> {
    if (upTo > this.ended) this.ended = await this.tail.head(signal);
    for (let from = after; from < upTo;) {
      const end = toPosition(BigInt(from) + WINDOW);
      const window = { after: from, upTo: end < upTo ? end : upTo };
      yield window;
      from = window.upTo;
    }
  }
}

/** SQL that counts events by category; it looks up the name of each stream only once. */
const TALLY = `
  select substring(s.name from '^[^-]*-?') as category, sum(e.events)::integer as events, bit_xor(e.positions) as positions
    from (select stream_no, count(*) as events, bit_xor(position) as positions
            from event_log.event where position > $1 and position <= $2 group by stream_no offset 0) e
   cross join lateral (select name from event_log.stream where no = e.stream_no offset 0) s
   group by 1`;

const POSITIONS = `
  select e.position
    from (select position, stream_no from event_log.event where position > $1 and position <= $2
           order by position offset 0) e
   cross join lateral (select name from event_log.stream where no = e.stream_no offset 0) s
   where s.name ^@ any($3)
   order by e.position limit $4`;
