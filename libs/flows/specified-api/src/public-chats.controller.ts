import { Controller, Get, Query } from '@nestjs/common';
import { AccessQueries } from '@parley/access/read/access.queries';
import type { Chat } from '@parley/contracts/api/conversations';
import { PublicChatQuery } from '@parley/contracts/api/specification.requests';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import type { Viewer } from '@parley/access-rules/viewer';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { specifiedEntry } from './shapes/entry';
import { namesIn } from './shapes/fields';
import { contactOf } from './shapes/settings';

/**
 * Serves a conversation at the public path of the specification (section 7): with `end`, `assignedUser` and
 * `assignedTeam`, and with a page of entries if the query contains `entries` or a page. Team chats have the same
 * fields at `team-chats`.
 */
@Controller('api/v3')
@Requires('inbox:read')
export class PublicChatsController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly transcript: TranscriptQueries,
    private readonly access: AccessQueries,
  ) {}

  /** @throws NotFound if the user may not see the conversation or it does not exist */
  @Get('messaging-chats/:id')
  async one(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Query() query: PublicChatQuery) {
    const viewer = await this.inbox.viewer(me);
    const { chat } = await this.inbox.findVisible(viewer, id);
    const names = namesIn(query.fields);
    const wants = (name: string) => !names || names.includes(name);
    const withEntries = query.page !== undefined || query.limit !== undefined || names?.includes('entries');
    return {
      ...chat,
      contact: contactOf(chat),
      end: wants('end') ? await this.endOf(chat, me) : null,
      assignedUser: wants('assignedUser') ? await this.userOf(chat, me) : null,
      assignedTeam: wants('assignedTeam') ? await this.teamOf(chat, me) : null,
      ...(withEntries && { entries: await this.entriesOf(viewer, id, query) }),
    };
  }

  /**
   * Serves a conversation by e-mail in the same way.
   * @throws NotFound if the user may not see it or it does not exist
   */
  @Get('email-chats/:id')
  @Requires('emailInbox:read')
  email(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Query() query: PublicChatQuery) {
    return this.one(me, id, query);
  }

  private async endOf({ id, status }: Chat, { customerId }: Principal): Promise<string | null> {
    return status === 'closed' ? this.transcript.archivedAt(customerId, id) : null;
  }

  private async userOf({ assignedUserId }: Chat, { customerId }: Principal) {
    if (!assignedUserId) return null;
    const { id, displayName, email } = await this.access.user(customerId, assignedUserId);
    return { id, displayName, name: displayName, email };
  }

  private async teamOf({ assignedTeamId }: Chat, { customerId }: Principal) {
    if (!assignedTeamId) return null;
    try {
      const { id, name, colour } = await this.access.team(customerId, assignedTeamId);
      return { id, name, colour };
    } catch (error) {
      // A team may have been deleted although a conversation is still assigned to it for a moment.
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  private async entriesOf(viewer: Viewer, chatId: string, { page = 1, limit = 50 }: PublicChatQuery) {
    const { entries } = await this.transcript.entries(viewer, { chatId, page, limit });
    return entries.map(specifiedEntry);
  }
}
