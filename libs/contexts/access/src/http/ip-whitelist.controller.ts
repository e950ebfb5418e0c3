import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import type { IpWhitelistResponse } from '@parley/contracts/api/ip-whitelist';
import { IpWhitelistEntryRequest, IpWhitelistRemoval } from '@parley/contracts/api/ip-whitelist.requests';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { accessView } from '../read/access.projector';
import { AccessQueries } from '../read/access.queries';
import { ToIpWhitelist } from '../domain/ip-whitelist';

@Controller('api/v3/ip-whitelist')
@Requires('whitelistedIps:read')
export class IpWhitelistController {
  constructor(
    private readonly access: AccessQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<IpWhitelistResponse & Fresh> {
    return this.views.read(accessView.name, minPosition, async () => ({
      data: await this.access.ipWhitelist(me.customerId),
      ownAddress: me.ip ?? '',
    }));
  }

  @Post()
  @Requires('whitelistedIps:create')
  async add(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() entry: IpWhitelistEntryRequest,
  ): Promise<CommandResponse & { id: string }> {
    const command = { type: 'Add', entryId: id, ...entry, ownAddress: me.ip } as const;
    return { id, ...(await carryOut(this.commands, new ToIpWhitelist(command, requestedNow(me)))) };
  }

  @Patch(':id')
  @Requires('whitelistedIps:update')
  change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() entry: IpWhitelistEntryRequest,
  ): Promise<CommandResponse> {
    const command = { type: 'Change', entryId: id, ...entry, ownAddress: me.ip } as const;
    return carryOut(this.commands, new ToIpWhitelist(command, requestedNow(me)));
  }

  @Delete(':id')
  @Requires('whitelistedIps:delete')
  remove(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { switchOff }: IpWhitelistRemoval,
  ): Promise<CommandResponse> {
    const command = {
      type: 'Remove',
      entryId: id,
      ownAddress: me.ip,
      switchOff: switchOff === 'true',
    } as const;
    return carryOut(this.commands, new ToIpWhitelist(command, requestedNow(me)));
  }
}
