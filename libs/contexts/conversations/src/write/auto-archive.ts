import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf } from '@parley/contracts/events';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { Due } from '@parley/event-sourcing/due/due';
import type { DueCommand } from '@parley/event-sourcing/due/due-ticker';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { AUTO_ARCHIVE } from '../domain/auto-archive';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';
import { ToConversation } from '../domain/conversation';

/** Time limit in ms for the view to catch up, so that other scheduled commands are not delayed for long. */
const PATIENCE_MS = 250;

/**
 * Archives a conversation that has been silent for the time that its channel sets. The view may lag behind recent
 * messages and settings, so it first catches up with the log, and the rule is checked again. A message that arrives
 * after that check reopens the conversation (`ReopenReaction`).
 */
@Injectable()
export class AutoArchive implements DueCommand {
  readonly name = AUTO_ARCHIVE;
  now = () => new Date().toISOString();

  constructor(
    private readonly commands: CommandBus,
    private readonly inbox: InboxQueries,
    private readonly views: Views,
    private readonly store: EventStore,
  ) {}

  async issue(due: Due): Promise<void> {
    const seenUpTo = await this.store.head();
    if (seenUpTo === null) return;
    await this.views.catchUp(inboxView.name, seenUpTo, PATIENCE_MS);
    const now = this.now();
    const archive = await this.inbox.dueArchive(due, now);
    if (!archive) return;
    const { stream, at, customerId } = due;
    const context = doneBy(this.name, { customerId, doing: `${stream}/${this.name}/${at}`, now });
    await this.commands.execute(
      new ToConversation(idOf(stream), { type: 'AutoArchive', seenUpTo, ...archive }, context),
    );
  }
}
