import type { MessageEvent, RecordedEvent } from '@parley/contracts/events';
import type { AsOf } from '@parley/event-sourcing/export/as-of';
import type { Database } from '@parley/platform/database/database';
import { amendEntry, entryOfMessage } from '../read/transcript.fold';
import type { EntryRow } from '../read/transcript.rows';

const PAGE = 1_000;

type StoredRow = Omit<EntryRow, 'time'> & { time: Date; nth: string };
/** A message or a note, and the how manieth of the conversations that were asked for it is in. */
export type ExportedEntry = EntryRow & { nth: number };

/** Which entries of threads are exported. */
export interface EntryRange {
  /** ISO 8601 UTC; null: no beginning, no end. */
  from: string | null;
  to: string | null;
  withNotes: boolean;
}

/**
 * What was said in conversations as of a position, conversation by conversation, each in the order of its thread, a page
 * at a time. What was still to be sent then is none of it.
 */
export async function* entriesAsOf(
  database: Database,
  conversationIds: string[],
  { from, to, withNotes }: EntryRange,
  asOf: AsOf,
): AsyncGenerator<ExportedEntry[]> {
  for (let last: StoredRow | undefined, isMore = true; isMore;) {
    const place = last ? [last.nth, last.time.toISOString(), last.position] : [0, from ?? '-infinity', ''];
    const { rows } = await database.query<StoredRow>(
      `select k.nth, e.* from unnest($1::uuid[]) with ordinality k (id, nth)
         join transcript.entry e on e.conversation_id = k.id
        where e.customer_id = $2 and e.type <> 'event' and ($3 or e.type <> 'information')
          and e.held_until is null and e.position <= $4 collate "C"
          and e.time >= coalesce($5::timestamptz, '-infinity') and e.time < coalesce($6::timestamptz, 'infinity')
          and (k.nth, e.time, e.position) > ($7::bigint, $8::timestamptz, $9::text collate "C")
        order by k.nth, e.time, e.position limit ${PAGE}`,
      [conversationIds, asOf.customerId, withNotes, asOf.position, from, to, ...place],
    );
    last = rows.at(-1);
    isMore = rows.length === PAGE;
    if (rows.length > 0) yield await then(rows, asOf);
  }
}

/** Rows as they were by then: those whose messages have moved since are folded anew. */
async function then(rows: StoredRow[], asOf: AsOf): Promise<ExportedEntry[]> {
  const messages = rows.filter(({ type }) => type !== 'information').map(({ id }) => `message-${id}`);
  const moved = await asOf.moved(messages);
  return rows.flatMap((row) => {
    const now = { ...row, nth: Number(row.nth), time: row.time.toISOString() };
    const events = moved.get(`message-${row.id}`);
    const entry = events ? foldedEntry(events.until) : now;
    return entry ? [{ ...entry, nth: now.nth }] : [];
  });
}

function foldedEntry(events: RecordedEvent[]): EntryRow | null {
  let entry: EntryRow | null = null;
  for (const event of events as (RecordedEvent & MessageEvent)[]) {
    const made = entryOfMessage(event);
    if (made) entry = !entry || entry.held_until ? made : entry;
    else if (entry) amendEntry(entry, event);
  }
  return entry;
}
