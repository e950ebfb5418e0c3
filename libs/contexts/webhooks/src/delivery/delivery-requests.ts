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

/** What people ask to be delivered, beside what happens. */
@Injectable()
export class DeliveryRequests {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  /** Sends a test. @returns its id, by which the log names it */
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
   * Sends one again at once, whatever became of it. What was settled is in a lane of its own: it holds up nothing.
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
   * Queues everything since a moment, or after a position, up to another moment or now; what was delivered is delivered
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
