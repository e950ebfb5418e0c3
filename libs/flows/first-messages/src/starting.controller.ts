import { Body, Controller, Get, HttpCode, Post, Query, UploadedFile, UseInterceptors } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import type { AssetResponse } from '@parley/contracts/api/conversations';
import type {
  ChannelsNamedResponse,
  RecipientsResponse,
  StartResponse,
} from '@parley/contracts/api/starting';
import { ChannelsNamedQuery, RecipientsQuery, StartRequest } from '@parley/contracts/api/starting.requests';
import { MAX_ASSET_SIZE } from '@parley/contracts/rules/asset-limit';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { RecipientQueries } from '@parley/conversations/read/recipient.queries';
import type { UploadedFile as File } from '@parley/conversations/write/upload-asset';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { StartConversation } from './start-conversation';
import { StartFiles } from './start-files';

/** Conversations that agents begin. */
@Controller('api/v3/conversation-starts')
@Requires('inbox:read')
export class StartingController {
  constructor(
    private readonly starting: StartConversation,
    private readonly files: StartFiles,
    private readonly recipients: RecipientQueries,
    private readonly inbox: InboxQueries,
    private readonly channels: ChannelQueries,
  ) {}

  @Post()
  @HttpCode(200)
  start(@CurrentPrincipal() me: Principal, @Body() request: StartRequest): Promise<StartResponse> {
    return this.starting.start(me, request, requestedNow(me));
  }

  /**
   * Uploads a file for a first message. Only the user who uploaded it can send it; if it is not sent, it expires
   * after a day.
   */
  @Post('assets')
  @UseInterceptors(FileInterceptor('file', { limits: { fileSize: MAX_ASSET_SIZE, files: 1, fields: 0 } }))
  upload(@CurrentPrincipal() me: Principal, @UploadedFile() file: File | undefined): Promise<AssetResponse> {
    return this.files.upload(me, file, requestedNow(me));
  }

  @Get('recipients')
  async find(
    @CurrentPrincipal() me: Principal,
    @Query() query: RecipientsQuery,
  ): Promise<RecipientsResponse> {
    const viewer = { ...(await this.inbox.viewer(me)), hasContactsModule: me.can('read', 'contacts') };
    return { data: await this.recipients.find(viewer, query) };
  }

  @Get('channels')
  async named(
    @CurrentPrincipal() me: Principal,
    @Query() { name }: ChannelsNamedQuery,
  ): Promise<ChannelsNamedResponse> {
    return { data: await this.channels.named(me, name) };
  }
}
