import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import type {
  ChannelsNamedResponse,
  RecipientsResponse,
  StartResponse,
} from '@parley/contracts/api/starting';
import { ChannelsNamedQuery, RecipientsQuery, StartRequest } from '@parley/contracts/api/starting.requests';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { RecipientQueries } from '@parley/conversations/read/recipient.queries';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { StartConversation } from './start-conversation';

/** Colleagues who write first. */
@Controller('api/v3/conversation-starts')
@Requires('inbox:read')
export class StartingController {
  constructor(
    private readonly starting: StartConversation,
    private readonly recipients: RecipientQueries,
    private readonly inbox: InboxQueries,
    private readonly channels: ChannelQueries,
  ) {}

  @Post()
  @HttpCode(200)
  start(@CurrentPrincipal() me: Principal, @Body() request: StartRequest): Promise<StartResponse> {
    return this.starting.start(me, request, requestedNow(me));
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
