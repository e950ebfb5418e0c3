import type { RecordedEvent } from '@parley/contracts/events';
import { keepable } from '@parley/contracts/rules/plain-text';
import type { Sql } from '@parley/platform/database/database';

/**
 * Maximum number of quarantined streams of an organisation; if one more stream fails, the view quarantines the
 * organisation.
 */
const MAX_STREAMS = 20;

/**
 * A quarantined stream, whose events a view skips from a position on. `stream` null: a whole organisation is
 * quarantined.
 */
export interface SetAsideStream {
  view: string;
  customerId: string;
  stream: string | null;
  /** Position of the event that could not be folded. */
  position: string;
  eventId: string;
  error: string;
}

/**
 * The streams and organisations that one view has quarantined, and the events that an operator made it skip. The
 * number of organisations is unlimited, so that errors of other organisations never stop an organisation whose own
 * events can be folded.
 */
export class SetAside {
  private readonly added: SetAsideStream[] = [];

  private constructor(
    /** The view's name, or the name of the side schema that a rebuild fills. */
    private readonly name: string,
    /** The checkpoint's `aside_version` at the time of loading. */
    public version: string,
    /**
     * The organisation of each quarantined stream, by stream name. A draft shares this map with its original until it
     * adds a stream.
     */
    private streams: Map<string, string>,
    private organisations: Set<string>,
    private readonly skipped: ReadonlySet<string>,
  ) {}

  /**
   * @param name the view's name, or the name of the side schema that a rebuild fills
   * @param version `aside_version` of its checkpoint, which the caller has locked
   */
  static async load(sql: Sql, view: string, name: string, version: string): Promise<SetAside> {
    const { rows } = await sql.query<{
      customer_id: string | null;
      stream: string | null;
      event_id: string | null;
    }>(
      `select customer_id, stream, null as event_id from parley.set_aside where view = $1
       union all select null, null, event_id from parley.skipped_event where view = $2`,
      [name, view],
    );
    const streams = new Map<string, string>();
    const organisations = new Set<string>();
    for (const { customer_id, stream } of rows) {
      if (customer_id !== null && stream !== null) streams.set(stream, customer_id);
      else if (customer_id !== null) organisations.add(customer_id);
    }
    return new SetAside(name, version, streams, organisations, new Set(ids(rows)));
  }

  /** A copy for one transaction, which replaces the original once it commits. */
  draft(): SetAside {
    return new SetAside(this.name, this.version, this.streams, this.organisations, this.skipped);
  }

  /** Returns those of `events` that are neither quarantined nor skipped. */
  left(events: RecordedEvent[]): RecordedEvent[] {
    if (this.streams.size + this.organisations.size + this.skipped.size === 0) return events;
    return events.filter(
      ({ id, stream, customerId }) =>
        !this.streams.has(stream) && !this.organisations.has(customerId) && !this.skipped.has(id),
    );
  }

  /**
   * Quarantines the stream of an event from this event on; quarantines its organisation instead if that has
   * `MAX_STREAMS` quarantined streams already.
   */
  add(event: RecordedEvent, error: unknown): void {
    if (this.added.length === 0) {
      this.streams = new Map(this.streams);
      this.organisations = new Set(this.organisations);
    }
    const { id: eventId, customerId, position } = event;
    const theirs = [...this.streams.values()].filter((owner) => owner === customerId).length;
    const stream = theirs < MAX_STREAMS ? event.stream : null;
    if (stream === null) this.organisations.add(customerId);
    else this.streams.set(stream, customerId);
    this.added.push({ view: this.name, customerId, stream, position, eventId, error: messageOf(error) });
  }

  /**
   * Saves the new quarantines in the transaction that folds the remaining events.
   * @returns the saved quarantines
   */
  async save(tx: Sql): Promise<SetAsideStream[]> {
    const { added, name } = this;
    if (added.length === 0) return [];
    const column = <Key extends keyof SetAsideStream>(key: Key) =>
      added.map((one) => (typeof one[key] === 'string' ? keepable(one[key]) : one[key]));
    await tx.query(
      `insert into parley.set_aside (view, customer_id, stream, position, event_id, error)
       select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       on conflict do nothing`,
      [name, column('customerId'), column('stream'), column('position'), column('eventId'), column('error')],
    );
    const { rows } = await tx.query<{ version: string }>(
      `update parley.view_checkpoint set aside_version = aside_version + 1 where view = $1
       returning aside_version as version`,
      [name],
    );
    this.version = rows[0]?.version ?? this.version;
    return added.splice(0);
  }
}

/** Removes all quarantines of a view or side schema. */
export async function forgetSetAside(tx: Sql, name: string): Promise<void> {
  await tx.query('delete from parley.set_aside where view = $1', [name]);
}

function ids(rows: { event_id: string | null }[]): string[] {
  return rows.flatMap(({ event_id }) => event_id ?? []);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
