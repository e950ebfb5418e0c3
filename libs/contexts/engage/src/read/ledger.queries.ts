import { Injectable } from '@nestjs/common';
import type { LedgerEntry, LedgerFilter, LedgerView } from '@parley/contracts/api/broadcasts';
import { Database } from '@parley/platform/database/database';
import type { RecipientRow } from './ledger.rows';

type Row = { [Column in keyof RecipientRow]: RecipientRow[Column] } & { [column: string]: unknown };

/** Statuses of the rows that a filter shows. */
const statusesOf: Record<Exclude<LedgerFilter, 'all' | 'replied' | 'clicked'>, string[]> = {
  skipped: ['skipped'],
  planned: ['planned'],
  cancelled: ['cancelled'],
  queued: ['queued'],
  sent: ['sent', 'delivered', 'read'],
  failed: ['failed'],
  unknown: ['unknown'],
  delivered: ['delivered', 'read'],
  read: ['read'],
};

const marked = { all: '', replied: 'and r.replied_at is not null', clicked: 'and r.button is not null' };

/** Column with the time at which a recipient reached the status of a filter. */
const timeOf: Partial<Record<LedgerFilter, string>> = {
  ...{ sent: 'sent_at', delivered: 'delivered_at', read: 'read_at', replied: 'replied_at' },
};

export interface LedgerAsked extends LedgerView {
  /** Id of the last contact of the previous page; undefined for the first page. */
  after?: string;
  limit: number;
}

/** Reads the ledger of a broadcast, ordered by contact id. */
@Injectable()
export class LedgerQueries {
  constructor(private readonly database: Database) {}

  /** A page of recipients, without names and numbers, which the contacts context provides. */
  async page(
    customerId: string,
    broadcastId: string,
    { filter, reason, button, variant, hour, after, limit }: LedgerAsked,
  ): Promise<{ data: Omit<LedgerEntry, 'name' | 'phone'>[]; next: string | null }> {
    const values = [
      broadcastId,
      after ?? '00000000-0000-0000-0000-000000000000',
      limit + 1,
      customerId,
      reason ?? null,
      button ?? null,
      variant ?? null,
      hour ?? null,
    ];
    const time = timeOf[filter] ?? 'sent_at';
    const where = `r.broadcast_id = $1::uuid and r.contact_id > $2::uuid and r.customer_id = $4::uuid
      and ($5::text is null or r.reason = $5) and ($6::text is null or r.button = $6)
      and ($7::text is null or r.variant = $7)
      and ($8::timestamptz is null or r.${time} >= $8 and r.${time} < $8::timestamptz + interval '1 hour')`;
    const end = 'order by contact_id limit $3::integer';
    const text =
      filter === 'all' || filter === 'replied' || filter === 'clicked'
        ? `select r.* from engage.recipient r where ${where}
             ${marked[filter]} ${end}`
        : `select found.* from unnest($9::text[]) as wanted (status) cross join lateral (
             select r.* from engage.recipient r where ${where} and r.status = wanted.status ${end}) found ${end}`;
    const isByStatus = text.includes('$9');
    const { rows } = await this.database.query<Row>(
      text,
      isByStatus ? [...values, statusesOf[filter as keyof typeof statusesOf]] : values,
    );
    const data = rows.slice(0, limit).map(shown);
    return { data, next: rows.length > limit ? data.at(-1)!.contactId : null };
  }
}

function shown(row: Row): Omit<LedgerEntry, 'name' | 'phone'> {
  const iso = (time: unknown) => (time instanceof Date ? time.toISOString() : null);
  return {
    contactId: row.contact_id,
    status: row.status,
    reason: row.reason,
    providerCode: row.provider_code,
    attempt: row.attempt,
    variant: row.variant,
    dueAt: row.status === 'planned' || row.reason === 'waiting' ? iso(row.due_at) : null,
    conversationId: row.conversation_id,
    sentAt: iso(row.sent_at),
    deliveredAt: iso(row.delivered_at),
    readAt: iso(row.read_at),
    repliedAt: iso(row.replied_at),
    button: row.button,
    clickedAt: iso(row.clicked_at),
  };
}
