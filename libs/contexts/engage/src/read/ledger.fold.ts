import {
  idOf,
  type BroadcastBatchEvent,
  type BroadcastEvent,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { Sql } from '@parley/platform/database/database';
import { retryableReasons } from '../domain/retry-rules';
import { afterClick, afterMessageFact, afterQueueing, afterReply } from './ledger-facts';
import {
  deltasOf,
  groupsOf,
  hoursOf,
  type HourDelta,
  type RecipientRow,
  type TallyDelta,
} from './ledger.rows';

type Seen = RecordedEvent & (BroadcastEvent | BroadcastBatchEvent | MessageEvent);

/** Time in ms after a message of a broadcast within which a reply counts for that broadcast. */
const REPLY_WITHIN_MS = 7 * 24 * 3_600_000;
const ofMany = ['BroadcastCancelled', 'BroadcastRetried', 'BroadcastWinnerChosen'];

/** Whether an event changes recipients that it does not name. */
export function isOfMany({ type }: RecordedEvent): boolean {
  return ofMany.includes(type);
}

const keyOf = (broadcastId: string, contactId: string) => `${broadcastId}/${contactId}`;

/** Data of a broadcast that folding the ledger needs. */
interface About {
  channelId: string | null;
  /**
   * Whether the broadcast is cancelled: newly planned recipients are cancelled too, and no failure is tried again.
   */
  isCancelled: boolean;
  /** Texts of the buttons of its templates. */
  buttons: string[];
}

/** Folds events of recipients, and of messages to them, into the ledger. */
export async function projectLedger(recorded: RecordedEvent[], tx: Sql): Promise<void> {
  const events = recorded.filter(concerns) as Seen[];
  if (events.length === 0) return;
  const ledger = await Ledger.load(events, tx);
  for (const event of events) ledger.apply(event);
  await ledger.save(tx);
}

const followed = new Set([
  ...['RecipientsPlanned', 'RecipientsSkipped', 'MessageQueued', 'MessageSent', 'MessageAcknowledged'],
  ...['MessageDelivered', 'MessageRead', 'MessageDeclined', 'MessageOutcomeUnknown'],
  ...['MessageSendDeferred', 'MessageReceived', 'MessageLinkOpened'],
]);

function concerns(event: RecordedEvent): boolean {
  if (!followed.has(event.type)) return false;
  const { type, data } = event as Seen;
  const namesBroadcast = type === 'MessageQueued' || type === 'MessageLinkOpened';
  return !namesBroadcast || data.broadcastId !== undefined;
}

async function aboutOf(ids: string[], tx: Sql): Promise<Map<string, About>> {
  const { rows } = await tx.query<About & { id: string }>(
    `select id, state #>> '{content,channelId}' as "channelId", status = 'cancelled' as "isCancelled",
            array(select choice ->> 'text' from jsonb_array_elements(
              coalesce(nullif(state #> '{start,template,content,buttons}', 'null'), '[]')
              || coalesce(nullif(state #> '{start,other,content,buttons}', 'null'), '[]')) choice) as buttons
       from broadcast where id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, ...about }) => [id, about]));
}

class Ledger {
  private readonly rows = new Map<string, RecipientRow>();
  private readonly before = new Map<string, RecipientRow | null>();
  private readonly byMessage = new Map<string, string>();
  private readonly byConversation = new Map<string, Set<string>>();
  /** Times until which channels wait, ISO 8601 UTC, by channel id. */
  private readonly holds = new Map<string, string>();
  private about = new Map<string, About>();

  static async load(events: Seen[], tx: Sql): Promise<Ledger> {
    const pairs: [string, string][] = [];
    const messages: string[] = [];
    const conversations: string[] = [];
    for (const event of events) {
      if (event.type === 'RecipientsPlanned' || event.type === 'RecipientsSkipped') {
        const { broadcastId, recipients } = event.data;
        for (const { contactId } of recipients) pairs.push([broadcastId, contactId]);
      } else if (event.type === 'MessageQueued' || event.type === 'MessageLinkOpened') {
        pairs.push([event.data.broadcastId!, event.data.contactId]);
      } else if (event.type === 'MessageReceived') {
        conversations.push(event.data.conversationId);
      } else {
        messages.push(idOf(event.stream));
      }
    }
    const ledger = new Ledger();
    // One query finds the rows by contact, by message and by conversation.
    const { rows } = await tx.query<RecipientRow & { [column: string]: unknown }>(
      `select recipient.* from recipient
         join unnest($1::uuid[], $2::uuid[]) as asked (broadcast_id, contact_id) using (broadcast_id, contact_id)
       union select recipient.* from recipient where message_id = any($3::uuid[])
       union select latest.* from unnest($4::uuid[]) as wanted (conversation_id)
         cross join lateral (
           select * from recipient where recipient.conversation_id = wanted.conversation_id
            order by queued_at desc limit 1) latest`,
      [pairs.map(([id]) => id), pairs.map(([, id]) => id), messages, [...new Set(conversations)]],
    );
    for (const found of rows) {
      const row = asRow(found);
      ledger.place(row);
      ledger.before.set(keyOf(row.broadcast_id, row.contact_id), row);
    }
    const ids = new Set([...pairs.map(([id]) => id), ...rows.map((row) => row.broadcast_id)]);
    if (ids.size > 0) ledger.about = await aboutOf([...ids], tx);
    return ledger;
  }

  apply(event: Seen): void {
    switch (event.type) {
      case 'RecipientsPlanned':
        return this.plan(event);
      case 'RecipientsSkipped': {
        const { broadcastId, recipients } = event.data;
        for (const { contactId, reason } of recipients) {
          const row = this.rows.get(keyOf(broadcastId, contactId));
          if (row?.status === 'planned') this.place({ ...row, status: 'skipped', reason });
        }
        return;
      }
      case 'MessageQueued': {
        const row = this.rows.get(keyOf(event.data.broadcastId!, event.data.contactId));
        if (row) this.place(afterQueueing(row, event));
        return;
      }
      case 'MessageLinkOpened': {
        const row = this.rows.get(keyOf(event.data.broadcastId!, event.data.contactId));
        if (row) this.place(afterClick(row, event));
        return;
      }
      case 'MessageReceived':
        return this.answer(event);
      default: {
        const row = this.rows.get(this.byMessage.get(idOf(event.stream)) ?? '');
        if (!row) return;
        if (event.type === 'MessageSendDeferred') this.hold(row, event.data.retryAt);
        const isOver = this.isCancelled(row.broadcast_id);
        this.place(afterMessageFact(row, event as RecordedEvent & MessageEvent, isOver));
      }
    }
  }

  private plan({
    customerId,
    data: { broadcastId, recipients },
  }: RecordedEvent & Extract<BroadcastBatchEvent, { type: 'RecipientsPlanned' }>): void {
    const status = this.isCancelled(broadcastId) ? 'cancelled' : 'planned';
    for (const { contactId, skipped, dueAt, zone, variant } of recipients) {
      const key = keyOf(broadcastId, contactId);
      if (this.rows.has(key)) continue;
      this.before.set(key, null);
      this.place({
        ...{ broadcast_id: broadcastId, contact_id: contactId, customer_id: customerId },
        ...{ status: skipped ? 'skipped' : status, reason: skipped ?? null, provider_code: null },
        ...{ attempt: 1, variant: variant ?? null, zone: zone ?? null, due_at: dueAt ?? null },
        ...{ message_id: null, conversation_id: null, queued_at: null, sent_at: null, delivered_at: null },
        ...{ read_at: null, replied_at: null, button: null, clicked_at: null },
      });
    }
  }

  private answer(event: RecordedEvent & Extract<MessageEvent, { type: 'MessageReceived' }>): void {
    if (event.data.isAutomatic) return;
    const asked = [...(this.byConversation.get(event.data.conversationId) ?? [])]
      .map((key) => this.rows.get(key)!)
      .filter(({ queued_at }) => queued_at !== null && queued_at <= event.time)
      .sort((a, b) => (a.queued_at! < b.queued_at! ? 1 : -1));
    const [row] = asked;
    if (!row || Date.parse(event.time) - Date.parse(row.queued_at!) > REPLY_WITHIN_MS) return;
    this.place(afterReply(row, event, this.about.get(row.broadcast_id)?.buttons ?? []));
  }

  private isCancelled(broadcastId: string): boolean {
    return this.about.get(broadcastId)?.isCancelled ?? false;
  }

  private hold({ broadcast_id }: RecipientRow, until: string): void {
    const channelId = this.about.get(broadcast_id)?.channelId;
    if (channelId) this.holds.set(channelId, until);
  }

  private place(row: RecipientRow): void {
    const key = keyOf(row.broadcast_id, row.contact_id);
    this.rows.set(key, row);
    if (row.message_id) this.byMessage.set(row.message_id, key);
    if (row.conversation_id) {
      const known = this.byConversation.get(row.conversation_id) ?? new Set();
      this.byConversation.set(row.conversation_id, known.add(key));
    }
  }

  async save(tx: Sql): Promise<void> {
    const changed = [...this.rows].map(([key, after]) => ({ before: this.before.get(key) ?? null, after }));
    const written = changed.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
    await upsert(
      tx,
      'recipient',
      ['broadcast_id', 'contact_id'],
      written.map(({ after }) => after),
    );
    await count(tx, written);
    for (const [channelId, until] of this.holds) {
      await tx.query(
        `insert into channel_hold values ($1, $2)
         on conflict (channel_id) do update set until = greatest(channel_hold.until, excluded.until)`,
        [channelId, until],
      );
    }
  }
}

async function count(
  tx: Sql,
  changed: { before: RecipientRow | null; after: RecipientRow | null }[],
): Promise<void> {
  await add(tx, 'tally', ['broadcast_id', 'variant', 'status', 'reason'], deltasOf(changed, groupsOf));
  await add(tx, 'hour', ['broadcast_id', 'at', 'what'], deltasOf(changed, hoursOf));
}

async function add(tx: Sql, table: string, key: string[], deltas: (TallyDelta | HourDelta)[]): Promise<void> {
  if (deltas.length === 0) return;
  await tx.query(
    `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)
     on conflict (${key.join(', ')}) do update set count = ${table}.count + excluded.count`,
    [JSON.stringify(deltas)],
  );
  await forgetNothing(tx, table, [...new Set(deltas.map(({ broadcast_id }) => broadcast_id))]);
}

/** Deletes groups with a count of 0, so that the table does not depend on the batches in which it was folded. */
async function forgetNothing(tx: Sql, table: string, broadcastIds: string[]): Promise<void> {
  await tx.query(`delete from ${table} where broadcast_id = any($1::uuid[]) and count = 0`, [broadcastIds]);
}

/** Applies an event that changes all recipients in certain states, in one statement. */
export async function changeManyAtOnce(event: RecordedEvent, tx: Sql): Promise<void> {
  const { stream, type, data } = event as RecordedEvent & BroadcastEvent;
  const id = idOf(stream);
  if (type === 'BroadcastCancelled') {
    await changeWhere(tx, id, "status = 'planned'", "status = 'cancelled', reason = null");
  } else if (type === 'BroadcastWinnerChosen') {
    await changeWhere(tx, id, "status = 'planned' and variant is null", 'variant = $2::text', [data.variant]);
  } else if (type === 'BroadcastRetried') {
    await changeWhere(
      tx,
      id,
      "status = 'failed' and reason = any($3::text[])",
      `status = 'planned', reason = null, attempt = attempt + 1, due_at = $2::timestamptz, sent_at = null`,
      [data.at, retryableReasons],
    );
  }
}

/** Changes rows and the tally within the database. The counts by hour stay as they are. */
async function changeWhere(
  tx: Sql,
  broadcastId: string,
  where: string,
  set: string,
  values: unknown[] = [],
): Promise<void> {
  await tx.query(
    `with chosen as (
       select contact_id, coalesce(variant, '') as variant, status, coalesce(reason, '') as reason
         from recipient where broadcast_id = $1::uuid and ${where}
     ), changed as (
       update recipient set ${set} from chosen
        where recipient.broadcast_id = $1::uuid and recipient.contact_id = chosen.contact_id
       returning coalesce(recipient.variant, '') as variant, recipient.status,
                 coalesce(recipient.reason, '') as reason
     ), delta as (
       select variant, status, reason, sum(n)::int as count from (
         select variant, status, reason, 1 as n from changed
         union all select variant, status, reason, -1 from chosen
       ) both_ways group by variant, status, reason
     )
     insert into tally select $1::uuid, variant, status, reason, count from delta
     on conflict (broadcast_id, variant, status, reason) do update set count = tally.count + excluded.count`,
    [broadcastId, ...values],
  );
  await forgetNothing(tx, 'tally', [broadcastId]);
}

const times = [
  'due_at',
  'queued_at',
  'sent_at',
  'delivered_at',
  'read_at',
  'replied_at',
  'clicked_at',
] as const;

/** Converts the times of a row from dates to text, for comparing rows. */
function asRow(row: RecipientRow): RecipientRow {
  const read = { ...row };
  for (const column of times) {
    const value: unknown = row[column];
    read[column] = value instanceof Date ? value.toISOString() : (value as string | null);
  }
  return read;
}
