import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { BulkResponse, BulkResult } from '@parley/contracts/api/conversations';
import { BulkRequest } from '@parley/contracts/api/conversations.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import type { ConversationCommand } from '../domain/conversation';
import { AssignmentQueries } from '../read/assignment.queries';
import { InboxQueries, type ComposerFacts } from '../read/inbox.queries';
import type { Viewer } from '@parley/event-sourcing/visibility/viewer';
import { ToConversation } from '../write/conversation.handler';
import { visibleUpTo } from './visible-up-to';

/** What to do with one of the conversations, by what is known of it. */
type CommandFor = (
  facts: ComposerFacts,
  asked: BulkRequest['chats'][number],
) => ConversationCommand | Promise<ConversationCommand>;

/** One thing done with several conversations. What one of them refuses says nothing of the others. */
@Controller('api/v3')
@Requires('inbox:read')
export class BulkController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly assignments: AssignmentQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Post('messaging-chats/bulk')
  @HttpCode(200)
  async bulk(@CurrentPrincipal() me: Principal, @Body() request: BulkRequest): Promise<BulkResponse> {
    const viewer = await this.inbox.viewer(me);
    const commandFor = await this.commandsOf(request, viewer);
    const results: BulkResult[] = [];
    let last = '';
    for (const asked of request.chats) {
      const { id } = asked;
      try {
        const command = await commandFor(await this.inbox.findVisible(viewer, id), asked);
        const done = await this.commands.execute(new ToConversation(id, command, requestedNow(me)));
        if (done.position && done.position > last) last = done.position;
        results.push({ id, ok: true, changed: done.events.length > 0 });
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        results.push({ id, ok: false, code: error.code, ...error.members });
      }
    }
    return { position: last, results };
  }

  /** @throws Rejected where what is asked for can be done with none of them */
  private async commandsOf(
    { action, tagId, seenUpTo = '' }: BulkRequest,
    viewer: Viewer,
  ): Promise<CommandFor> {
    const { customerId, userId } = viewer;
    switch (action) {
      case 'assign':
        return async (_facts, { to, expected }) => {
          if (!to || !expected) throw new Rejected('invalid_input', 'to and expected');
          await this.assignments.requireAssignee(customerId, to);
          return { type: 'Assign', to, expected };
        };
      case 'archive': {
        const seen = await visibleUpTo(this.views, seenUpTo);
        return ({ channel }) => ({
          type: 'Archive',
          seenUpTo: seen,
          unassign: channel?.settings.unassignOnArchive ?? false,
        });
      }
      case 'tag': {
        const [own, ...aliases] = await this.inbox.idsOfTag(viewer, tagId!);
        return () => ({ type: 'Tag', tagId: own, aliases });
      }
      case 'read': {
        const seen = await visibleUpTo(this.views, seenUpTo);
        return () => ({ type: 'MarkRead', userId, seenUpTo: seen });
      }
      case 'unread':
        return async ({ chat }) => {
          const position = await this.inbox.lastInboundPosition(customerId, chat.id);
          if (position === null) throw new Rejected('nothing_to_read');
          return { type: 'MarkUnread', userId, position };
        };
    }
  }
}
