import { Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { MentionableResponse, MentionsResponse } from '@parley/contracts/api/mentions';
import { MentionsQuery } from '@parley/contracts/api/mentions.requests';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { InboxQueries } from '../read/inbox.queries';
import { MentionQueries } from '../read/mention.queries';
import { Mentionable } from '../read/mentionable';
import { transcriptView } from '../read/transcript.projector';
import { ToConversation } from '../domain/conversation';
import { ViewerReads } from './viewer-reads';

@Controller('api/v3')
@Requires('inbox:read')
export class MentionsController {
  constructor(
    private readonly reads: ViewerReads,
    private readonly inbox: InboxQueries,
    private readonly mentions: MentionQueries,
    private readonly mentionable: Mentionable,
    private readonly commands: CommandBus,
  ) {}

  /** The user's own mentions, newest first. */
  @Get('mentions')
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { status, before, minPosition }: MentionsQuery,
  ): Promise<MentionsResponse> {
    return this.reads.read(me, transcriptView.name, minPosition, (viewer) =>
      this.mentions.list(viewer, { isSettled: status === 'settled', before }),
    );
  }

  /** The users and teams that a note in this conversation can mention. */
  @Get('messaging-chats/:id/mentionable')
  async whom(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<MentionableResponse> {
    const { chat } = await this.inbox.findVisible(await this.inbox.viewer(me), id);
    return this.mentionable.of(me.customerId, chat);
  }

  /** Settles the mention for this user only. */
  @Post('messaging-chats/:id/mentions/:noteId/settle')
  @HttpCode(200)
  settle(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Id('noteId') noteId: string) {
    return this.carryOut(me, id, 'SettleMention', noteId);
  }

  @Post('messaging-chats/:id/mentions/:noteId/reopen')
  @HttpCode(200)
  reopen(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Id('noteId') noteId: string) {
    return this.carryOut(me, id, 'ReopenMention', noteId);
  }

  /** Lets the writer of a note withdraw its mentions. */
  @Delete('messaging-chats/:id/mentions/:noteId')
  withdraw(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Id('noteId') noteId: string) {
    return this.carryOut(me, id, 'WithdrawMentions', noteId);
  }

  /** @throws NotFound if the user may not see the conversation, or the note does not mention the user */
  private async carryOut(
    me: Principal,
    chatId: string,
    type: 'SettleMention' | 'ReopenMention' | 'WithdrawMentions',
    commentId: string,
  ): Promise<CommandResponse> {
    const viewer = await this.inbox.viewer(me);
    await this.inbox.findVisible(viewer, chatId);
    const { userId, teamIds } = viewer;
    const command = new ToConversation(chatId, { type, commentId, userId, teamIds }, requestedNow(me));
    return carryOut(this.commands, command);
  }
}
