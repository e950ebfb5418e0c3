import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import type { Lease } from '@parley/platform/lease/lease';
import { inboxView } from '../read/inbox.projector';
import { RetentionQueries, type ExpiredChat } from '../read/retention.queries';
import { ToConversation } from '../domain/conversation';

/**
 * Pause between two sweeps in ms: a conversation may exist for this pause and the time of a sweep beyond its
 * retention period.
 */
const EVERY_MS = 10 * 60_000;
const BATCH = 100;

/**
 * Deletes conversations that have had no message for their organisation's retention period. A sweep reads the index
 * that sorts lists by time from its old end, so that new messages need no planning and no extra write (ADR 12).
 */
@Injectable()
export class Retention implements LeasedWork {
  readonly name = 'retention';
  private readonly logger = new Logger(this.name);
  now = () => new Date().toISOString();

  constructor(
    private readonly commands: CommandBus,
    private readonly retained: RetentionQueries,
    private readonly views: Views,
    private readonly store: EventStore,
  ) {}

  /** Sweeps repeatedly while this process has the lease, so that only one process at a time sweeps. */
  run(lease: Lease): Promise<void> {
    const round = async () => {
      const head = await this.store.head();
      if (head !== null) {
        // At the very first start, the view has no tables until it has caught up.
        await this.views.catchUp(inboxView.name, head);
        await this.sweep(lease);
      }
      return EVERY_MS;
    };
    return lease.repeat(round, (error) => this.logger.warn(String(error)));
  }

  /**
   * Deletes the conversations whose retention period has passed by now.
   * @returns the number of deleted conversations
   */
  async sweep(lease: Pick<Lease, 'isOwned'>): Promise<number> {
    let deleted = 0;
    for (const customerId of await this.retained.organisations()) {
      const before = deleted;
      for (const status of ['closed', 'open', 'snoozed'] as const) {
        for (let after: ExpiredChat | null = null; lease.isOwned();) {
          const expired: ExpiredChat[] = await this.retained.expired({ customerId, status }, this.now(), {
            after,
            most: BATCH,
          });
          for (const { id } of expired) {
            if (lease.isOwned() && (await this.expire(customerId, id))) deleted++;
          }
          after = expired.at(-1) ?? null;
          if (after === null) break;
        }
      }
      if (deleted > before) this.logger.log(`deleted ${deleted - before} conversations of ${customerId}`);
    }
    return deleted;
  }

  /**
   * Deletes a conversation if its retention period has passed. The view may lag behind recent messages and settings,
   * so the rule is checked again once the view has caught up with the log. A message after that starts the
   * conversation again.
   * @returns whether this call deleted the conversation
   */
  private async expire(customerId: string, id: string): Promise<boolean> {
    const seenUpTo = await this.store.head();
    if (seenUpTo === null) return false;
    await this.views.catchUp(inboxView.name, seenUpTo);
    const now = this.now();
    const afterDays = await this.retained.expiry(customerId, id, now);
    if (afterDays === null) return false;
    const context = doneBy(this.name, { customerId, doing: `${id}/${this.name}/${seenUpTo}`, now });
    const { events } = await this.commands.execute(
      new ToConversation(id, { type: 'Expire', seenUpTo, afterDays }, context),
    );
    return events.length > 0;
  }
}
