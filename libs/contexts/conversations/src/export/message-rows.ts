import type { MessageEvent, RecordedEvent } from '@parley/contracts/events';
import type { AsOf } from '@parley/read-kit/as-of';
import type { Database } from '@parley/platform/database/database';
import { amendEntry, entryOfMessage } from '../read/transcript.fold';
import type { EntryRow } from '../read/transcript.rows';

type StoredRow = Omit<EntryRow, 'time'> & { time: Date; nth: string };
/** A message or note; `nth` is the number of its conversation among the requested ones, from 1. */
export type ExportedEntry = EntryRow & { nth: number };

/** The range of entries to export. */
export interface EntryRange {
  /** ISO 8601 UTC; null for no limit. */
  from: string | null;
  to: string | null;
  withNotes: boolean;
  /** Approximate number of entries to read at a time. */
  page: number;
}

/**
 * The messages and notes of conversations as they were at `asOf.position`, in pages: conversation by conversation,
 * each in the order of its thread. Messages that were still delayed then are absent. Short threads share a page, and
 * a long thread has several pages, so that every row is read once.
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

/** Consecutive conversations that are read together. */
interface Part {
  ids: string[];
  /** Number of requested conversations before the first of these. */
  before: number;
  /** Whether this is a single conversation with more entries than fit a page. */
  isLong: boolean;
}

/**
 * Groups consecutive conversations so that a group has at most a page of entries; a longer conversation is a group of
 * its own.
 */
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

/** SQL that joins the conversations `k`, numbered from 1, with their entries `e` in the range. */
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

/** The rows as they were at `asOf.position`: messages with later events are folded again from the log up to there. */
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
