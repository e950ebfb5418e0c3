import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { MessageEvent, RecordedEvent } from '@parley/contracts/events';
import { type Assignee, conversation, ToConversation } from '@parley/conversations/domain/conversation';
import { AssignmentQueries } from '@parley/conversations/read/assignment.queries';
import type { BroadcastState } from '@parley/engage/domain/broadcast';
import { engageView } from '@parley/engage/read/engage.view';
import { SendingQueries } from '@parley/engage/read/sending.queries';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { causedBy } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';

type Received = RecordedEvent & Extract<MessageEvent, { type: 'MessageReceived' }>;

/**
 * Marks the conversation of a contact who replies to a broadcast, and assigns it as the broadcast's settings require.
 */
@Injectable()
export class BroadcastReplyReaction implements Reaction {
  readonly name = 'broadcast-reply';
  readonly prefixes = ['message-'];
  readonly types = ['MessageReceived'];

  constructor(
    private readonly sending: SendingQueries,
    private readonly assignments: AssignmentQueries,
    private readonly aggregates: Aggregates,
    private readonly commands: CommandBus,
    private readonly views: Views,
  ) {}

  laneOf(event: RecordedEvent): string {
    return (event as Received).data.conversationId;
  }

  /**
   * Selects messages in conversations that received a broadcast, with one query per batch: most conversations never
   * received one.
   */
  async select(events: RecordedEvent[]): Promise<RecordedEvent[]> {
    const received = events as Received[];
    const written = await this.sending.written(received.map(({ data }) => data.conversationId));
    return received.filter(({ data }) => !data.isAutomatic && written.has(data.conversationId));
  }

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as Received;
    const { customerId, position, time, data } = event;
    const id = data.conversationId;
    await this.views.catchUp(engageView.name, position);
    const answered = await this.sending.answered(customerId, id, time);
    if (!answered) return;
    const { content } = answered.state;
    const command = {
      ...({ type: 'AnswerBroadcast', broadcastId: answered.id, name: content.name } as const),
      to: await this.assigneeOf(customerId, id, content.replies),
    };
    // Another reaction also reopens the conversation for the same message; the second of the two changes nothing.
    const reopen = { type: 'ReopenForMessage', position } as const;
    await this.commands.execute(new ToConversation(id, reopen, causedBy(event, 'reopen', time)));
    await this.commands.execute(new ToConversation(id, command, causedBy(event, this.name, time)));
  }

  private async assigneeOf(
    customerId: string,
    conversationId: string,
    { to, id }: BroadcastState['content']['replies'],
  ): Promise<Assignee | null> {
    if (to === 'nobody') return null;
    if (to !== 'last') {
      const assignee = { userId: to === 'user' ? id : null, teamId: to === 'team' ? id : null };
      return (await this.isKnown(customerId, assignee)) ? assignee : null;
    }
    const { state } = await this.aggregates.load(conversation, 'conversation', conversationId, customerId);
    const { lastUserId } = state;
    const assignee = { userId: lastUserId, teamId: null };
    return lastUserId && (await this.isKnown(customerId, assignee)) ? assignee : null;
  }

  /** Whether the assignee, a user or a team, still exists; a deleted assignee gets no conversations. */
  private async isKnown(customerId: string, assignee: Assignee): Promise<boolean> {
    try {
      await this.assignments.requireAssignee(customerId, assignee);
      return true;
    } catch (error) {
      if (error instanceof Rejected) return false;
      throw error;
    }
  }
}
