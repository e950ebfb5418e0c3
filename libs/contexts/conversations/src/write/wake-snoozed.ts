import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { doneBy, step } from '@parley/event-sourcing/decider/command';
import type { Due } from '@parley/event-sourcing/due/due';
import type { DueCommand } from '@parley/event-sourcing/due/due-ticker';
import { conversation } from '../domain/conversation';
import { WAKE } from '../domain/snooze';
import { InboxQueries } from '../read/inbox.queries';
import { ToConversation } from './conversation.handler';

/** Brings a snoozed conversation back when its time has come, unread: so the lists say that it is there again. */
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
    // The clock of the database keeps less of a time than the fact does.
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
