import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import type { SavedViewResponse, SavedViewVisibility } from '@parley/contracts/api/saved-views';
import { CreateSavedViewRequest, PatchSavedViewRequest } from '@parley/contracts/api/saved-views.requests';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { CATALOGUE } from '../read/part';
import { SavedViewQueries } from '../read/saved-views.queries';
import { ToItem } from '../write/item.handler';

/**
 * Routes of saved views of the inbox. Only the owner sees a private view. Changing a shared view requires the right
 * to `sharedSavedViews`.
 */
@Controller('api/v3/saved-views')
export class SavedViewsController {
  constructor(
    private readonly saved: SavedViewQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @Requires('savedViews:read')
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: SavedViewResponse[] } & Fresh> {
    return this.views.read(CATALOGUE, minPosition, async () => ({
      data: await this.saved.list(me.customerId, me.userId),
    }));
  }

  @Post()
  @Requires('savedViews:create')
  async create(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() { name, query, visibility }: CreateSavedViewRequest,
  ): Promise<CreatedResponse> {
    requireShare(me, 'create', visibility);
    const content = { name, query, visibility, ownerId: me.userId };
    const command = new ToItem('savedView', id, { type: 'Create', content }, requestedNow(me));
    return { id, ...(await carryOut(this.commands, command)) };
  }

  @Patch(':id')
  @Requires('savedViews:update')
  async change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { name, visibility }: PatchSavedViewRequest,
  ): Promise<CommandResponse> {
    const before = await this.saved.one(me.customerId, me.userId, id);
    requireShare(me, 'update', before.visibility);
    if (visibility) requireShare(me, 'update', visibility);
    const changes = {
      ...(name === undefined ? {} : { name }),
      // The user who changes the visibility becomes the owner.
      ...(visibility === undefined || visibility === before.visibility
        ? {}
        : { visibility, ownerId: me.userId }),
    };
    return carryOut(
      this.commands,
      new ToItem('savedView', id, { type: 'Change', changes }, requestedNow(me)),
    );
  }

  @Delete(':id')
  @Requires('savedViews:delete')
  async delete(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    const { visibility } = await this.saved.one(me.customerId, me.userId, id);
    requireShare(me, 'delete', visibility);
    return carryOut(this.commands, new ToItem('savedView', id, { type: 'Delete' }, requestedNow(me)));
  }
}

/** @throws Rejected `not_authorized` if the view is shared and the user may not change shared views */
function requireShare(me: Principal, action: string, visibility: SavedViewVisibility): void {
  if (visibility === 'everybody' && !me.can(action, 'sharedSavedViews')) {
    throw new Rejected('not_authorized');
  }
}
