import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Post,
  Query,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { FileInterceptor } from '@nestjs/platform-express';
import type {
  ActiveChatLogResponse,
  AssetResponse,
  Chat,
  ChatResponse,
  CommandResponse,
  CountsResponse,
  CreatedResponse,
  EntriesPage,
  EntryResponse,
  OpeningResponse,
  Page,
  TeamCount,
} from '@parley/contracts/api/conversations';
import {
  AssignRequest,
  ChatsListQuery,
  NoteRequest,
  OneQuery,
  DeleteQuery,
  EntriesQuery,
  OpeningQuery,
  PositionQuery,
  SeenRequest,
  SnoozeRequest,
  TagRequest,
} from '@parley/contracts/api/conversations.requests';
import { MAX_ASSET_SIZE } from '@parley/contracts/rules/asset-limit';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Drafts } from '../drafts/drafts';
import { AssignmentQueries } from '../read/assignment.queries';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';
import { transcriptView } from '../read/transcript.projector';
import { activeChatLog } from '../read/active-chat-log';
import { TranscriptQueries } from '../read/transcript.queries';
import { VisibleChats } from '../read/visible-chats';
import { AddNote } from '../write/add-note';
import { ChatCommands, type ChatAsked, type ChatRequest } from '../write/chat-commands';
import { pageOf, ViewerReads } from './viewer-reads';
import { ToConversation } from '../domain/conversation';
import { UploadAsset, type UploadedFile as File } from '../write/upload-asset';

@Controller('api/v3')
@Requires('inbox:read')
export class ChatsController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly visible: VisibleChats,
    private readonly assignments: AssignmentQueries,
    private readonly transcript: TranscriptQueries,
    private readonly views: Views,
    private readonly reads: ViewerReads,
    private readonly requests: ChatCommands,
    private readonly commands: CommandBus,
    private readonly assets: UploadAsset,
    private readonly drafts: Drafts,
    private readonly notes: AddNote,
  ) {}

  @Get('messaging/count')
  counts(@CurrentPrincipal() me: Principal, @Query() query: OneQuery): Promise<CountsResponse> {
    return this.reads.counts(me, 'messaging', query);
  }

  /** The users who worked on a conversation, and when. */
  @Get('messaging-chats/:id/active-chat-log')
  activeChatLog(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() query: PositionQuery,
  ): Promise<ActiveChatLogResponse> {
    return this.reads.read(me, transcriptView.name, query.minPosition, async (viewer) => {
      await this.inbox.findVisible(viewer, id);
      return { data: activeChatLog(await this.transcript.workOn(me.customerId, id)) };
    });
  }

  /**
   * The number of open conversations of each team, including those that the user may not see, for setting up teams.
   */
  @Get('messaging/count/teams')
  @Requires('teams:update')
  teamCounts(
    @CurrentPrincipal() me: Principal,
    @Query() query: PositionQuery,
  ): Promise<{ data: TeamCount[] } & Fresh> {
    return this.views.read(inboxView.name, query.minPosition, async () => ({
      data: await this.assignments.openByTeam(me.customerId),
    }));
  }

  @Get('messaging-chats/chats-list')
  list(@CurrentPrincipal() me: Principal, @Query() query: ChatsListQuery): Promise<Page<Chat>> {
    return this.reads.list(me, 'messaging', query);
  }

  @Get('messaging-chats/chats-list/:id')
  one(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() query: PositionQuery,
  ): Promise<ChatResponse> {
    return this.reads.readInbox(me, query.minPosition, async (viewer) => {
      const { chat, position } = await this.inbox.findVisible(viewer, id);
      return { chat, position };
    });
  }

  /** The contact's other conversations that this user may see. */
  @Get('messaging-chats/:id/others')
  others(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() query: PositionQuery,
  ): Promise<{ data: Chat[] } & Fresh> {
    return this.reads.read(me, inboxView.name, query.minPosition, async (viewer) => {
      const { chat } = await this.inbox.findVisible(viewer, id);
      return { data: await this.inbox.othersOf(viewer, chat) };
    });
  }

  @Get('messaging-chats/:id/entries')
  async entries(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() query: EntriesQuery,
  ): Promise<EntriesPage> {
    const isNewest = query.page === 1 && !(query.before ?? query.after ?? query.around);
    if (isNewest) return (await this.reads.open(me, id, query)).entries;
    return this.reads.read(me, transcriptView.name, query.minPosition, async (viewer) => {
      const { entries, total, newer } = await this.transcript.entries(viewer, { chatId: id, ...query });
      // The page is empty, perhaps because the user may not see the conversation: then this throws NotFound.
      if (entries.length === 0) await this.inbox.findVisible(viewer, id);
      const page = Math.floor(newer / query.limit) + 1;
      return {
        ...pageOf(entries, total, page, query.limit),
        hasOlder: newer + entries.length < total,
        hasNewer: newer > 0,
      };
    });
  }

  /** The data with which a client opens a conversation: its row and its newest entries. */
  @Get('messaging-chats/:id/opening')
  open(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { limit, minPosition }: OpeningQuery,
  ): Promise<OpeningResponse> {
    return this.reads.open(me, id, { limit, minPosition });
  }

  @Get('messaging-chats/entries/:id')
  entry(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() query: PositionQuery,
  ): Promise<EntryResponse> {
    return this.reads.read(me, transcriptView.name, query.minPosition, async (viewer) => ({
      entry: await this.transcript.findVisible(viewer, id),
    }));
  }

  @Post('messaging-chats/:id/assign')
  @HttpCode(200)
  assign(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { userId, teamId, expected }: AssignRequest,
  ) {
    return this.carryOut(me, id, { action: 'assign' }, { to: { userId, teamId }, expected });
  }

  @Post('messaging-chats/:id/archive')
  @HttpCode(200)
  archive(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Body() { seenUpTo }: SeenRequest) {
    return this.carryOut(me, id, { action: 'archive', seenUpTo });
  }

  @Post('messaging-chats/:id/snooze')
  @HttpCode(200)
  snooze(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { until, seenUpTo }: SnoozeRequest,
  ) {
    return this.carryOut(me, id, { action: 'snooze', seenUpTo }, { until });
  }

  @Post('messaging-chats/:id/wake')
  @HttpCode(200)
  wake(@CurrentPrincipal() me: Principal, @Id('id') id: string) {
    return this.carryOut(me, id, { action: 'wake' });
  }

  @Post('messaging-chats/:id/unarchive')
  @HttpCode(200)
  unarchive(@CurrentPrincipal() me: Principal, @Id('id') id: string) {
    return this.carryOut(me, id, { action: 'unarchive' });
  }

  /** Deletes the conversation for all users, if its channel allows that and the user has seen its newest message. */
  @Delete('messaging-chats/:id')
  @Requires('inbox:delete')
  async remove(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Query() { seenUpTo }: DeleteQuery) {
    const deleted = await this.carryOut(me, id, { action: 'delete', seenUpTo });
    await this.drafts.forgetChat(me.customerId, id);
    return deleted;
  }

  @Post('messaging-chats/:id/read')
  @HttpCode(200)
  read(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Body() { seenUpTo }: SeenRequest) {
    return this.carryOut(me, id, { action: 'read', seenUpTo });
  }

  @Post('messaging-chats/:id/unread')
  @HttpCode(200)
  unread(@CurrentPrincipal() me: Principal, @Id('id') id: string) {
    return this.carryOut(me, id, { action: 'unread' });
  }

  @Post('messaging-chats/:id/tags')
  @HttpCode(200)
  tag(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Body() { tagId }: TagRequest) {
    return this.carryOut(me, id, { action: 'tag', tagId });
  }

  @Delete('messaging-chats/:id/tags/:tagId')
  untag(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Id('tagId') tagId: string) {
    return this.carryOut(me, id, { action: 'untag', tagId });
  }

  /** Adds a note for colleagues, even if the user may not reply to the contact. */
  @Post('messaging-chats/:id/internal-comments')
  async comment(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() request: NoteRequest,
  ): Promise<CreatedResponse> {
    return this.notes.add(await this.inbox.viewer(me), id, request, requestedNow(me));
  }

  @Post('messaging-chats/:id/assets')
  @UseInterceptors(FileInterceptor('file', { limits: { fileSize: MAX_ASSET_SIZE, files: 1, fields: 0 } }))
  async upload(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @UploadedFile() file: File | undefined,
  ): Promise<AssetResponse> {
    return this.assets.upload(await this.inbox.viewer(me), id, file, requestedNow(me));
  }

  /**
   * @throws NotFound if the user may not see the conversation; and the errors of `ChatCommands` and of the domain
   * rules
   */
  private async carryOut(
    me: Principal,
    id: string,
    request: ChatRequest,
    asked: ChatAsked = {},
  ): Promise<CommandResponse> {
    const facts = await this.visible.find(me, id);
    const commandFor = await this.requests.of(request, facts.viewer);
    const command = new ToConversation(id, await commandFor(facts, asked), requestedNow(me));
    return carryOut(this.commands, command);
  }
}
