import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import type {
  BroadcastDetails,
  BroadcastEstimate,
  BroadcastPreview,
  BroadcastsResponse,
} from '@parley/contracts/api/broadcasts';
import {
  BroadcastPreviewQuery,
  BroadcastRequest,
  BroadcastsQuery,
  BroadcastTestRequest,
} from '@parley/contracts/api/broadcasts.requests';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import type { BroadcastCommand } from '../domain/broadcast';
import { BroadcastQueries } from '../read/broadcast.queries';
import { EngageSettingsQueries } from '../read/engage-settings.queries';
import { engageView } from '../read/engage.view';
import { AdministerBroadcasts } from '../write/administer-broadcasts';
import { EstimateBroadcast } from '../write/estimate-broadcast';
import { BroadcastMessages, BroadcastTemplates } from '../write/neighbours';

@Controller('api/v3/engage/broadcasts')
export class BroadcastsController {
  constructor(
    private readonly administer: AdministerBroadcasts,
    private readonly estimating: EstimateBroadcast,
    private readonly queries: BroadcastQueries,
    private readonly settings: EngageSettingsQueries,
    private readonly messages: BroadcastMessages,
    private readonly templates: BroadcastTemplates,
    private readonly views: Views,
  ) {}

  @Get()
  @Requires('engage:read')
  list(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { minPosition, page, number, stage }: BroadcastsQuery,
  ): Promise<BroadcastsResponse & Fresh> {
    const now = new Date().toISOString();
    return this.views.read(engageView.name, minPosition, () =>
      this.queries.list(customerId, { page, number, stage, now }),
    );
  }

  @Post()
  @Requires('engage:create')
  async create(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() request: BroadcastRequest,
  ): Promise<CreatedResponse> {
    return { id, position: await this.administer.draft(id, request, requestedNow(me)) };
  }

  @Get(':id')
  @Requires('engage:read')
  one(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<BroadcastDetails & Fresh> {
    const now = new Date().toISOString();
    return this.views.read(engageView.name, minPosition, async () => {
      const { settings } = await this.settings.state(customerId);
      return this.queries.details(customerId, id, { now, timeZone: settings.timeZone });
    });
  }

  @Patch(':id')
  @Requires('engage:update')
  async change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() request: BroadcastRequest,
  ): Promise<CommandResponse> {
    return { position: await this.administer.change(id, request, requestedNow(me)) };
  }

  @Delete(':id')
  @Requires('engage:delete')
  remove(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.run(me, id, { type: 'Delete' });
  }

  @Post(':id/duplicate')
  @Requires('engage:create')
  async duplicate(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @NewId() newId: string,
  ): Promise<CreatedResponse> {
    return { id: newId, position: await this.administer.duplicate(newId, id, requestedNow(me)) };
  }

  @Get(':id/estimate')
  @Requires('engage:read')
  async estimate(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
  ): Promise<BroadcastEstimate> {
    const state = await this.administer.load(id, customerId);
    return this.estimating.estimate(customerId, state, new Date().toISOString());
  }

  /** Previews the filled template for members of the list. */
  @Get(':id/preview')
  @Requires('engage:read')
  async preview(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
    @Query() { after }: BroadcastPreviewQuery,
  ): Promise<{ data: BroadcastPreview[] }> {
    const state = await this.administer.load(id, customerId);
    const now = new Date().toISOString();
    return { data: await this.estimating.preview(customerId, state, { after: after ?? null, now }) };
  }

  /** Sends the template to one number, without a row in the ledger. */
  @Post(':id/test')
  @HttpCode(200)
  @Requires('engage:update')
  async test(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { phone }: BroadcastTestRequest,
  ): Promise<CommandResponse> {
    const { customerId, userId } = me;
    const { content } = await this.administer.load(id, customerId);
    const { templateId, channelId, values } = content;
    if (!templateId || !channelId) throw new Rejected('broadcast_incomplete');
    const template = await this.templates.sendable(customerId, templateId, channelId);
    return this.messages.test({ customerId, channelId, userId, template, values }, phone, requestedNow(me));
  }

  @Post(':id/start')
  @HttpCode(200)
  @Requires('engage:update')
  async start(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return { position: await this.administer.start(id, requestedNow(me)) };
  }

  @Post(':id/pause')
  @HttpCode(200)
  @Requires('engage:update')
  pause(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.run(me, id, { type: 'Pause' });
  }

  @Post(':id/resume')
  @HttpCode(200)
  @Requires('engage:update')
  resume(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.run(me, id, { type: 'Resume' });
  }

  /** Cancels all messages that have not been sent yet. */
  @Post(':id/cancel')
  @HttpCode(200)
  @Requires('engage:update')
  cancel(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.run(me, id, { type: 'Cancel' });
  }

  /** Retries the messages that failed for a temporary reason. */
  @Post(':id/retry')
  @HttpCode(200)
  @Requires('engage:update')
  retry(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.run(me, id, { type: 'Retry', at: new Date().toISOString() });
  }

  /** Stops the repetition; the current broadcast is still sent. */
  @Post(':id/end-repeat')
  @HttpCode(200)
  @Requires('engage:update')
  endRepeat(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.run(me, id, { type: 'EndRepeat' });
  }

  private async run(me: Principal, id: string, command: BroadcastCommand): Promise<CommandResponse> {
    return { position: await this.administer.run(id, command, requestedNow(me)) };
  }
}
