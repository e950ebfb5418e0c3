import { Injectable } from '@nestjs/common';
import type {
  BroadcastCounts,
  BroadcastDetails,
  BroadcastPhase,
  BroadcastStage,
  BroadcastsResponse,
  BroadcastSummary,
} from '@parley/contracts/api/broadcasts';
import type { BroadcastVariant, SkipReason, StatusReason } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import { retryableReasons } from '../domain/retry-rules';
import type { BroadcastRow } from './broadcasts.fold';

const PER_PAGE = 50;
/** Maximum number of earlier broadcasts for comparison. */
const COMPARED = 5;

type Row = Omit<BroadcastRow, 'created_at' | 'changed_at' | 'starts_at' | 'ended_at'> &
  Record<'created_at' | 'changed_at', Date> &
  Record<'starts_at' | 'ended_at' | 'hold', Date | null> & { tally: TallyRow[]; [column: string]: unknown };

interface TallyRow {
  variant: string;
  status: string;
  reason: string;
  count: number;
}

/**
 * `hold` is the time until which a broadcast waits: for its channel, or, if all remaining recipients wait after an
 * error of WhatsApp, for the first of them.
 */
const columns = `b.*, coalesce(
  (select until from engage.channel_hold
    where channel_id = (b.state #>> '{content,channelId}')::uuid and until > $2::timestamptz),
  case when (select bool_and(t.reason = 'waiting') from engage.tally t
              where t.broadcast_id = b.id and t.status in ('planned', 'queued') and t.count > 0)
       then (select r.due_at from engage.recipient r
              where r.broadcast_id = b.id and r.status = 'planned' and r.variant is not null
                and r.due_at > $2::timestamptz
              order by r.due_at limit 1) end) as hold,
  (select coalesce(jsonb_agg(jsonb_build_object('variant', t.variant, 'status', t.status, 'reason', t.reason,
      'count', t.count)), '[]') from engage.tally t where t.broadcast_id = b.id and t.count <> 0) as tally`;

const isUnderWay = "b.status in ('planning', 'active', 'paused')";
const mayStillSend = `(b.status in ('draft', 'planning', 'active', 'paused')
  or coalesce((b.state ->> 'isRepeating')::boolean, false))`;
/** SQL conditions of the stages of a broadcast; `$2` is now. */
const isAt: Record<BroadcastStage, string> = {
  draft: "b.status = 'draft'",
  scheduled: `${isUnderWay} and b.starts_at > $2::timestamptz`,
  sending: `${isUnderWay} and b.starts_at <= $2::timestamptz`,
  done: "b.status in ('finished', 'cancelled')",
};

@Injectable()
export class BroadcastQueries {
  constructor(private readonly database: Database) {}

  /** A page of an organisation's broadcasts, newest first. */
  async list(
    customerId: string,
    { page, number, stage, now }: { page: number; number?: number; stage?: BroadcastStage; now: string },
  ): Promise<BroadcastsResponse> {
    const where = `b.customer_id = $1 and b.status <> 'deleted' and ($3::integer is null or b.number = $3)
      and ${stage ? isAt[stage] : 'true'}`;
    const [{ rows }, counted] = await Promise.all([
      this.database.query<Row>(
        `select ${columns} from engage.broadcast b where ${where}
          order by b.number desc limit ${PER_PAGE} offset $4`,
        [customerId, now, number ?? null, (page - 1) * PER_PAGE],
      ),
      this.database.query<{ total: number }>(
        `select count(*)::int as total from engage.broadcast b where ${where} and $2::timestamptz is not null`,
        [customerId, now, number ?? null],
      ),
    ]);
    const { total } = counted.rows[0]!;
    const data = rows.map((row) => summaryOf(row, now));
    return { data, count: data.length, total, page, pageCount: Math.max(1, Math.ceil(total / PER_PAGE)) };
  }

  /** @throws NotFound */
  async row(customerId: string, id: string): Promise<BroadcastRow> {
    return (await this.found(customerId, id, new Date(0).toISOString())) as unknown as BroadcastRow;
  }

  /** @throws NotFound */
  async details(
    customerId: string,
    id: string,
    { now, timeZone }: { now: string; timeZone: string },
  ): Promise<BroadcastDetails> {
    const row = await this.found(customerId, id, now);
    const { state, tally } = row;
    const sum = (status: string, key: 'reason' | 'variant') => grouped(tally, status, key);
    const [hours, earlier] = await Promise.all([
      this.database.query<{ at: Date; what: BroadcastDetails['hours'][number]['what']; count: number }>(
        'select at, what, count from engage.hour where broadcast_id = $1 and count <> 0 order by at',
        [id],
      ),
      this.earlier(customerId, row, now),
    ]);
    const failed = sum('failed', 'reason').map(([reason, count]) => ({
      reason: reason as StatusReason,
      count,
    }));
    const sent = new Map<string, number>();
    for (const status of ['sent', 'delivered', 'read']) {
      for (const [variant, count] of sum(status, 'variant')) {
        sent.set(variant, (sent.get(variant) ?? 0) + count);
      }
    }
    const replied = new Map(sum('replied', 'variant'));
    return {
      ...summaryOf(row, now),
      content: state.content,
      template: state.start?.template ?? null,
      other: state.start?.other ?? null,
      winner: state.winner,
      timeZone: state.start?.timeZone ?? timeZone,
      skipped: sum('skipped', 'reason').map(([reason, count]) => ({ reason: reason as SkipReason, count })),
      failed,
      retryable: failed
        .filter(({ reason }) => retryableReasons.includes(reason))
        .reduce((total, { count }) => total + count, 0),
      buttons: sum('clicked', 'reason').map(([text, count]) => ({ text, count })),
      variants: [...sent].map(([variant, count]) => ({
        variant: variant as BroadcastVariant,
        sent: count,
        replied: replied.get(variant) ?? 0,
      })),
      hours: hours.rows.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest })),
      earlier,
    };
  }

  /** Number of drafts and of broadcasts that have not ended. */
  async openOnes(customerId: string): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `select count(*)::int as count from engage.broadcast
        where customer_id = $1 and status in ('draft', 'planning', 'active', 'paused')`,
      [customerId],
    );
    return rows[0]!.count;
  }

  /** Number of broadcasts with this list that may still send. */
  async usingList(customerId: string, listId: string): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `select count(*)::int as count from engage.broadcast b
        where b.customer_id = $1 and ${mayStillSend} and b.state #>> '{content,listId}' = $2`,
      [customerId, listId],
    );
    return rows[0]!.count;
  }

  /** Number of broadcasts with each template that may still send; unused templates are left out. */
  async usingTemplates(customerId: string, templateIds: string[]): Promise<Map<string, number>> {
    const { rows } = await this.database.query<{ id: string; count: number }>(
      `select named.id, count(distinct b.id)::int as count from engage.broadcast b
        cross join lateral (values (b.state #>> '{content,templateId}'),
                                   (b.state #>> '{content,split,templateId}')) named (id)
        where b.customer_id = $1 and ${mayStillSend} and named.id = any($2::text[])
        group by named.id`,
      [customerId, templateIds],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  private async found(customerId: string, id: string, now: string): Promise<Row> {
    const { rows } = await this.database.query<Row>(
      `select ${columns} from engage.broadcast b where b.customer_id = $1 and b.id = $3 and b.status <> 'deleted'`,
      [customerId, now, id],
    );
    if (!rows[0]) throw new NotFound();
    return rows[0];
  }

  private async earlier(customerId: string, row: Row, now: string): Promise<BroadcastDetails['earlier']> {
    const templateId = row.state.start?.template.id;
    if (!templateId) return [];
    const { rows } = await this.database.query<Row>(
      `select ${columns} from engage.broadcast b
        where b.customer_id = $1 and b.number < $3 and b.status in ('finished', 'cancelled')
          and b.state #>> '{start,template,id}' = $4 order by b.number desc limit ${COMPARED}`,
      [customerId, now, row.number, templateId],
    );
    return rows.map((earlier) => {
      const { number, name, startsAt, counts } = summaryOf(earlier, now);
      return { number, name, startsAt, counts };
    });
  }
}

function summaryOf(row: Row, now: string): BroadcastSummary {
  const { id, number, state, created_by: createdBy } = row;
  const { name, templateId, listId, channelId } = state.content;
  return {
    ...{ id, number, name, templateId, listId, channelId, createdBy },
    phase: phaseOf(row, now),
    counts: countsOf(row.tally),
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    startsAt: row.starts_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    waitsUntil: row.hold?.toISOString() ?? null,
    isRepeating: state.isRepeating,
  };
}

function phaseOf({ status, starts_at, hold }: Row, now: string): BroadcastPhase {
  if (status !== 'active') return status as BroadcastPhase;
  if (starts_at && starts_at.toISOString() > now) return 'scheduled';
  return hold ? 'waiting' : 'sending';
}

function countsOf(tally: TallyRow[]): BroadcastCounts {
  const of = (...statuses: string[]) =>
    tally.reduce((sum, { status, count }) => (statuses.includes(status) ? sum + count : sum), 0);
  const parts = {
    skipped: of('skipped'),
    planned: of('planned'),
    cancelled: of('cancelled'),
    queued: of('queued'),
    sent: of('sent', 'delivered', 'read'),
    failed: of('failed'),
    unknown: of('unknown'),
  };
  return {
    total: Object.values(parts).reduce((sum, count) => sum + count, 0),
    ...parts,
    waiting: tally.reduce(
      (sum, { status, reason, count }) => (status === 'planned' && reason === 'waiting' ? sum + count : sum),
      0,
    ),
    delivered: of('delivered', 'read'),
    read: of('read'),
    replied: of('replied'),
    clicked: of('clicked'),
  };
}

/** Sums the counts of a status by reason or by variant, the largest first. */
function grouped(tally: TallyRow[], status: string, key: 'reason' | 'variant'): [string, number][] {
  const sums = new Map<string, number>();
  for (const row of tally) {
    if (row.status === status) sums.set(row[key], (sums.get(row[key]) ?? 0) + row.count);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}
