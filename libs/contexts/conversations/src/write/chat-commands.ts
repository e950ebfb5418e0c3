import { Injectable } from '@nestjs/common';
import type { BulkAction } from '@parley/contracts/api/conversations';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Viewer } from '@parley/access-rules/viewer';
import type { Assignee, ConversationCommand } from '../domain/conversation';
import { AssignmentQueries } from '../read/assignment.queries';
import { InboxQueries, type SendFacts } from '../read/inbox.queries';
import { transcriptView } from '../read/transcript.projector';

/** The part of a request that is the same whether it acts on one conversation or on several. */
export interface ChatRequest {
  action: BulkAction | 'unarchive' | 'untag' | 'delete' | 'snooze' | 'wake';
  tagId?: string;
  /** Position of the newest entry that the user had seen. */
  seenUpTo?: string;
}

/** The part of a request that concerns a single conversation. */
export interface ChatAsked {
  to?: Assignee;
  expected?: Assignee;
  /** For snooze: the time at which the snooze ends; null for a snooze until the contact writes. */
  until?: string | null;
}

/** Builds the command for one conversation from the conversation's data. */
type CommandFor = (facts: SendFacts, asked: ChatAsked) => ConversationCommand | Promise<ConversationCommand>;

/** Turns requests into commands, in the same way for one conversation and for several. */
@Injectable()
export class ChatCommands {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly assignments: AssignmentQueries,
    private readonly views: Views,
  ) {}

  /**
   * Reads the data that all conversations of the request share.
   * @throws NotFound if there is no such tag
   * @throws Rejected if the action is impossible for every conversation
   */
  async of({ action, tagId = '', seenUpTo }: ChatRequest, viewer: Viewer): Promise<CommandFor> {
    const { customerId, userId } = viewer;
    switch (action) {
      case 'assign':
        return async (_facts, { to, expected }) => {
          if (!to || !expected) throw new Rejected('invalid_input', 'to and expected');
          await this.assignments.requireAssignee(customerId, to);
          return { type: 'Assign', to, expected };
        };
      case 'archive': {
        const seen = await this.visibleUpTo(seenUpTo);
        return ({ channel }) => ({
          type: 'Archive',
          seenUpTo: seen,
          unassign: channel?.settings.unassignOnArchive ?? false,
        });
      }
      case 'snooze': {
        const seen = await this.visibleUpTo(seenUpTo);
        return (_facts, { until = null }) => {
          return { type: 'Snooze', until, seenUpTo: seen, userId, now: new Date().toISOString() };
        };
      }
      case 'wake':
        return () => ({ type: 'Wake', at: null });
      case 'unarchive':
        return () => ({ type: 'Unarchive' });
      case 'tag':
      case 'untag': {
        const [own, ...aliases] = await this.inbox.idsOfTag(viewer, tagId);
        return () => ({ type: action === 'tag' ? 'Tag' : 'Untag', tagId: own, aliases });
      }
      case 'read': {
        const seen = await this.visibleUpTo(seenUpTo);
        return () => ({ type: 'MarkRead', userId, seenUpTo: seen });
      }
      case 'unread':
        return async ({ chat }) => {
          const position = await this.inbox.lastInboundPosition(customerId, chat.id);
          if (position === null) throw new Rejected('nothing_to_read');
          return { type: 'MarkUnread', userId, position };
        };
      case 'delete':
        return async ({ chat, channel }) => {
          const newest = await this.inbox.newestArrival(customerId, chat.id);
          const seen = await this.visibleUpTo(seenUpTo);
          if (newest !== null && newest > seen) throw new Rejected('conversation_changed');
          return { type: 'Delete', seenUpTo: seen, mayDelete: channel?.settings.mayDelete ?? false };
        };
    }
  }

  /**
   * Limits the seen position to the position of the view behind the threads, because a later one would mark messages
   * as seen that no user can have seen.
   */
  private async visibleUpTo(seenUpTo: string | undefined): Promise<string> {
    const shown = await this.views.checkpoint(transcriptView.name);
    return seenUpTo !== undefined && seenUpTo < shown ? seenUpTo : shown;
  }
}
