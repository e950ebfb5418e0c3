import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { SendResponse, WithdrawResponse } from '@parley/contracts/api/conversations';
import { SendRequest, WithdrawRequest } from '@parley/contracts/api/conversations.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Id } from '@parley/platform/http/id';
import { RequestKey } from '@parley/platform/http/new-id';
import { CurrentPrincipal, OpenedByCookie, Requires, type Principal } from '@parley/platform/http/principal';
import { Storage } from '@parley/platform/storage/storage';
import { InboxQueries } from '../read/inbox.queries';
import { TranscriptQueries } from '../read/transcript.queries';
import { VisibleChats } from '../read/visible-chats';
import { SendMessage } from '../write/send-message';
import { UndoSend } from '../write/undo-send';

@Controller('api/v3')
@Requires('inbox:read')
export class MessagesController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly visible: VisibleChats,
    private readonly transcript: TranscriptQueries,
    private readonly sending: SendMessage,
    private readonly withdrawing: UndoSend,
    private readonly storage: Storage,
  ) {}

  @Post('messages/send')
  @HttpCode(200)
  async send(
    @CurrentPrincipal() me: Principal,
    @RequestKey() key: string,
    @Body() request: SendRequest,
  ): Promise<SendResponse> {
    const { idempotencyKey = key } = request;
    const seen = await this.visible.find(me, request.chat.id);
    return this.sending.sendIn(seen, { ...request, idempotencyKey }, requestedNow(me));
  }

  @Post('messages/withdraw')
  @HttpCode(200)
  withdraw(@CurrentPrincipal() me: Principal, @Body() request: WithdrawRequest): Promise<WithdrawResponse> {
    return this.withdrawing.withdraw(request.idempotencyKey, requestedNow(me));
  }

  /** Redirects to a URL that opens the file for a few minutes. */
  @Get('assets/:messageId/:assetId')
  @OpenedByCookie()
  async asset(
    @CurrentPrincipal() me: Principal,
    @Id('messageId') messageId: string,
    @Id('assetId') assetId: string,
    @Res() response: Response,
  ): Promise<void> {
    const asset = await this.transcript.findAsset(await this.inbox.viewer(me), messageId, assetId);
    const url = await this.storage.signedUrl(asset.path, {
      contentType: asset.contentType,
      fileName: asset.fileName ?? undefined,
      inline: asset.category !== 'document',
    });
    response.setHeader('Cache-Control', 'private, max-age=120').redirect(302, url);
  }
}
