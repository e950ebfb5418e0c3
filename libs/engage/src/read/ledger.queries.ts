import { Injectable } from '@nestjs/common';
import type { LedgerEntry, LedgerFilter } from '@parley/contracts/api/broadcasts';
import { Database } from '@parley/platform/database/database';
import type { RecipientRow } from './ledger.rows';

type Row = { [Column in keyof RecipientRow]: RecipientRow[Column] } & { [column: string]: unknown };

/** Which rows a filter shows. */
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

export interface LedgerAsked {
  filter: LedgerFilter;
  reason?: string;
  /** The last contact of the page before. */
  after?: string;
  limit: number;
}

/** The ledger of a broadcast, by the ids of contacts. */
@Injectable()
export class LedgerQueries {
  constructor(private readonly database: Database) {}

  /** A page of recipients; names and numbers are the contacts' and not told here. */
  async page(
    customerId: string,
    broadcastId: string,
    { filter, reason, after, limit }: LedgerAsked,
  ): Promise<{ data: Omit<LedgerEntry, 'name' | 'phone'>[]; next: string | null }> {
    const values = [
      broadcastId,
      after ?? '00000000-0000-0000-0000-000000000000',
      limit + 1,
      customerId,
      reason ?? null,
    ];
    const where = `r.broadcast_id = $1::uuid and r.contact_id > $2::uuid and r.customer_id = $4::uuid
      and ($5::text is null or r.reason = $5)`;
    const end = 'order by contact_id limit $3::integer';
    const text =
      filter === 'all' || filter === 'replied' || filter === 'clicked'
        ? `select r.* from engage.recipient r where ${where}
             ${filter === 'all' ? '' : 'and r.replied_at is not null'} ${filter === 'clicked' ? 'and r.button is not null' : ''} ${end}`
        : `select found.* from unnest($6::text[]) as wanted (status) cross join lateral (
             select r.* from engage.recipient r where ${where} and r.status = wanted.status ${end}) found ${end}`;
    const isByStatus = text.includes('$6');
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
  };
}
