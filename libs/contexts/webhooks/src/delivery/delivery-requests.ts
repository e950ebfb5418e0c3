import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { START } from '@parley/event-sourcing/store/position';
import { Database } from '@parley/platform/database/database';
import { TEST_EVENT } from '../catalogue/catalogue';

interface Of {
  customerId: string;
  webhookId: string;
}

/** Deliveries that users request, in addition to those that events cause. */
@Injectable()
export class DeliveryRequests {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  /**
   * Queues a test delivery.
   * @returns its id, under which the log lists it
   */
  async test({ customerId, webhookId }: Of, id: string, now: string): Promise<string> {
    await this.database.query(
      `insert into parley.webhook_delivery
         (webhook_id, event_id, customer_id, event, position, lane, occurred_at, next_at, is_asked)
       values ($1, $2::uuid, $3, $4, $5, $2::uuid::text, $6, $6, true) on conflict do nothing`,
      [webhookId, id, customerId, TEST_EVENT, (await this.store.head()) ?? START, now],
    );
    return id;
  }

  /**
   * Queues a delivery again, in any state. A settled delivery gets a key queue of its own, so that it delays no
   * others.
   * @throws NotFound
   */
  async resend({ customerId, webhookId }: Of, eventId: string, now: string): Promise<void> {
    const { rowCount } = await this.database.query(
      `update parley.webhook_delivery
          set lane = case when state = 'waiting' then lane else 'again ' || event_id end, state = 'waiting',
              is_asked = true, tries = 0, first_at = null, next_at = $4, settled_at = null
        where customer_id = $1 and webhook_id = $2 and event_id = $3`,
      [customerId, webhookId, eventId, now],
    );
    if (rowCount === 0) throw new NotFound();
  }

  /**
   * Queues all events since a time, or after a position, up to another time or now; delivered events are delivered
   * again.
   */
  async replay(
    { customerId, webhookId }: Of,
    { since, position, until }: { since?: string; position?: string; until?: string },
  ): Promise<void> {
    const head = await this.store.head();
    if (head === null) return;
    await this.database.query(
      `insert into parley.webhook_replay (id, webhook_id, customer_id, after, since, until, before)
       select $1, $2, $3, $4, $5, $6, $7
        where not exists (select from parley.webhook_replay where webhook_id = $2)`,
      [randomUUID(), webhookId, customerId, position ?? START, since ?? null, head, until ?? null],
    );
  }
}
