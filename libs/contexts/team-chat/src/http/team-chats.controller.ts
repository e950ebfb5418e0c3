import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Patch,
  Post,
  Put,
  Query,
  Res,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Response } from 'express';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { EntriesQuery, PositionQuery } from '@parley/contracts/api/conversations.requests';
import { PublicChatQuery } from '@parley/contracts/api/specification.requests';
import type { ChatDraftsResponse, DraftsResponse } from '@parley/contracts/api/drafts';
import { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import {
  MAX_TEAM_FILE_SIZE,
  type TeamChatEntriesPage,
  type TeamChatEntry,
  type TeamChatFile,
  type TeamChatParticipant,
  type TeamChatResponse,
  type TeamChatSent,
  type TeamChatsResponse,
  type TeamCountResponse,
} from '@parley/contracts/api/team-chats';
import {
  ChangeTeamChatRequest,
  EditTeamChatEntryRequest,
  StartTeamChatRequest,
  TeamChatEntryRequest,
  TeamChatParticipantRequest,
  TeamChatReactionRequest,
  TeamChatsQuery,
  TeamChatStatusRequest,
} from '@parley/contracts/api/team-chats.requests';
import { SentDrafts } from '@parley/drafts/sent-drafts';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { RequestKey } from '@parley/platform/http/new-id';
import { CurrentPrincipal, OpenedByCookie, Requires, type Principal } from '@parley/platform/http/principal';
import { Storage } from '@parley/platform/storage/storage';
import { TeamChatDrafts } from '../drafts/drafts';
import { participantIdOf } from '../ids';
import { teamChatView } from '../read/team-chat.projector';
import { TeamChatQueries } from '../read/team-chat.queries';
import { teamThreadView } from '../read/team-thread.projector';
import { TeamThreadQueries } from '../read/team-thread.queries';
import { TeamChats } from '../write/team-chats';
import { UploadFile, type UploadedFile as File } from '../write/upload-file';

/** Serves team chats to their participants. A user who left a chat sees only the entries from before. */
@Controller('api/v3')
@Requires('teamChats:read')
export class TeamChatsController {
  constructor(
    private readonly queries: TeamChatQueries,
    private readonly threads: TeamThreadQueries,
    private readonly chats: TeamChats,
    private readonly uploads: UploadFile,
    private readonly drafts: TeamChatDrafts,
    private readonly sent: SentDrafts,
    private readonly views: Views,
    private readonly storage: Storage,
  ) {}

  @Get('team/count')
  count(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<TeamCountResponse> {
    return this.views.read(teamChatView.name, minPosition, async () => ({
      data: await this.queries.counts(me),
    }));
  }

  @Get('team-chats')
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition, ...asked }: TeamChatsQuery,
  ): Promise<TeamChatsResponse> {
    return this.views.read(teamChatView.name, minPosition, () => this.queries.list(me, asked));
  }

  @Post('team-chats')
  @HttpCode(200)
  start(@CurrentPrincipal() me: Principal, @Body() request: StartTeamChatRequest): Promise<CreatedResponse> {
    return this.chats.start(me, request, requestedNow(me));
  }

  /** Marks all of the user's chats as delivered or read. */
  @Patch('team-chats/entries')
  async markAll(
    @CurrentPrincipal() me: Principal,
    @Body() { status }: TeamChatStatusRequest,
  ): Promise<Partial<CommandResponse>> {
    return (await this.chats.mark(me, null, { status }, requestedNow(me))) ?? {};
  }

  @Get('team-chats/drafts')
  allDrafts(@CurrentPrincipal() me: Principal): Promise<DraftsResponse> {
    return this.drafts.list(me);
  }

  @Get('team-chats/:id')
  one(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: PublicChatQuery,
  ): Promise<TeamChatResponse> {
    return this.views.read(teamChatView.name, minPosition, async () => ({
      chat: await this.queries.find(me, id),
    }));
  }

  @Patch('team-chats/:id')
  change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() request: ChangeTeamChatRequest,
  ): Promise<CommandResponse> {
    return this.chats.change(me, id, request, requestedNow(me));
  }

  /** Archives the chat for all participants. */
  @Delete('team-chats/:id')
  delete(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.chats.delete(me, id, requestedNow(me));
  }

  @Get('team-chats/:id/drafts')
  draftsOf(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<ChatDraftsResponse> {
    return this.drafts.find(me, id);
  }

  @Put('team-chats/:id/drafts')
  @HttpCode(204)
  async saveDraft(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() request: SaveDraftRequest,
  ): Promise<void> {
    await this.drafts.saveIn(me, id, request);
  }

  @Get('team-chats/:id/participants')
  participants(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: TeamChatParticipant[] } & Fresh> {
    return this.views.read(teamChatView.name, minPosition, async () => ({
      data: (await this.queries.find(me, id)).participants,
    }));
  }

  /** Marks the chat as delivered or read if the request has a status; without a status, the user leaves the chat. */
  @Patch('team-chats/:id/participants/:participantId')
  async changeParticipant(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('participantId') participantId: string,
    @Body() { chatStatus }: TeamChatParticipantRequest = {},
  ): Promise<Partial<CommandResponse>> {
    if (!chatStatus) return this.chats.leave(me, id, participantId, requestedNow(me));
    await this.requireOwn(me, id, participantId);
    return (await this.chats.mark(me, id, { status: chatStatus }, requestedNow(me))) ?? {};
  }

  @Get('team-chats/:id/participants/:participantId/entries')
  async entries(
    @CurrentPrincipal() me: Principal,
    @Id('id') chatId: string,
    @Id('participantId') participantId: string,
    @Query() { minPosition, page, limit, sort: _sort, ...near }: EntriesQuery,
  ): Promise<TeamChatEntriesPage> {
    await this.requireOwn(me, chatId, participantId);
    return this.views.read(teamThreadView.name, minPosition, async () => {
      const asked = { chatId, page, limit, ...near };
      const { entries: data, total, newer } = await this.threads.entries(me, asked);
      return {
        ...{ data, count: data.length, total, page, perPage: limit },
        pageCount: Math.ceil(total / limit),
        hasOlder: total > newer + data.length,
        hasNewer: newer > 0,
      };
    });
  }

  @Patch('team-chats/:id/participants/:participantId/entries')
  async mark(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('participantId') participantId: string,
    @Body() request: TeamChatStatusRequest,
  ): Promise<Partial<CommandResponse>> {
    await this.requireOwn(me, id, participantId);
    return (await this.chats.mark(me, id, request, requestedNow(me))) ?? {};
  }

  @Patch('team-chats/:id/participants/:participantId/entries/:entryId')
  async markEntry(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('participantId') participantId: string,
    @Id('entryId') entryId: string,
    @Body() { status }: TeamChatStatusRequest,
  ): Promise<Partial<CommandResponse>> {
    await this.requireOwn(me, id, participantId);
    const { position: upTo } = await this.threads.find(me, id, entryId);
    return (await this.chats.mark(me, id, { status, upTo }, requestedNow(me))) ?? {};
  }

  @Post('team-chats/:id/entries')
  @HttpCode(200)
  async send(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @RequestKey() key: string,
    @Body() { draftVersion, draftSeen, type: _type, tmpId = key, ...request }: TeamChatEntryRequest,
  ): Promise<TeamChatSent> {
    const whose = { userId: me.userId, chatId: id, kind: 'reply' as const };
    return this.sent.sendOnce(
      whose,
      { idempotencyKey: tmpId, draftVersion, draftSeen },
      (sentAs) => this.chats.isSent(me, id, sentAs),
      () => this.chats.send(me, id, { ...request, tmpId }, requestedNow(me)),
    );
  }

  @Get('team-chats/:id/entries/:entryId')
  entry(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('entryId') entryId: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ entry: TeamChatEntry } & Fresh> {
    return this.views.read(teamThreadView.name, minPosition, async () => ({
      entry: await this.threads.find(me, id, entryId),
    }));
  }

  @Patch('team-chats/:id/entries/:entryId')
  edit(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('entryId') entryId: string,
    @Body() request: EditTeamChatEntryRequest,
  ): Promise<CommandResponse> {
    return this.chats.edit(me, id, entryId, request, requestedNow(me));
  }

  @Delete('team-chats/:id/entries/:entryId')
  deleteEntry(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('entryId') entryId: string,
  ): Promise<CommandResponse> {
    return this.chats.deleteEntry(me, id, entryId, requestedNow(me));
  }

  @Put('team-chats/:id/entries/:entryId/reaction')
  react(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('entryId') entryId: string,
    @Body() { emoji }: TeamChatReactionRequest,
  ): Promise<CommandResponse> {
    return this.chats.react(me, id, entryId, emoji, requestedNow(me));
  }

  @Post('team-chats/:id/assets')
  @UseInterceptors(FileInterceptor('file', { limits: { fileSize: MAX_TEAM_FILE_SIZE, files: 1, fields: 0 } }))
  upload(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @UploadedFile() file: File | undefined,
  ): Promise<TeamChatFile> {
    return this.uploads.upload(me, id, file, requestedNow(me));
  }

  /** Redirects to a URL that opens the file for a few minutes. */
  @Get('assets/team-chat-entries/:entryId/:assetId')
  @OpenedByCookie()
  async file(
    @CurrentPrincipal() me: Principal,
    @Id('entryId') entryId: string,
    @Id('assetId') assetId: string,
    @Res() response: Response,
  ): Promise<void> {
    const { path, contentType, fileName } = await this.threads.findFile(me, entryId, assetId);
    const inline = /^(image|video|audio)\//.test(contentType);
    const url = await this.storage.signedUrl(path, { contentType, fileName, inline });
    response.setHeader('Cache-Control', 'private, max-age=120').redirect(302, url);
  }

  /** @throws NotFound if the user never took part in the chat, or `participantId` belongs to another user */
  private async requireOwn(me: Principal, chatId: string, participantId: string): Promise<void> {
    if (participantId !== participantIdOf(chatId, me.userId)) throw new NotFound();
    await this.queries.find(me, chatId);
  }
}
