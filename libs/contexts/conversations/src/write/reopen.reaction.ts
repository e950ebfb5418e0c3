import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  idOf,
  type ConversationEvent,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { causedBy } from '@parley/event-sourcing/decider/command';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { conversation, ToConversation } from '../domain/conversation';
import type { Said } from '../domain/survey';
import { InboxQueries } from '../read/inbox.queries';
import { inboxView } from '../read/inbox.projector';
import { saidIn } from './said-in';

type Reopening = RecordedEvent & (ConversationEvent | MessageEvent);

/**
 * Reopens an archived conversation for a contact's message that the archiving user had not seen. The message and the
 * archiving may be recorded in either order, so the reaction handles both a message that arrives in an archived
 * conversation and an archiving that overlooked a message.
 */
@Injectable()
export class ReopenReaction implements Reaction {
  readonly name = 'reopen';
  readonly prefixes = ['message-', 'conversation-'];
  readonly types = ['MessageReceived', 'ConversationArchived'];

  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly inbox: InboxQueries,
    private readonly views: Views,
  ) {}

  /**
   * Skips conversations that are open and not snoozed, by this process's cache or else by the view. Also skips the
   * event by which a broadcast starts a conversation archived, as the contact has no message there.
   */
  async select(recorded: RecordedEvent[]): Promise<RecordedEvent[]> {
    const events = recorded as Reopening[];
    const unknown = events.filter((event) => event.type !== 'MessageReceived' || !this.isOpen(event));
    const last = unknown.at(-1);
    if (!last) return [];
    await this.views.catchUp(inboxView.name, last.position);
    const idsOf = (isMessage: boolean) =>
      unknown.filter(({ type }) => (type === 'MessageReceived') === isMessage).map(conversationOf);
    const [received, archived] = [idsOf(true), idsOf(false)];
    const closed = received.length > 0 ? await this.inbox.notOpen(received) : new Set<string>();
    const written = archived.length > 0 ? await this.inbox.written(archived) : new Set<string>();
    return unknown.filter((event) =>
      (event.type === 'MessageReceived' ? closed : written).has(conversationOf(event)),
    );
  }

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as Reopening;
    if (event.type === 'MessageReceived') {
      await this.reopen(event.data.conversationId, event.position, event, saidIn(event));
    } else if (event.type === 'ConversationArchived') {
      const id = idOf(event.stream);
      await this.views.catchUp(inboxView.name, event.position);
      const position = await this.inbox.newestArrival(event.customerId, id);
      if (position !== null) await this.reopen(id, position, event);
    }
  }

  private isOpen(event: Reopening): boolean {
    const { customerId, position: asOf } = event;
    const at = { id: conversationOf(event), customerId, asOf };
    const known = this.aggregates.peek(conversation, 'conversation', at)?.state;
    return known?.status === 'open' && !known.snoozed;
  }

  private async reopen(id: string, position: string, event: RecordedEvent, said?: Said): Promise<void> {
    // Uses the current time, because the message may have been recorded just before the archiving that overlooked it.
    const caused = causedBy(event, this.name, new Date().toISOString());
    // The state at the event's position suffices (`asOf`), because a later archiving triggers this reaction again.
    const context = { ...caused, asOf: event.position };
    await this.commands.execute(
      new ToConversation(id, { type: 'ReopenForMessage', position, said }, context),
    );
  }
}

function conversationOf(event: Reopening): string {
  return event.type === 'MessageReceived' ? event.data.conversationId : idOf(event.stream);
}
