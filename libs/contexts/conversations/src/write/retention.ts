import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import type { Lease } from '@parley/platform/lease/lease';
import { inboxView } from '../read/inbox.projector';
import { RetentionQueries, type ExpiredChat } from '../read/retention.queries';
import { ToConversation } from './conversation.handler';

/** A conversation outlives its time by so much at most, and by what the sweep itself takes. */
const EVERY_MS = 10 * 60_000;
const BATCH = 100;

/**
 * Deletes conversations in which nobody has written for as long as their organisation keeps them. What comes of age is
 * found on the index that sorts lists by time, from its old end: nothing is planned, and nothing is written when
 * somebody writes (ADR 12).
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

  /** Sweeps again and again while the lease is held: one sweeper suffices. */
  run(lease: Lease): Promise<void> {
    const round = async () => {
      const head = await this.store.head();
      if (head !== null) {
        // Where the product starts for the first time there are no rows to look through yet.
        await this.views.catchUp(inboxView.name, head);
        await this.sweep(lease);
      }
      return EVERY_MS;
    };
    return lease.repeat(round, (error) => this.logger.warn(String(error)));
  }

  /** Deletes what has come of age by now. @returns how many that were */
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
   * The rows may not know yet what has just been written or set: so this one is asked again once they hold all that the
   * log holds now, and a message that comes after that begins the conversation anew.
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
