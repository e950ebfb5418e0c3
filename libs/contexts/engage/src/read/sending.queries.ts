import { Injectable } from '@nestjs/common';
import type { BroadcastVariant } from '@parley/contracts/events';
import { Database } from '@parley/platform/database/database';
import type { BroadcastState } from '../domain/broadcast';

/** Number of days for which a contact is left out after a message failed because they are not on WhatsApp. */
const UNREACHED_DAYS = 90;

export interface RunningBroadcast {
  id: string;
  customerId: string;
  createdBy: string;
  state: BroadcastState;
  plannedAfter: string | null;
  /** Number of recipients whose messages are not queued yet. */
  planned: number;
  queued: number;
}

export interface DueRecipient {
  contactId: string;
  attempt: number;
  variant: BroadcastVariant;
}

/** Reads the broadcasts to plan and send, of all organisations. */
@Injectable()
export class SendingQueries {
  constructor(private readonly database: Database) {}

  /**
   * Broadcasts that are being planned or sent, or have messages to send after they were finished, in the order of
   * their creation.
   */
  async running(): Promise<RunningBroadcast[]> {
    const { rows } = await this.database.query<RunningBroadcast & { [column: string]: unknown }>(
      `select b.id, b.customer_id as "customerId", b.created_by as "createdBy", b.state,
              b.planned_after as "plannedAfter",
              coalesce(sum(t.count) filter (where t.status = 'planned'), 0)::int as planned,
              coalesce(sum(t.count) filter (where t.status = 'queued'), 0)::int as queued
         from engage.broadcast b left join engage.tally t on t.broadcast_id = b.id
        where b.status in ('planning', 'active')
           or b.status = 'finished' and b.id = any (select broadcast_id from engage.tally where status = 'planned')
        group by b.id order by b.created_at, b.id`,
    );
    return rows;
  }

  async repeating(): Promise<Pick<RunningBroadcast, 'id' | 'customerId' | 'createdBy' | 'state'>[]> {
    const { rows } = await this.database.query<RunningBroadcast & { [column: string]: unknown }>(
      `select id, customer_id as "customerId", created_by as "createdBy", state from engage.broadcast
        where (state ->> 'isRepeating')::boolean order by created_at, id`,
    );
    return rows;
  }

  /**
   * Recipients whose time has come, the longest due first.
   * @param quietZones time zones in which quiet hours apply now
   */
  async due(
    broadcastId: string,
    { now, quietZones, limit }: { now: string; quietZones: string[]; limit: number },
  ): Promise<DueRecipient[]> {
    const { rows } = await this.database.query<DueRecipient & { [column: string]: unknown }>(
      `select contact_id as "contactId", attempt, variant from engage.recipient
        where broadcast_id = $1 and status = 'planned' and variant is not null and due_at <= $2
          and (zone is null or zone <> all($3::text[]))
        order by due_at, contact_id limit $4`,
      [broadcastId, now, quietZones, limit],
    );
    return rows;
  }

  /** Returns those of `contactIds` to whom a recent message failed because they are not on WhatsApp. */
  async unreached(customerId: string, contactIds: string[], now: string): Promise<Set<string>> {
    const { rows } = await this.database.query<{ id: string }>(
      `select distinct contact_id as id from engage.recipient
        where customer_id = $1 and contact_id = any($2::uuid[]) and status = 'failed'
          and reason = 'not_whatsapp_registered' and queued_at > $3::timestamptz - interval '${UNREACHED_DAYS} days'`,
      [customerId, contactIds, now],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns at most `limit` ids of contacts to whom a recent message failed because they are not on WhatsApp. */
  async allUnreached(customerId: string, now: string, limit: number): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      `select distinct contact_id as id from engage.recipient
        where customer_id = $1 and status = 'failed' and reason = 'not_whatsapp_registered'
          and queued_at > $2::timestamptz - interval '${UNREACHED_DAYS} days' limit $3`,
      [customerId, now, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the numbers of messages and replies of both templates of a split, by variant. */
  async split(broadcastId: string): Promise<Record<BroadcastVariant, { sent: number; replied: number }>> {
    const { rows } = await this.database.query<{ variant: BroadcastVariant; sent: number; replied: number }>(
      `select variant, coalesce(sum(count) filter (where status in ('sent', 'delivered', 'read')), 0)::int as sent,
              coalesce(sum(count) filter (where status = 'replied'), 0)::int as replied
         from engage.tally where broadcast_id = $1 and variant <> '' group by variant`,
      [broadcastId],
    );
    const nothing = { sent: 0, replied: 0 };
    const of = (variant: BroadcastVariant) => rows.find((row) => row.variant === variant) ?? nothing;
    return { a: of('a'), b: of('b') };
  }

  /** The broadcast whose message a contact has just answered; null if there is none. */
  async answered(
    customerId: string,
    conversationId: string,
    repliedAt: string,
  ): Promise<{ id: string; state: BroadcastState } | null> {
    const { rows } = await this.database.query<{ id: string; state: BroadcastState }>(
      `select b.id, b.state from engage.recipient r join engage.broadcast b on b.id = r.broadcast_id
        where r.customer_id = $1 and r.conversation_id = $2 and r.replied_at = $3
        order by r.queued_at desc limit 1`,
      [customerId, conversationId, repliedAt],
    );
    return rows[0] ?? null;
  }

  /** Returns those of `conversationIds` in which a message of a broadcast was sent. */
  async written(conversationIds: string[]): Promise<Set<string>> {
    const { rows } = await this.database.query<{ id: string }>(
      'select distinct conversation_id as id from engage.recipient where conversation_id = any($1::uuid[])',
      [conversationIds],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
