import { Body, Controller, Get, HttpCode, Put } from '@nestjs/common';
import type { ChatDraftsResponse, DraftsResponse } from '@parley/contracts/api/drafts';
import { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Drafts } from '../drafts/drafts';
import { InboxQueries } from '../read/inbox.queries';

/** Serves a user's own drafts; no other user can read them. */
@Controller('api/v3')
@Requires('inbox:read')
export class DraftsController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly drafts: Drafts,
  ) {}

  @Get('drafts')
  async list(@CurrentPrincipal() me: Principal): Promise<DraftsResponse> {
    return this.drafts.list(await this.inbox.viewer(me));
  }

  @Get('messaging-chats/:id/drafts')
  async ofChat(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<ChatDraftsResponse> {
    return this.drafts.find(await this.inbox.viewer(me), id);
  }

  @Put('messaging-chats/:id/drafts')
  @HttpCode(204)
  async save(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() request: SaveDraftRequest,
  ): Promise<void> {
    await this.drafts.saveIn(await this.inbox.viewer(me), id, request);
  }
}
