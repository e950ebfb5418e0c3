import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query } from '@nestjs/common';
import type {
  ChannelConnectedResponse,
  ChannelResponse,
  ChannelTestResponse,
  ConnectionCheckResponse,
  EmbeddedSignupResponse,
} from '@parley/contracts/api/channels';
import {
  AddIdentityRequest,
  ChannelMembersRequest,
  ChannelSettingsPatch,
  ChannelsQuery,
  ConnectChannelRequest,
  EmbeddedSignupRequest,
  ReplaceCredentialsRequest,
} from '@parley/contracts/api/channels.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { OneQuery } from '@parley/contracts/api/conversations.requests';
import { requestedBy, requestedNow } from '@parley/event-sourcing/decider/command';
import { Views } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { channelsView } from '../read/channels.projector';
import { ChannelQueries } from '../read/channels.queries';
import { AdministerChannels } from '../write/administer-channels';
import { EmbeddedSignup } from '../write/embedded-signup';

@Controller('api/v3/channels')
export class ChannelsController {
  constructor(
    private readonly channels: ChannelQueries,
    private readonly administer: AdministerChannels,
    private readonly signup: EmbeddedSignup,
    private readonly views: Views,
  ) {}

  @Get()
  @Requires('channels:read')
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition, platform }: ChannelsQuery,
  ): Promise<{ data: ChannelResponse[] }> {
    return this.views.read(channelsView.name, minPosition, async () => ({
      data: (await this.channels.list(me)).filter((one) => !platform || one.platform === platform),
    }));
  }

  @Get('embedded-signup')
  @Requires('channels:update')
  embeddedSignup(@CurrentPrincipal() me: Principal): Promise<EmbeddedSignupResponse> {
    return this.signup.offer(me.customerId);
  }

  @Post('embedded-signup')
  @Requires('channels:update')
  signUp(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() request: EmbeddedSignupRequest,
  ): Promise<ChannelConnectedResponse> {
    return this.signup.connect(request, requestedBy(me, { commandId: id, now: new Date().toISOString() }));
  }

  @Get(':id')
  @Requires('channels:read')
  one(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: OneQuery,
  ): Promise<ChannelResponse> {
    return this.views.read(channelsView.name, minPosition, () => this.channels.one(me, id));
  }

  @Post()
  @Requires('channels:update')
  connect(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() request: ConnectChannelRequest,
  ): Promise<ChannelConnectedResponse> {
    // A channel's id derives from its account, so a repeated request is detected by its command id.
    const context = requestedBy(me, { commandId: id, now: new Date().toISOString() });
    return this.administer.connect(request, context, id);
  }

  /** Checks the connection as `connect` would, without changing anything. */
  @Post('check')
  @HttpCode(200)
  @Requires('channels:update')
  check(
    @CurrentPrincipal() me: Principal,
    @Body() request: ConnectChannelRequest,
  ): Promise<ConnectionCheckResponse> {
    return this.administer.checkFor(request, requestedNow(me));
  }

  @Patch(':id')
  @Requires('channels:update')
  async changeSettings(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() settings: ChannelSettingsPatch,
  ): Promise<CommandResponse> {
    return done(await this.administer.changeSettings(id, { ...settings }, requestedNow(me)));
  }

  @Put(':id/members')
  @Requires('channels:update')
  async changeMembers(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { teamIds, userIds }: ChannelMembersRequest,
  ): Promise<CommandResponse> {
    return done(await this.administer.changeMembers(id, { teamIds, userIds }, requestedNow(me)));
  }

  @Post(':id/credentials')
  @HttpCode(200)
  @Requires('channels:update')
  async replaceCredentials(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() request: ReplaceCredentialsRequest,
  ): Promise<CommandResponse> {
    return done(await this.administer.replaceCredentials(id, request, requestedNow(me)));
  }

  @Post(':id/identities')
  @Requires('channels:update')
  async addIdentity(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() request: AddIdentityRequest,
  ): Promise<CommandResponse> {
    return done(await this.administer.addIdentity(id, request, requestedNow(me)));
  }

  @Delete(':id/identities/:identityId')
  @Requires('channels:update')
  async removeIdentity(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('identityId') identityId: string,
  ): Promise<CommandResponse> {
    return done(await this.administer.removeIdentity(id, identityId, requestedNow(me)));
  }

  @Post(':id/disconnect')
  @HttpCode(200)
  @Requires('channels:update')
  async disconnect(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return done(await this.administer.disconnect(id, requestedNow(me)));
  }

  @Post(':id/connect')
  @HttpCode(200)
  @Requires('channels:update')
  async connectAgain(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return done(await this.administer.connectAgain(id, requestedNow(me)));
  }

  @Post(':id/test')
  @HttpCode(200)
  @Requires('channels:update')
  test(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<ChannelTestResponse> {
    return this.administer.test(id, requestedNow(me));
  }
}

function done(position: string | null): CommandResponse {
  return { position: position ?? '' };
}
