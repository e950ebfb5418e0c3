import { Body, Controller, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EngageLimitsResponse } from '@parley/contracts/api/broadcasts';
import { EngageRaiseRequest, EngageSettingsRequest } from '@parley/contracts/api/broadcasts.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import type { EngageSettings } from '@parley/contracts/events';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { isTimeZone } from '@parley/contracts/rules/wall-time';
import { EngageSettingsQueries } from '../read/engage-settings.queries';
import { engageView } from '../read/engage.view';
import { ToEngageSettings } from '../domain/engage-settings';
import { EngageAgreement } from '../write/neighbours';

/** The settings of an organisation for broadcasts, and the remaining part of its limits. */
@Controller('api/v3/engage')
export class EngageSettingsController {
  constructor(
    private readonly settings: EngageSettingsQueries,
    private readonly agreement: EngageAgreement,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Get('rate-limits')
  @Requires('engage:read')
  limits(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<EngageLimitsResponse & Fresh> {
    const now = new Date().toISOString();
    return this.views.read(engageView.name, minPosition, async () => {
      const { settings, asked } = await this.settings.state(customerId);
      const [limits, used, channels] = await Promise.all([
        this.agreement.limits(customerId),
        this.settings.use(customerId, now, settings.timeZone),
        this.agreement.tiers(customerId),
      ]);
      const holds = await this.settings.holds(
        channels.map(({ channelId }) => channelId),
        now,
      );
      return {
        month: used.month,
        resetsAt: used.resetsAt,
        messages: { limit: limits.messages, used: used.messages },
        contacts: { limit: limits.contacts, used: used.contacts },
        asked,
        channels: channels.map((channel) => ({
          ...channel,
          waitsUntil: holds.get(channel.channelId) ?? null,
        })),
        settings,
      };
    });
  }

  /** Records the request. The operator gets it by mail and answers within a working day. */
  @Post('rate-limits/raise')
  @HttpCode(200)
  @Requires('engage:update')
  raise(
    @CurrentPrincipal() me: Principal,
    @Body() { messages, contacts }: EngageRaiseRequest,
  ): Promise<CommandResponse> {
    return this.run(me, { type: 'AskForMore', messages, contacts });
  }

  @Patch('settings')
  @Requires('engageSettings:update')
  change(
    @CurrentPrincipal() me: Principal,
    @Body() request: EngageSettingsRequest,
  ): Promise<CommandResponse> {
    const changes = JSON.parse(JSON.stringify(request)) as Partial<EngageSettings>;
    if (changes.timeZone !== undefined && !isTimeZone(changes.timeZone))
      throw new Rejected('time_zone_unknown');
    changes.optOutWords &&= [...new Set(changes.optOutWords.map((word) => word.toLowerCase()))];
    return this.run(me, { type: 'Change', changes });
  }

  private async run(me: Principal, command: ToEngageSettings['command']): Promise<CommandResponse> {
    const { position } = await this.commands.execute(
      new ToEngageSettings(me.customerId, command, requestedNow(me)),
    );
    return { position: position ?? '' };
  }
}
