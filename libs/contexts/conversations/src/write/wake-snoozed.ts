import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { doneBy, step } from '@parley/event-sourcing/decider/command';
import type { Due } from '@parley/event-sourcing/due/due';
import type { DueCommand } from '@parley/event-sourcing/due/due-ticker';
import { conversation, ToConversation } from '../domain/conversation';
import { WAKE } from '../domain/snooze';
import { InboxQueries } from '../read/inbox.queries';

/** Wakes a snoozed conversation at its time, and marks it unread so that the lists highlight it. */
@Injectable()
export class WakeSnoozed implements DueCommand {
  readonly name = WAKE;

  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly inbox: InboxQueries,
  ) {}

  async issue({ stream, at, customerId }: Due): Promise<void> {
    const id = idOf(stream);
    const { state } = await this.aggregates.load(conversation, 'conversation', id, customerId);
    const { snoozed } = state;
    // Compares in ms, and passes on the event's own time, because the database stores times in another precision.
    if (!snoozed?.until || Date.parse(snoozed.until) > Date.parse(at)) return;
    const now = new Date().toISOString();
    const context = doneBy(this.name, { customerId, doing: `${stream}/${this.name}/${at}`, now });
    const position = await this.inbox.lastInboundPosition(customerId, id);
    if (position !== null) {
      const unread = { type: 'MarkUnread', userId: snoozed.userId, position } as const;
      await this.commands.execute(new ToConversation(id, unread, step(context, 'unread')));
    }
    await this.commands.execute(new ToConversation(id, { type: 'Wake', at: snoozed.until }, context));
  }
}
