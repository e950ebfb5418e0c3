import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import type { Lease } from '@parley/platform/lease/lease';
import { Storage } from '@parley/platform/storage/storage';
import { TeamChatDrafts } from '../drafts/drafts';
import { teamChatView } from '../read/team-chat.projector';
import { TeamRetentionQueries, type ExpiredTeamChat } from '../read/team-retention.queries';
import { teamThreadView } from '../read/team-thread.projector';
import { ToTeamChat } from '../domain/team-chat';

const EVERY_MS = 10 * 60_000;
const BATCH = 100;

/**
 * Deletes chats that had no entry for their organisation's retention period, with their files and drafts (ADR 12).
 */
@Injectable()
export class TeamRetention implements LeasedWork {
  readonly name = 'team-chat-retention';
  private readonly logger = new Logger(this.name);
  now = () => new Date().toISOString();

  constructor(
    private readonly commands: CommandBus,
    private readonly retained: TeamRetentionQueries,
    private readonly drafts: TeamChatDrafts,
    private readonly storage: Storage,
    private readonly views: Views,
    private readonly store: EventStore,
  ) {}

  run(lease: Lease): Promise<void> {
    const round = async () => {
      if (await this.catchUp()) await this.sweep(lease);
      return EVERY_MS;
    };
    return lease.repeat(round, (error) => this.logger.warn(String(error)));
  }

  /**
   * Deletes the chats whose retention period has passed.
   * @returns the number of deleted chats
   */
  async sweep(lease: Pick<Lease, 'isOwned'>): Promise<number> {
    let expired = 0;
    for (let after: string | null = null; lease.isOwned();) {
      const chats: ExpiredTeamChat[] = await this.retained.expired(this.now(), { after, most: BATCH });
      for (const chat of chats) if (lease.isOwned() && (await this.expire(chat))) expired++;
      after = chats.at(-1)?.id ?? null;
      if (after === null) break;
    }
    if (expired > 0) this.logger.log(`took away ${expired} chats`);
    return expired;
  }

  /**
   * Checks the retention rule again once the views have caught up with the log, because they may lag behind recent
   * entries.
   * @returns whether this call expired the chat
   */
  private async expire({ id, customerId }: ExpiredTeamChat): Promise<boolean> {
    const seenUpTo = await this.catchUp();
    const now = this.now();
    const [still] = await this.retained.expired(now, { most: 1, only: id });
    if (!still) return false;
    // Deletes files and drafts before it records the event, so that the next sweep deletes the rest after a crash.
    for (const path of await this.retained.filesOf(customerId, id)) await this.storage.delete(path);
    await this.drafts.forgetChat(customerId, id);
    const context = doneBy(this.name, { customerId, doing: `${id}/${this.name}/${seenUpTo}`, now });
    const { events } = await this.commands.execute(
      new ToTeamChat(id, { type: 'Expire', afterDays: still.afterDays }, context),
    );
    return events.length > 0;
  }

  /**
   * Waits until the views have caught up with the log.
   * @returns the head of the log; null if the log is empty
   */
  private async catchUp(): Promise<string | null> {
    const head = await this.store.head();
    if (head === null) return null;
    await Promise.all([teamChatView, teamThreadView].map(({ name }) => this.views.catchUp(name, head)));
    return head;
  }
}
