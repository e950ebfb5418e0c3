import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf, type RecordedEvent } from '@parley/contracts/events';
import { causedBy } from '@parley/event-sourcing/decider/command';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { AssignmentQueries } from '../read/assignment.queries';
import { inboxView } from '../read/inbox.projector';
import { ToConversation } from '../domain/conversation';

const AT_ONCE = 500;

/** Removes a deleted team from all its conversations, including archived ones because they may be reopened. */
@Injectable()
export class LeaveDeletedTeam implements Reaction {
  readonly name = 'leave-deleted-team';
  readonly prefixes = ['team-'];
  readonly types = ['TeamDeleted'];

  constructor(
    private readonly commands: CommandBus,
    private readonly assignments: AssignmentQueries,
    private readonly views: Views,
  ) {}

  async react(event: RecordedEvent): Promise<void> {
    if (event.type !== 'TeamDeleted') return;
    const teamId = idOf(event.stream);
    const context = causedBy(event, this.name, event.time);
    for (let position = event.position; ;) {
      // Once the view has folded the deletion, no further conversation can be assigned to the team.
      await this.views.catchUp(inboxView.name, position);
      const ids = await this.assignments.assignedToTeam(event.customerId, teamId, AT_ONCE);
      if (ids.length === 0) return;
      for (const id of ids) {
        const left = await this.commands.execute(
          new ToConversation(id, { type: 'LeaveTeam', teamId }, context),
        );
        if (left.position && left.position > position) position = left.position;
      }
    }
  }
}
