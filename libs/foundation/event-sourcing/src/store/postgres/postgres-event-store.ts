import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedEvent } from '@parley/contracts/events';
import { isConnectionError, type Database } from '@parley/platform/database/database';
import { listen } from '@parley/platform/database/notifications';
import { Notifier } from '@parley/platform/database/notifier';
import { EventStore, type EventBatch, type ExpectedVersion, type NewEvent } from '../event-store';
import { AppendQueue, type Appended } from './append-queue';
import { LogTail } from './log-tail';
import { START, toPosition } from '../position';
import { PostgresLogAudit } from './postgres-log-audit';
import { ReadQueue, type EventRow } from './read-queue';

const CHANNEL = 'parley_log';
/**
 * Number of positions that one statement covers, so that a checkpoint advances even if no event matches the filter.
 */
const WINDOW = 10_000n;
/** Number of positions that one statement covers if most types are excluded. */
const WINDOW_OF_TYPES = 50_000n;
const PAGE = 500;
const MAX_PAUSE_MS = 5_000;

/**
 * The event log in PostgreSQL. Readers must use the primary server, since the watermark does not work on a replica.
 */
export class PostgresEventStore extends EventStore {
  readonly audit: PostgresLogAudit;
  private readonly appends: AppendQueue;
  private readonly reads: ReadQueue;
  private readonly tail: LogTail;
  private readonly notifier: Notifier;
  private readonly closing = new AbortController();
  private listening: Promise<void> | null = null;

  private constructor(
    private readonly database: Database,
    readonly engineId: string,
    pollMs: number,
  ) {
    super();
    this.reads = new ReadQueue(database);
    this.tail = new LogTail(database, pollMs);
    this.audit = new PostgresLogAudit(database, this.tail);
    this.notifier = new Notifier(database, CHANNEL);
    this.appends = new AppendQueue(database, () => {
      this.tail.wake();
      this.notifier.notify();
    });
  }

  /** @param options.pollMs longest delay in ms until a reader gets an event whose notification was lost */
  static async open(database: Database, options: { pollMs?: number } = {}): Promise<PostgresEventStore> {
    const { rows } = await database.query<{ id: string }>('select id from event_log.engine');
    if (!rows[0]) throw new Error('The event log has lost its engine id.');
    return new PostgresEventStore(database, rows[0].id, options.pollMs ?? 1_000);
  }

  /** Stops listening for notifications; the caller closes the database. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.listening;
  }

  async append(
    stream: string,
    events: NewEvent[],
    { expected, customerId }: { expected: ExpectedVersion; customerId: string },
  ): Promise<Appended> {
    return this.appends.append(stream, events, expected, customerId);
  }

  async *readStream(
    stream: string,
    { customerId, from = 0, max = Infinity }: { customerId: string; from?: number; max?: number },
  ): AsyncIterable<RecordedEvent> {
    for (let version = from, left = max; left > 0;) {
      const limit = Math.min(PAGE, left);
      const rows = await this.reads.read(stream, customerId, version, limit);
      for (const row of rows) yield toEvent(row);
      if (rows.length < limit) return;
      version += rows.length;
      left -= rows.length;
    }
  }

  async *subscribeAll({
    after = START,
    prefixes,
    except,
    signal,
    batchSize = 1_000,
  }: {
    after?: string;
    prefixes: string[];
    except?: readonly string[];
    signal: AbortSignal;
    batchSize?: number;
  }): AsyncIterable<EventBatch> {
    const wake = () => this.tail.wake();
    const onNotification = (payload: string) => this.notifier.isOwn(payload) || wake();
    const handlers = { onNotification, onListening: wake };
    this.listening ??= listen(this.database, CHANNEL, handlers, this.closing.signal);
    let position = after;
    let batch: EventBatch | null = await this.retrying(signal, () => this.caughtUp(after));
    while (!signal.aborted) {
      batch ??= await this.retrying(signal, async () => {
        const wanted = {
          after: position,
          until: toPosition(BigInt(position) + WINDOW),
          prefixes,
          limit: batchSize,
        };
        const { safe, read } = await this.tail.beyond(wanted, signal);
        if (signal.aborted) return null;
        if (read) return batchOf(read.rows, { upTo: read.upTo, safe, limit: batchSize });
        return this.read(position, safe, { prefixes, except, limit: batchSize });
      });
      if (!batch) continue;
      yield batch;
      position = batch.checkpoint;
      batch = null;
    }
  }

  override async movedSince(
    streams: string[],
    { customerId, after }: { customerId: string; after: string },
  ): Promise<Set<string>> {
    const values = [streams, customerId, after];
    const { rows } = await this.database.query<{ name: string }>(MOVED_SINCE, values);
    return new Set(rows.map(({ name }) => name));
  }

  async head(): Promise<string | null> {
    const head = await this.tail.head();
    return head === START ? null : head;
  }

  /**
   * Returns an empty batch that reports a reader at the head as caught up immediately; null if there are newer
   * events.
   */
  private async caughtUp(after: string): Promise<EventBatch | null> {
    return (await this.tail.head()) > after ? null : { events: [], checkpoint: after, caughtUp: true };
  }

  private async read(
    after: string,
    safe: string,
    { prefixes, except, limit }: { prefixes: string[]; except?: readonly string[]; limit: number },
  ): Promise<EventBatch> {
    const end = toPosition(BigInt(after) + (except ? WINDOW_OF_TYPES : WINDOW));
    const until = end < safe ? end : safe;
    const values = [after, until, prefixes, limit];
    const { rows } = except
      ? await this.database.query<EventRow>(SELECT_TYPES, [...values, except])
      : await this.database.query<EventRow>(SELECT_ALL, values);
    return batchOf(rows, { upTo: until, safe, limit });
  }

  /**
   * Retries while the database is unreachable.
   * @returns null if `signal` aborts
   */
  private async retrying<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    for (let wait = 50; !signal.aborted; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!isConnectionError(error)) throw error;
        await pause(wait, undefined, { signal }).catch(() => undefined);
      }
    }
    return null;
  }
}

const COLUMNS = `
  s.name as stream, s.customer_id, e.position, e.version, e.id, e.type, e.schema_version, e.data, e.metadata`;

/**
 * SQL that selects events of all streams. `offset 0` makes the planner look up the stream of each event; without
 * fresh statistics, it would read all streams for each new event.
 */
const selectAll = (condition = '') => `
  select ${COLUMNS}
    from (select * from event_log.event where position > $1 and position <= $2 ${condition} order by position offset 0) e
   cross join lateral (select name, customer_id from event_log.stream where no = e.stream_no offset 0) s
   where s.name ^@ any($3)
   order by e.position limit $4`;
const SELECT_ALL = selectAll();
const SELECT_TYPES = selectAll('and type <> all($5)');

/** SQL that compares the last event of each stream with a position: two index look-ups per stream. */
const MOVED_SINCE = `
  select s.name from unnest($1::text[]) asked (name)
    cross join lateral (select * from event_log.stream where name = asked.name and customer_id = $2 offset 0) s
    cross join lateral (
      select from event_log.event e where e.stream_no = s.no and e.version = s.version and e.position > $3::bigint offset 0) e`;

/** @param range.upTo position up to which the log was searched, if fewer rows than the limit were found */
function batchOf(
  rows: EventRow[],
  { upTo, safe, limit }: { upTo: string; safe: string; limit: number },
): EventBatch {
  const events = rows.map(toEvent);
  const last = events.at(-1);
  const checkpoint = last && events.length === limit ? last.position : upTo;
  return { events, checkpoint, caughtUp: checkpoint >= safe };
}

function toEvent({
  stream,
  customer_id,
  position,
  version,
  id,
  type,
  schema_version,
  data,
  metadata,
}: EventRow) {
  return {
    id,
    stream,
    version: Number(version),
    position: toPosition(position),
    schemaVersion: schema_version,
    type,
    data,
    customerId: customer_id,
    ...metadata,
  } satisfies RecordedEvent;
}
