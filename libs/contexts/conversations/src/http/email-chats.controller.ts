import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import type {
  Chat,
  ChatResponse,
  CommandResponse,
  CountsResponse,
  CreatedResponse,
  EntriesPage,
  Page,
} from '@parley/contracts/api/conversations';
import {
  ChatsListQuery,
  EntriesQuery,
  JoinRequest,
  MoveMailRequest,
  OneQuery,
  PositionQuery,
} from '@parley/contracts/api/conversations.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { InboxQueries } from '../read/inbox.queries';
import { MoveMails } from '../write/move-mails';
import { ChatsController } from './chats.controller';
import { ViewerReads } from './viewer-reads';

/** Serves the lists of e-mail conversations. `ChatsController` serves the actions on a single conversation. */
@Controller('api/v3')
@Requires('emailInbox:read')
export class EmailChatsController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly reads: ViewerReads,
    private readonly chats: ChatsController,
    private readonly moves: MoveMails,
  ) {}

  @Get('email/count')
  counts(@CurrentPrincipal() me: Principal, @Query() query: OneQuery): Promise<CountsResponse> {
    return this.reads.counts(me, 'email', query);
  }

  @Get('email-chats/chats-list')
  list(@CurrentPrincipal() me: Principal, @Query() query: ChatsListQuery): Promise<Page<Chat>> {
    return this.reads.list(me, 'email', query);
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

  /** Moves an e-mail into a new conversation, or into another one of its contact. */
  @Post('email-chats/entries/:id/move')
  @HttpCode(200)
  async move(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() place: MoveMailRequest,
  ): Promise<CreatedResponse> {
    return this.moves.move(await this.inbox.viewer(me), id, place, requestedNow(me));
  }

  /** Joins the conversation into another one of its contact. */
  @Post('email-chats/:id/join')
  @HttpCode(200)
  async join(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { into }: JoinRequest,
  ): Promise<CommandResponse> {
    return this.moves.join(await this.inbox.viewer(me), id, into, requestedNow(me));
  }

  /** Undoes the join of a conversation. */
  @Post('email-chats/:id/part')
  @HttpCode(200)
  async part(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.moves.part(await this.inbox.viewer(me), id, requestedNow(me));
  }
}
