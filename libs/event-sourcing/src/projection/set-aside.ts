import type { RecordedEvent } from '@parley/contracts/events';
import { keepable } from '@parley/contracts/events/plain-text';
import type { Sql } from '@parley/platform/database/database';

/** Of one organisation, more streams than this are no accident of one stream: all of it is set aside. */
const MOST_STREAMS = 20;
/** As many organisations, one after the other with nothing folded in between, are no accident of theirs. */
const MOST_ORGANISATIONS = 5;

/** A stream, or with null a whole organisation, of which a view folds nothing from a position on. */
export interface SetAsideStream {
  view: string;
  customerId: string;
  stream: string | null;
  /** Of the event that could not be folded. */
  position: string;
  eventId: string;
  error: string;
}

/** Whatever is folded next fails: it is the view or its engine that is at fault, and no organisation's data. */
export class NothingFolds extends Error {}

/** What one view leaves out: streams and organisations that it could not fold, and events that an operator had it skip. */
export class SetAside {
  /** Organisations that have failed since anything was folded. */
  private readonly failing = new Set<string>();
  private readonly added: SetAsideStream[] = [];

  private constructor(
    /** The view's name, or the schema that is being filled. */
    private readonly name: string,
    /** `aside_version` of the checkpoint that this belongs to. */
    public version: string,
    private readonly streams: Map<string, string>,
    private readonly organisations: Set<string>,
    private readonly skipped: ReadonlySet<string>,
  ) {}

  /**
   * @param name the view's name, or the schema that a rebuild of it fills
   * @param version `aside_version` of its checkpoint, which is locked
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
    const aside = new SetAside(name, version, new Map(), new Set(), new Set(ids(rows)));
    for (const { customer_id, stream } of rows) {
      if (customer_id !== null && stream !== null) aside.streams.set(stream, customer_id);
      else if (customer_id !== null) aside.organisations.add(customer_id);
    }
    return aside;
  }

  /** What a transaction may add to: nothing of it holds until that is committed. */
  draft(): SetAside {
    const { name, version, streams, organisations, skipped } = this;
    const draft = new SetAside(name, version, new Map(streams), new Set(organisations), skipped);
    for (const customerId of this.failing) draft.failing.add(customerId);
    return draft;
  }

  /** Those of the events that are folded. */
  left(events: RecordedEvent[]): RecordedEvent[] {
    if (this.streams.size + this.organisations.size + this.skipped.size === 0) return events;
    return events.filter(
      ({ id, stream, customerId }) =>
        !this.streams.has(stream) && !this.organisations.has(customerId) && !this.skipped.has(id),
    );
  }

  /** Something was folded: the view and its engine do their work. */
  folded(): void {
    this.failing.clear();
  }

  /**
   * From this event on, its stream is left out; where too many streams of its organisation are, all of that.
   * @throws NothingFolds where that would hide that everything fails; the error itself where nobody owns the event
   */
  add(event: RecordedEvent, error: unknown): void {
    const { id: eventId, customerId, position } = event;
    if (!customerId) throw error;
    this.failing.add(customerId);
    if (this.failing.size >= MOST_ORGANISATIONS) {
      throw new NothingFolds(
        `Events of ${this.failing.size} organisations in a row cannot be folded: ${messageOf(error)}`,
      );
    }
    const theirs = [...this.streams.values()].filter((owner) => owner === customerId).length;
    const stream = theirs < MOST_STREAMS ? event.stream : null;
    if (stream === null) this.organisations.add(customerId);
    else this.streams.set(stream, customerId);
    this.added.push({ view: this.name, customerId, stream, position, eventId, error: messageOf(error) });
  }

  /** Writes down what was added, in the transaction that folds the rest. @returns what it was */
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

/** Nothing that is set aside under a name is any more. */
export async function forgetSetAside(tx: Sql, name: string): Promise<void> {
  await tx.query('delete from parley.set_aside where view = $1', [name]);
}

function ids(rows: { event_id: string | null }[]): string[] {
  return rows.flatMap(({ event_id }) => event_id ?? []);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
