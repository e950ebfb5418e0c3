import { Injectable, Logger } from '@nestjs/common';
import { idOf, type RecordedEvent, type WebhookEvent } from '@parley/contracts/events';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore, ForeignLog } from '@parley/event-sourcing/store/event-store';
import { START } from '@parley/event-sourcing/store/position';
import { Database, type Sql } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import { publicPrefixes } from '../catalogue/catalogue';
import { eventsView } from '../read/events.view';
import { webhooksView } from '../read/webhooks.view';
import { DeliveryQueue, type Subscriber } from './delivery-queue';

/** Interval in ms at which the position is saved while nothing is queued. */
const SAVE_EVERY_MS = 2_000;
const BATCH = 500;
const webhookPrefix = 'webhook-';

type Replay = {
  id: string;
  webhook_id: string;
  customer_id: string;
  after: string;
  since: Date | null;
  until: string;
  before: Date | null;
};

/**
 * Queues deliveries from the log. Rows and position are written in one transaction, so that no event is missed or
 * queued twice. Also queues requested replays of past events.
 */
@Injectable()
export class WebhookFollower implements LeasedWork {
  readonly name = 'webhooks-follow';
  private readonly logger = new Logger(this.name);
  private subscribers = new Map<string, Subscriber[]>();
  now = () => new Date().toISOString();

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly views: Views,
    private readonly queue: DeliveryQueue,
  ) {}

  async run(lease: Lease): Promise<void> {
    const warn = (error: unknown) => this.logger.warn(String(error));
    await Promise.all([
      lease.repeat(async () => (await this.follow(lease), 0), warn),
      lease.repeat(async () => ((await this.replay(lease)) ? 0 : 1_000), warn),
    ]);
  }

  /** Follows the log from the saved position until the lease is lost. */
  async follow(lease: Lease): Promise<void> {
    let position = await this.start();
    // If the log contains no webhook yet, there is no view to wait for.
    await this.load(position === START ? '' : position);
    let saved = performance.now();
    const batches = this.store.subscribeAll({
      after: position,
      prefixes: [...publicPrefixes, webhookPrefix],
      signal: lease.signal,
      batchSize: BATCH,
    });
    for await (const { events, checkpoint } of batches) {
      const about = events.filter(({ stream, fault }) => stream.startsWith(webhookPrefix) && !fault);
      if (about.length > 0) await this.load(about.at(-1)!.position);
      const rows = await this.queue.rowsOf(events, (customerId) => this.subscribers.get(customerId) ?? []);
      const isIdle = rows.length === 0 && about.length === 0;
      if (isIdle && (checkpoint <= position || performance.now() - saved < SAVE_EVERY_MS)) continue;
      await lease.guard(this.database).transaction(async (tx) => {
        await this.queue.add(tx, rows, { now: this.now() });
        for (const event of about as (RecordedEvent & WebhookEvent)[]) await this.settle(tx, event);
        await tx.query('update parley.webhook_reader set position = $2 where name = $1', [
          this.name,
          checkpoint,
        ]);
      });
      position = checkpoint;
      saved = performance.now();
    }
  }

  /**
   * Queues the next part of a requested replay.
   * @returns whether there was any
   */
  async replay(lease: Lease): Promise<boolean> {
    const { rows } = await this.database.query<Replay>(
      'select * from parley.webhook_replay order by id limit 1',
    );
    const [replay] = rows;
    if (!replay) return false;
    const subscriber = await this.subscriber(replay.webhook_id);
    await this.views.catchUp(eventsView.name, replay.until);
    const queued = subscriber ? await this.queue.past(replay, subscriber, BATCH) : [];
    const isOver = queued.length < BATCH;
    await lease.guard(this.database).transaction(async (tx) => {
      await this.queue.add(tx, queued, { now: this.now(), again: true });
      await tx.query(
        isOver
          ? 'delete from parley.webhook_replay where id = $1 and $2::text is not null'
          : 'update parley.webhook_replay set after = $2 where id = $1',
        [replay.id, queued.at(-1)?.position ?? replay.until],
      );
    });
    return true;
  }

  /**
   * Applies a resumption or a removal to waiting deliveries: they continue, are skipped, or are deleted with their
   * webhook.
   */
  private async settle(
    tx: Sql,
    { type, stream, data, position, time }: RecordedEvent & WebhookEvent,
  ): Promise<void> {
    const id = idOf(stream);
    if (type === 'WebhookRemoved') {
      for (const table of ['delivery', 'attempt', 'endpoint', 'replay']) {
        await tx.query(`delete from parley.webhook_${table} where webhook_id = $1`, [id]);
      }
    }
    if (type !== 'WebhookResumed') return;
    await tx.query('delete from parley.webhook_endpoint where webhook_id = $1', [id]);
    await tx.query(
      data.isSkipping
        ? `update parley.webhook_delivery set state = 'skipped', settled_at = $3
            where webhook_id = $1 and state = 'waiting' and position < $2`
        : `update parley.webhook_delivery set tries = 0, first_at = null, next_at = $3
            where webhook_id = $1 and state = 'waiting' and position < $2`,
      [id, position, time],
    );
  }

  /** Reads the subscriptions once the view has folded the log up to a position. */
  private async load(position: string): Promise<void> {
    await this.views.catchUp(webhooksView.name, position);
    const { rows } = await this.database.query<{
      id: string;
      customer_id: string;
      position: string;
      events: string[];
    }>('select id, customer_id, position, events from webhooks.webhook');
    this.subscribers = new Map();
    for (const { id, customer_id: customerId, position: since, events } of rows) {
      const own = this.subscribers.get(customerId) ?? [];
      this.subscribers.set(customerId, [
        ...own,
        { id, customerId, position: since, events: new Set(events) },
      ]);
    }
  }

  private async subscriber(id: string): Promise<Subscriber | null> {
    const { rows } = await this.database.query<{ customer_id: string; position: string; events: string[] }>(
      'select customer_id, position, events from webhooks.webhook where id = $1',
      [id],
    );
    const [row] = rows;
    return row
      ? { id, customerId: row.customer_id, position: row.position, events: new Set(row.events) }
      : null;
  }

  /**
   * Returns the saved position. If there is none, returns the head of the log, since earlier events happened before
   * any webhook existed.
   */
  private async start(): Promise<string> {
    const head = (await this.store.head()) ?? START;
    const { engineId } = this.store;
    await this.database.query(
      `insert into parley.webhook_reader (name, position, engine_id) values ($1, $2, $3) on conflict do nothing`,
      [this.name, head, engineId],
    );
    const { rows } = await this.database.query<{ position: string; engine_id: string }>(
      'select position, engine_id from parley.webhook_reader where name = $1',
      [this.name],
    );
    const found = rows[0]!;
    if (found.engine_id !== engineId || found.position > head) {
      throw new ForeignLog('Webhooks last followed another event log: connect or restore that one.');
    }
    return found.position;
  }
}
