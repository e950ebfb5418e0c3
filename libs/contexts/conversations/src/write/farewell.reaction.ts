import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf, type ConversationEvent, type RecordedEvent, type UserEvent } from '@parley/contracts/events';
import { causedBy } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import type { Assignee } from '../domain/conversation';
import { AssignmentQueries } from '../read/assignment.queries';
import { inboxView } from '../read/inbox.projector';
import { ToConversation } from './conversation.handler';

type Seen = RecordedEvent & (UserEvent | ConversationEvent);

/** Rules that say no to what somebody else has settled meanwhile. */
const settled = ['assignment_changed', 'conversation_closed', 'not_found'];

/**
 * No open conversation stays with somebody who was deleted: theirs go to whoever was named then, and one that is
 * reopened or was assigned to them in the same moment goes back to its team, or to the new ones.
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

  /** Few conversations are given to somebody who is gone. */
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
    // Whoever deleted them said who gets what: in the thread it is they who assign.
    const context = { ...causedBy(event, this.name, event.time), actor: event.actor };
    try {
      await this.commands.execute(new ToConversation(id, { type: 'Assign', to, expected }, context));
    } catch (error) {
      if (!(error instanceof Rejected && settled.includes(error.code))) throw error;
    }
  }
}

/** A colleague takes it within its team; a team takes it from whatever team it was in. */
function reassigned(to: Assignee, teamId: string | null): Assignee {
  return to.teamId === null ? { userId: to.userId, teamId } : to;
}

/** Somebody has it from here on, or again. */
function isGiven(event: Seen): boolean {
  if (event.type === 'ConversationAssigned') return event.data.userId !== null;
  return event.type === 'ConversationReopened';
}
