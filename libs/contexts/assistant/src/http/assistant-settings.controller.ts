import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { AssistantSettingsResponse, AssistantUsageResponse } from '@parley/contracts/api/assistant';
import { AssistantSettingsRequest, AssistantUsageQuery } from '@parley/contracts/api/assistant.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import type { AssistantSettings } from '@parley/contracts/events';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { AssistantAddresses } from '../provider/assistant-addresses';
import { AssistantQueries } from '../read/assistant.queries';
import { assistantView } from '../read/assistant.view';
import { ToAssistantSettings } from '../domain/assistant-settings';
import { Providers } from '../write/providers';

@Controller('api/v3/assistant')
export class AssistantSettingsController {
  constructor(
    private readonly providers: Providers,
    private readonly queries: AssistantQueries,
    private readonly addresses: AssistantAddresses,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Get('settings')
  @Requires('assistantSettings:read')
  settings(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<AssistantSettingsResponse & Fresh> {
    return this.views.read(assistantView.name, minPosition, async () => {
      const { account, settings } = await this.providers.setUp(customerId);
      const apiKey = account.key && { lastFour: account.key.lastFour };
      return { settings, isEnabled: account.isEnabled, apiKey };
    });
  }

  @Patch('settings')
  @Requires('assistantSettings:update')
  async change(
    @CurrentPrincipal() me: Principal,
    @Body() request: AssistantSettingsRequest,
  ): Promise<CommandResponse> {
    const changes = JSON.parse(JSON.stringify(request)) as Partial<AssistantSettings>;
    if (changes.address !== undefined) {
      changes.address = this.addresses.baseOf(changes.address);
      await this.providers.moveTo(changes.address, requestedNow(me));
    }
    changes.models &&= [...new Set(changes.models)];
    const change = new ToAssistantSettings(me.customerId, { type: 'Change', changes }, requestedNow(me));
    const { position } = await this.commands.execute(change);
    return { position: position ?? '' };
  }

  /** The use in one month: requests by user, action and model, and their tokens. No texts are stored. */
  @Get('usage')
  @Requires('assistantSettings:read')
  async usage(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { month = new Date().toISOString().slice(0, 7) }: AssistantUsageQuery,
  ): Promise<AssistantUsageResponse> {
    const [usage, { monthlyTokens, dailyRequests }] = await Promise.all([
      this.queries.usage(customerId, month),
      this.queries.settings(customerId),
    ]);
    return { ...usage, monthlyTokens, dailyRequests };
  }
}
