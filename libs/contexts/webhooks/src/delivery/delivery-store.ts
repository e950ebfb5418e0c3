import { Injectable } from '@nestjs/common';
import type { WebhookDeliveryState, WebhookState } from '@parley/contracts/api/webhooks';
import type { WebhookPayload } from '@parley/contracts/events';
import { Database } from '@parley/platform/database/database';
import type { Circuit } from '../domain/circuit';
import type { Delivered } from './delivery-body';

/** The data of a webhook that its deliveries need. */
export interface Endpoint {
  id: string;
  customerId: string;
  url: string;
  payload: WebhookPayload;
  state: WebhookState;
  previousUntil: Date | null;
  circuit: Circuit;
}

export interface Waiting extends Delivered {
  webhook_id: string;
  lane: string;
  contact_id: string | null;
  attempts: number;
  tries: number;
  first_at: Date | null;
}

/** Result of an attempt, and the next state of its delivery. Times are ISO 8601. */
export interface Outcome {
  webhook_id: string;
  event_id: string;
  number: number;
  at: string;
  duration_ms: number;
  status: number | null;
  error: string | null;
  answer: string | null;
  state: WebhookDeliveryState;
  tries: number;
  first_at: string | null;
  next_at: string | null;
}

/** SQL condition: the follower has handled the deliveries that waited when the webhook `w` was resumed. */
const isSettled = `(w.resumed is null or w.resumed <= (select max(r.position) from parley.webhook_reader r))`;

/** Reads and writes deliveries for the sender. The caller gives all times, so that they come from one clock. */
@Injectable()
export class DeliveryStore {
  constructor(private readonly database: Database) {}

  /** Ids of webhooks with a delivery that is due. */
  async due(now: string): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      `select w.id from webhooks.webhook w left join parley.webhook_endpoint e on e.webhook_id = w.id
        where (w.state = 'active' and ${isSettled} and (e.open_until is null or e.open_until <= $1)
               and exists (select from parley.webhook_delivery d
                            where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= $1))
           or exists (select from parley.webhook_delivery d
                       where d.webhook_id = w.id and d.state = 'waiting' and d.is_asked and d.next_at <= $1)`,
      [now],
    );
    return rows.map(({ id }) => id);
  }

  /** Age in seconds of the oldest due delivery, among receivers that accept deliveries. */
  async lag(now: string): Promise<number> {
    const { rows } = await this.database.query<{ seconds: number | null }>(
      `select max(extract(epoch from $1::timestamptz - due.next_at))::float as seconds
         from webhooks.webhook w left join parley.webhook_endpoint e on e.webhook_id = w.id
        cross join lateral (
          select d.next_at from parley.webhook_delivery d
           where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= $1 order by d.next_at limit 1) due
        where w.state = 'active' and e.failing_since is null`,
      [now],
    );
    return rows[0]?.seconds ?? 0;
  }

  async endpoint(id: string): Promise<Endpoint | null> {
    const { rows } = await this.database.query<{
      customer_id: string;
      url: string;
      payload: WebhookPayload;
      state: WebhookState;
      previous_until: Date | null;
      failures: number | null;
      failing_since: Date | null;
      open_until: Date | null;
    }>(
      `select w.customer_id, w.url, w.payload, case when ${isSettled} then w.state else 'paused' end as state,
          w.previous_until, e.failures, e.failing_since, e.open_until
         from webhooks.webhook w left join parley.webhook_endpoint e on e.webhook_id = w.id where w.id = $1`,
      [id],
    );
    const [row] = rows;
    if (!row) return null;
    const circuit = {
      failures: row.failures ?? 0,
      failingSince: row.failing_since?.getTime() ?? null,
      openUntil: row.open_until?.getTime() ?? null,
    };
    const { customer_id: customerId, url, payload, state, previous_until: previousUntil } = row;
    return { id, customerId, url, payload, state, previousUntil, circuit };
  }

  /**
   * The deliveries to send now, in log order, without those behind a delivery of the same key queue that waits for
   * another try.
   * @param onlyAsked whether to return only deliveries that a user requested, as for a webhook that is stopped or
   * whose circuit is open
   */
  async next(
    id: string,
    now: string,
    { most, onlyAsked }: { most: number; onlyAsked: boolean },
  ): Promise<Waiting[]> {
    const { rows } = await this.database.query<Waiting>(
      `select d.webhook_id, d.event_id, d.customer_id, d.event, d.stream, d.version, d.lane, d.contact_id, d.occurred_at,
          d.attempts, d.tries, d.first_at
         from parley.webhook_delivery d
        where d.webhook_id = $1 and d.state = 'waiting' and d.next_at <= $2 and (d.is_asked or not $4)
          and not exists (select from parley.webhook_delivery b
                           where b.webhook_id = d.webhook_id and b.lane = d.lane and b.state = 'waiting' and b.tries > 0
                             and b.next_at > $2 and b.position < d.position)
        order by d.position limit $3`,
      [id, now, most, onlyAsked],
    );
    return rows;
  }

  async save(outcomes: Outcome[]): Promise<void> {
    if (outcomes.length === 0) return;
    await this.database.query(
      `with outcome as (
         select * from jsonb_to_recordset($1::jsonb) as o (webhook_id uuid, event_id uuid, number int, at timestamptz,
           duration_ms int, status int, error text, answer text, state text, tries int, first_at timestamptz,
           next_at timestamptz)),
       told as (
         insert into parley.webhook_attempt (webhook_id, event_id, number, at, duration_ms, status, error, answer)
         select webhook_id, event_id, number, at, duration_ms, status, error, answer from outcome
         on conflict do nothing)
       update parley.webhook_delivery d
          set state = o.state, attempts = o.number, tries = o.tries, first_at = o.first_at,
              next_at = coalesce(o.next_at, d.next_at), status = o.status, last_at = o.at, duration_ms = o.duration_ms,
              settled_at = case when o.state = 'waiting' then null else o.at end,
              is_asked = d.is_asked and o.state = 'waiting'
         from outcome o where d.webhook_id = o.webhook_id and d.event_id = o.event_id`,
      [JSON.stringify(outcomes)],
    );
  }

  async saveCircuit(id: string, { failures, failingSince, openUntil }: Circuit): Promise<void> {
    await this.database.query(
      `insert into parley.webhook_endpoint (webhook_id, failures, failing_since, open_until)
       values ($1, $2, to_timestamp($3::float8 / 1000), to_timestamp($4::float8 / 1000))
       on conflict (webhook_id) do update
         set failures = excluded.failures, failing_since = excluded.failing_since, open_until = excluded.open_until`,
      [id, failures, failingSince, openUntil],
    );
  }

  /**
   * Deletes deliveries that were settled before a time.
   * @returns their number, at most 1,000
   */
  async trim(before: string): Promise<number> {
    const { rowCount } = await this.database.query(
      `with old as (
         select webhook_id, event_id from parley.webhook_delivery
          where state <> 'waiting' and settled_at < $1 limit 1000),
       attempts as (
         delete from parley.webhook_attempt a using old
          where a.webhook_id = old.webhook_id and a.event_id = old.event_id)
       delete from parley.webhook_delivery d using old
        where d.webhook_id = old.webhook_id and d.event_id = old.event_id`,
      [before],
    );
    return rowCount ?? 0;
  }
}
