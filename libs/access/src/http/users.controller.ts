import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { UserResponse } from '@parley/contracts/api/access';
import { UserPatch } from '@parley/contracts/api/access.requests';
import { type CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { accessView } from '../read/access.projector';
import { AccessQueries } from '../read/access.queries';
import { ToUser } from '../write/user.handler';

@Controller('api/v3/users')
@Requires('users:read')
export class UsersController {
  constructor(
    private readonly access: AccessQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: UserResponse[] } & Fresh> {
    return this.views.read(accessView.name, minPosition, async () => ({
      data: await this.access.users(me.customerId),
    }));
  }

  @Get(':id')
  one(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<UserResponse> {
    return this.access.user(me.customerId, id);
  }

  /** Everyone changes their own settings, and nobody those of others. */
  @Patch(':id')
  @Requires('settings:update')
  async update(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { settings }: UserPatch,
  ): Promise<CommandResponse> {
    await this.access.user(me.customerId, id);
    if (id !== me.userId) throw new Rejected('not_authorized');
    const { position } = await this.commands.execute(
      new ToUser(id, { type: 'ChangeSettings', settings }, requestedNow(me)),
    );
    if (position === null) throw new NotFound();
    return { position };
  }
}
