import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf, type ConversationEvent, type RecordedEvent, type UserEvent } from '@parley/contracts/events';
import { causedBy } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { type Assignee, ToConversation } from '../domain/conversation';
import { AssignmentQueries } from '../read/assignment.queries';
import { inboxView } from '../read/inbox.projector';

type Seen = RecordedEvent & (UserEvent | ConversationEvent);

/** Codes of refusals that need no retry, because another command has changed the conversation since. */
const settled = ['assignment_changed', 'conversation_closed', 'not_found'];

/**
 * Reassigns the open conversations of a deleted user to the successor whom an admin named on deletion. A conversation
 * of the user that is reopened later, or was assigned to them during the deletion, goes back to its team or becomes
 * unassigned.
 */
@Injectable()
export class FarewellReaction implements Reaction {
  readonly name = 'farewell';
  readonly prefixes = ['user-', 'conversation-'];
  readonly types = ['UserDeleted', 'ConversationReopened', 'ConversationAssigned'];

  constructor(
    private readonly commands: CommandBus,
    private readonly assignments: AssignmentQueries,
    private readonly views: Views,
  ) {}

  /**
   * Selects the few events that reopen a conversation with, or assign it to, a deleted user, and skips all others.
   */
  async select(recorded: RecordedEvent[]): Promise<RecordedEvent[]> {
    const events = recorded as Seen[];
    const given = events.filter(isGiven);
    const last = given.at(-1);
    if (!last) return events.filter(({ type }) => type === 'UserDeleted');
    await this.views.catchUp(inboxView.name, last.position);
    const former = await this.assignments.withFormerAssignee(given.map(({ stream }) => idOf(stream)));
    return events.filter((event) =>
      isGiven(event) ? former.has(idOf(event.stream)) : event.type === 'UserDeleted',
    );
  }

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as Seen;
    const { customerId } = event;
    if (event.type === 'UserDeleted') {
      await this.views.catchUp(inboxView.name, event.position);
      const userId = idOf(event.stream);
      const { reassignTo } = event.data;
      for (const { id, teamId } of await this.assignments.openOf(customerId, userId)) {
        await this.assign(id, { userId, teamId }, reassigned(reassignTo, teamId), event);
      }
    } else if (isGiven(event)) {
      await this.views.catchUp(inboxView.name, event.position);
      const id = idOf(event.stream);
      const former = await this.assignments.formerAssignee(customerId, id);
      if (former) await this.assign(id, former, { userId: null, teamId: former.teamId }, event);
    }
  }

  private async assign(id: string, expected: Assignee, to: Assignee, event: RecordedEvent): Promise<void> {
    // The thread shows the assignment as made by the user who deleted the colleague.
    const context = { ...causedBy(event, this.name, event.time), actor: event.actor };
    try {
      await this.commands.execute(new ToConversation(id, { type: 'Assign', to, expected }, context));
    } catch (error) {
      if (!(error instanceof Rejected && settled.includes(error.code))) throw error;
    }
  }
}

/** The new assignee: a user as successor keeps the conversation's team; a team as successor replaces it. */
function reassigned(to: Assignee, teamId: string | null): Assignee {
  return to.teamId === null ? { userId: to.userId, teamId } : to;
}

/** Whether the event may leave a user as the assignee of the conversation. */
function isGiven(event: Seen): boolean {
  if (event.type === 'ConversationAssigned') return event.data.userId !== null;
  return event.type === 'ConversationReopened';
}
