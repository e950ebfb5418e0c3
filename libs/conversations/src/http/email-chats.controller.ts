import { Controller, Get, Query } from '@nestjs/common';
import type {
  Chat,
  ChatResponse,
  CountsResponse,
  EntriesPage,
  Page,
} from '@parley/contracts/api/conversations';
import {
  ChatsListQuery,
  EntriesQuery,
  OneQuery,
  PositionQuery,
} from '@parley/contracts/api/conversations.requests';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { inboxView } from '../read/inbox.projector';
import { CHATS_PER_PAGE, InboxQueries } from '../read/inbox.queries';
import { groupsOf, UnreadQueries } from '../read/unread.queries';
import { ChatsController, listAsked } from './chats.controller';
import { pageOf, ViewerReads } from './viewer-reads';

/** The lists of conversations by e-mail. What is done with one of them is done as with any other: see `ChatsController`. */
@Controller('api/v3')
@Requires('emailInbox:read')
export class EmailChatsController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly unreadChats: UnreadQueries,
    private readonly reads: ViewerReads,
    private readonly chats: ChatsController,
  ) {}

  @Get('email/count')
  counts(@CurrentPrincipal() me: Principal, @Query() query: OneQuery): Promise<CountsResponse> {
    return this.reads.read(me, inboxView.name, query.minPosition, async (viewer) => {
      const data = await this.inbox.counts(viewer, 'email');
      if (query.fields && !query.fields.split(',').includes('groups')) return { data };
      return { data, groups: groupsOf(viewer, data, await this.unreadChats.chats(viewer, 'email')) };
    });
  }

  @Get('email-chats/chats-list')
  list(@CurrentPrincipal() me: Principal, @Query() query: ChatsListQuery): Promise<Page<Chat>> {
    const asked = { ...query, list: listAsked(query), inbox: 'email' as const };
    return this.reads.read(me, inboxView.name, query.minPosition, async (viewer) => {
      const { chats, total, isCapped } = await this.inbox.list(viewer, asked);
      const page = pageOf(chats, total, query.page, CHATS_PER_PAGE);
      return isCapped ? { ...page, isTotalCapped: true } : page;
    });
  }

  @Get('email-chats/chats-list/:id')
  one(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() query: PositionQuery,
  ): Promise<ChatResponse> {
    return this.chats.one(me, id, query);
  }

  @Get('email-chats/:id/entries')
  entries(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() query: EntriesQuery,
  ): Promise<EntriesPage> {
    return this.chats.entries(me, id, query);
  }
}
