import type { MessageEvent, RecordedEvent } from '@parley/contracts/events';
import type { AsOf } from '@parley/read-kit/as-of';
import type { Database } from '@parley/platform/database/database';
import { amendEntry, entryOfMessage } from '../read/transcript.fold';
import type { EntryRow } from '../read/transcript.rows';

type StoredRow = Omit<EntryRow, 'time'> & { time: Date; nth: string };
/** A message or a note, and the how manieth of the conversations that were asked for it is in. */
export type ExportedEntry = EntryRow & { nth: number };

/** Which entries of threads are exported. */
export interface EntryRange {
  /** ISO 8601 UTC; null: no beginning, no end. */
  from: string | null;
  to: string | null;
  withNotes: boolean;
  /** Entries that are read at a time, about. */
  page: number;
}

/**
 * What was said in conversations as of a position, conversation by conversation, each in the order of its thread, a page
 * at a time. What was still to be sent then is none of it. Short threads share a page, and of a long one each page goes on
 * where the one before it ended: every row is read once.
 */
export async function* entriesAsOf(
  database: Database,
  conversationIds: string[],
  range: EntryRange,
  asOf: AsOf,
): AsyncGenerator<ExportedEntry[]> {
  for (const part of await parts(database, conversationIds, range, asOf)) {
    for (let last: StoredRow | undefined, isMore = true; isMore;) {
      const values: unknown[] = [];
      const where = wantedSql(part.ids, range, asOf, values);
      const further = last
        ? `and (e.time, e.position) > ($${values.push(last.time.toISOString())}::timestamptz, $${values.push(last.position)}::text collate "C")`
        : '';
      const { rows } = await database.query<StoredRow>(
        `select k.nth + ${part.before} as nth, e.* from ${where} ${further}
          order by k.nth, e.time, e.position ${part.isLong ? `limit ${range.page}` : ''}`,
        values,
      );
      last = rows.at(-1);
      isMore = part.isLong && rows.length === range.page;
      if (rows.length > 0) yield await then(rows, asOf);
    }
  }
}

/** Conversations one after the other that are read together. */
interface Part {
  ids: string[];
  /** How many of those that were asked for come before them. */
  before: number;
  /** It is one, of more than a page. */
  isLong: boolean;
}

/** Conversations of up to a page together, and each longer one by itself. */
async function parts(
  database: Database,
  conversationIds: string[],
  range: EntryRange,
  asOf: AsOf,
): Promise<Part[]> {
  const values: unknown[] = [];
  const { rows } = await database.query<{ nth: string; n: string }>(
    `select k.nth, count(*) as n from ${wantedSql(conversationIds, range, asOf, values)} group by k.nth order by k.nth`,
    values,
  );
  const found: Part[] = [];
  let held = 0;
  for (const row of rows) {
    const [before, n] = [Number(row.nth) - 1, Number(row.n)];
    const current = found.at(-1);
    const isLong = n > range.page;
    if (current && !isLong && !current.isLong && held + n <= range.page) {
      current.ids = conversationIds.slice(current.before, before + 1);
      held += n;
    } else {
      found.push({ ids: conversationIds.slice(before, before + 1), before, isLong });
      held = n;
    }
  }
  return found;
}

/** The conversations `k`, numbered from 1, with their entries `e` that are wanted. */
function wantedSql(
  ids: string[],
  { from, to, withNotes }: EntryRange,
  asOf: AsOf,
  values: unknown[],
): string {
  const add = (value: unknown) => `$${values.push(value)}`;
  return `unnest(${add(ids)}::uuid[]) with ordinality k (id, nth)
     join transcript.entry e on e.conversation_id = k.id
    where e.customer_id = ${add(asOf.customerId)} and e.type <> 'event' and (${add(withNotes)}::boolean or e.type <> 'information')
      and e.held_until is null and e.position <= ${add(asOf.position)} collate "C"
      and e.time >= coalesce(${add(from)}::timestamptz, '-infinity')
      and e.time < coalesce(${add(to)}::timestamptz, 'infinity')`;
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
