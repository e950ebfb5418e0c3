import {
  idOf,
  type ConversationEvent,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { messageTime } from '@parley/contracts/rules/message-time';
import { standsForSql } from '@parley/read-kit/merged';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { Sql } from '@parley/platform/database/database';
import type { ConversationRow } from './contacts.rows';

/**
 * Folds the time of contacts' last activity. Runs after the folds of merges and of conversation access in the same
 * batch.
 * @param remerged contacts that were merged or separated, with the contact to which each belongs now
 * @returns the contacts whose conversations changed, including those of deleted conversations
 */
export async function projectActivity(
  events: RecordedEvent[],
  remerged: ReadonlyMap<string, string>,
  tx: Sql,
): Promise<ReadonlySet<string>> {
  const told = events.filter(isTelling);
  const ids = told.flatMap((event) => [
    conversationOf(event),
    ...(event.type === 'MessageMoved' ? [event.data.from] : []),
  ]);
  const rows = await load([...new Set(ids)], tx);
  const before = new Map(rows);
  const contactIds = new Set(remerged.keys());
  for (const event of told) {
    const id = conversationOf(event);
    const from = event.type === 'MessageMoved' ? rows.get(event.data.from) : undefined;
    const row = rowAfter(rows.get(id), event, from);
    if (row) rows.set(id, row);
    else rows.delete(id);
    const either = row ?? before.get(id);
    if (either) contactIds.add(either.contact_id);
  }
  const gone = [...before.keys()].filter((id) => !rows.has(id));
  if (gone.length > 0)
    await tx.query('delete from conversation where conversation_id = any($1::uuid[])', [gone]);
  const changed = [...rows.values()].filter((row) => row !== before.get(row.conversation_id));
  await upsert(tx, 'conversation', ['conversation_id'], changed);
  if (contactIds.size === 0) return contactIds;
  if (remerged.size > 0 || told.some(({ type }) => type === 'ConversationStarted'))
    await follow([...contactIds], tx);
  await recount([...contactIds], tx);
  return contactIds;
}

type Telling = RecordedEvent &
  (
    | Extract<
        ConversationEvent,
        {
          type:
            'ConversationStarted' | 'ConversationArchived' | 'ConversationReopened' | 'ConversationDeleted';
        }
      >
    | Extract<MessageEvent, { type: 'MessageReceived' | 'MessageEchoed' | 'MessageQueued' | 'MessageMoved' }>
  );

const telling: ReadonlySet<string> = new Set([
  'ConversationStarted',
  'ConversationArchived',
  'ConversationReopened',
  'ConversationDeleted',
  'MessageReceived',
  'MessageEchoed',
  'MessageQueued',
  'MessageMoved',
] satisfies Telling['type'][]);

function isTelling(event: RecordedEvent): event is Telling {
  return telling.has(event.type);
}

function conversationOf(event: Telling): string {
  if (event.type === 'MessageMoved') return event.data.to;
  return 'conversationId' in event.data ? event.data.conversationId : idOf(event.stream);
}

/**
 * The row of a conversation after an event.
 * @param from the conversation from which a message is moved here
 * @returns undefined if the conversation does not exist, or was deleted
 */
function rowAfter(
  row: ConversationRow | undefined,
  event: Telling,
  from: ConversationRow | undefined,
): ConversationRow | undefined {
  if (event.type === 'ConversationStarted') {
    const { contactId: contact_id, startedAt } = event.data;
    const conversation_id = idOf(event.stream);
    const last_at = startedAt < event.time ? startedAt : event.time;
    return row ?? { conversation_id, contact_id, status: 'open', last_at, seen_at: null };
  }
  if (!row) return undefined;
  const written = 'providerTime' in event.data ? messageTime(event.data, event.time) : event.time;
  switch (event.type) {
    case 'ConversationDeleted':
      return undefined;
    case 'ConversationArchived':
      return { ...row, status: 'closed' };
    case 'ConversationReopened':
      return { ...row, status: 'open' };
    case 'MessageMoved':
      // Takes over the last activity of `from`, which may be deleted next.
      if (!from) return row;
      return {
        ...row,
        last_at: later(row.last_at, from.last_at),
        seen_at: from.seen_at === null ? row.seen_at : later(row.seen_at, from.seen_at),
      };
    case 'MessageReceived':
      return { ...row, last_at: later(row.last_at, written), seen_at: later(row.seen_at, written) };
    default:
      return { ...row, last_at: later(row.last_at, written) };
  }
}

function later(known: string | null, time: string): string {
  return known !== null && known > time ? known : time;
}

async function load(ids: string[], tx: Sql): Promise<Map<string, ConversationRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ row: ConversationRow }>(
    'select to_jsonb(c) as row from conversation c where conversation_id = any($1::uuid[])',
    [ids],
  );
  const iso = (time: string) => new Date(time).toISOString();
  return new Map(
    rows.map(({ row }) => [
      row.conversation_id,
      { ...row, last_at: iso(row.last_at), seen_at: row.seen_at && iso(row.seen_at) },
    ]),
  );
}

/** Assigns conversations to the contact into which their contact was merged, or back to their own contact. */
async function follow(contactIds: string[], tx: Sql): Promise<void> {
  await tx.query(
    `update conversation_access a set contact_id = ${standsForSql('c.contact_id', '')}
       from conversation c where c.conversation_id = a.conversation_id and c.contact_id = any($1::uuid[])
        and a.contact_id <> ${standsForSql('c.contact_id', '')}`,
    [contactIds],
  );
}

/** Computes the last conversation of these contacts, and of the contacts into which they were merged, again. */
async function recount(contactIds: string[], tx: Sql): Promise<void> {
  const touched = `select unnest($1::uuid[]) as id
    union select root_id from merged where contact_id = any($1::uuid[])`;
  await tx.query(
    `with touched as (${touched}),
     latest as (
       select distinct on (a.contact_id) a.contact_id, a.customer_id, a.conversation_id, c.last_at,
              max(c.seen_at) over (partition by a.contact_id) as seen_at
         from conversation_access a join conversation c using (conversation_id)
        where a.contact_id in (select id from touched)
        order by a.contact_id, c.last_at desc, a.conversation_id desc),
     gone as (
       delete from activity where contact_id in (select id from touched)
          and contact_id not in (select contact_id from latest))
     insert into activity select contact_id, customer_id, conversation_id, last_at, seen_at from latest
     on conflict (contact_id) do update set conversation_id = excluded.conversation_id, last_at = excluded.last_at,
       seen_at = excluded.seen_at`,
    [contactIds],
  );
}
