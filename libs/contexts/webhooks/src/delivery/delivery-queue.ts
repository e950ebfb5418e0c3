import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '@parley/contracts/events';
import { Database, type Sql } from '@parley/platform/database/database';
import { eventByFact } from '../catalogue/catalogue';
import { isToldSql } from '../read/events.view';
import { Subjects } from './subjects';

/** The data of a webhook that decide which events are queued for it. */
export interface Subscriber {
  id: string;
  customerId: string;
  /** Log position of the webhook's creation. */
  position: string;
  events: ReadonlySet<string>;
}

interface QueuedRow {
  webhook_id: string;
  event_id: string;
  customer_id: string;
  event: string;
  stream: string;
  version: number;
  position: string;
  lane: string;
  contact_id: string | null;
  occurred_at: string;
}

/** The queue of deliveries, with one row per webhook and event. */
@Injectable()
export class DeliveryQueue {
  constructor(
    private readonly subjects: Subjects,
    private readonly database: Database,
  ) {}

  /**
   * Returns the rows that the events, in log order, add for the webhooks that subscribe to them. Unreadable events
   * are left out.
   */
  async rowsOf(
    events: RecordedEvent[],
    subscribersOf: (customerId: string) => Subscriber[],
  ): Promise<QueuedRow[]> {
    const rows = await Promise.all(
      events.map(async (event) => {
        const name = event.fault ? undefined : eventByFact.get(event.type)?.name;
        const wanted =
          name === undefined
            ? []
            : subscribersOf(event.customerId).filter(
                ({ events: names, position }) => names.has(name) && position < event.position,
              );
        const about = wanted.length > 0 ? await this.subjects.about(event) : null;
        if (!about) return [];
        return wanted.map(({ id }) => ({
          ...{ webhook_id: id, event_id: event.id, customer_id: event.customerId, event: name! },
          ...{ stream: event.stream, version: event.version, position: event.position },
          lane: about.conversationId ?? event.stream,
          ...{ contact_id: about.contactId, occurred_at: event.time },
        }));
      }),
    );
    return rows.flat();
  }

  /** At most `most` of the past events that a replay requests, in log order. */
  async past(
    {
      after,
      until,
      since,
      before,
    }: { after: string; until: string; since: Date | null; before: Date | null },
    { id, customerId, events }: Subscriber,
    most: number,
  ): Promise<QueuedRow[]> {
    const { rows } = await this.database.query<QueuedRow & { [column: string]: unknown }>(
      `select $1 as webhook_id, e.id as event_id, e.customer_id, e.name as event, e.stream, e.version, e.position,
          coalesce(s.conversation_id::text, e.stream) as lane,
          s.contact_id, e.occurred_at
         from events.event e left join events.subject s on s.stream = e.stream
        where e.customer_id = $2 and e.position > $3 and e.position <= $4 and e.name = any($5)
          and e.occurred_at >= coalesce($6::timestamptz, '-infinity')
          and e.occurred_at <= coalesce($8::timestamptz, 'infinity')
          and ${isToldSql}
        order by e.position limit $7`,
      [id, customerId, after, until, [...events], since, most, before],
    );
    return rows;
  }

  /** @param again whether settled deliveries are queued again */
  async add(
    tx: Sql,
    rows: QueuedRow[],
    { now, again = false }: { now: string; again?: boolean },
  ): Promise<void> {
    if (rows.length === 0) return;
    const onConflict = again
      ? `do update set state = 'waiting', lane = excluded.lane, tries = 0, first_at = null, next_at = excluded.next_at, settled_at = null
           where webhook_delivery.state <> 'waiting'`
      : 'do nothing';
    await tx.query(
      `insert into parley.webhook_delivery
         (webhook_id, event_id, customer_id, event, stream, version, position, lane, contact_id, occurred_at, next_at)
       select r.webhook_id, r.event_id, r.customer_id, r.event, r.stream, r.version, r.position, r.lane, r.contact_id,
           r.occurred_at, $2
         from jsonb_populate_recordset(null::parley.webhook_delivery, $1::jsonb) r
       on conflict (webhook_id, event_id) ${onConflict}`,
      [JSON.stringify(rows), now],
    );
  }
}
