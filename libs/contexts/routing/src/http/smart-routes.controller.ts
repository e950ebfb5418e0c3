import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import type {
  SmartRouteResponse,
  SmartRouteUse,
  SmartRouteVersionResponse,
} from '@parley/contracts/api/smart-routes';
import {
  PatchSmartRouteRequest,
  RestoreSmartRouteRequest,
  SmartRouteOrderRequest,
  SmartRouteRequest,
  SmartRouteUsesQuery,
} from '@parley/contracts/api/smart-routes.requests';
import type { SmartRouteContent } from '@parley/contracts/events';
import { MAX_ROUTES } from '@parley/contracts/routing/smart-route-rules';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { routingView } from '../read/routing.view';
import { SmartRouteQueries } from '../read/smart-route.queries';
import { ToSmartRoute } from '../domain/smart-route';
import { ToSmartRouteOrder } from '../domain/smart-route-order';

/** Serves the rules that assign and tag conversations when a contact writes. */
@Controller('api/v3')
export class SmartRoutesController {
  constructor(
    private readonly routes: SmartRouteQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  /** The rules in the order of their evaluation. */
  @Get('smart-routes')
  @Requires('smart-routing:read')
  list(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: SmartRouteResponse[] } & Fresh> {
    return this.views.read(routingView.name, minPosition, async () => ({
      data: await this.routes.list(customerId),
    }));
  }

  @Get('smart-routes/:id')
  @Requires('smart-routing:read')
  one(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<SmartRouteResponse & Fresh> {
    return this.views.read(routingView.name, minPosition, () => this.routes.one(customerId, id));
  }

  /** All versions of a rule, newest first. */
  @Get('smart-routes/:id/versions')
  @Requires('smart-routing:read')
  versions(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: SmartRouteVersionResponse[] } & Fresh> {
    return this.views.read(routingView.name, minPosition, async () => ({
      data: await this.routes.versions(customerId, id),
    }));
  }

  @Post('smart-routes')
  @Requires('smart-routing:create')
  async create(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() request: SmartRouteRequest,
  ): Promise<CreatedResponse> {
    if ((await this.routes.count(me.customerId)) >= MAX_ROUTES) throw new Rejected('too_many_routes');
    const content = plain(request) as SmartRouteContent;
    const command = new ToSmartRoute(id, { type: 'Create', content }, requestedNow(me));
    return { id, ...(await carryOut(this.commands, command)) };
  }

  @Patch('smart-routes/:id')
  @Requires('smart-routing:update')
  revise(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { version, ...request }: PatchSmartRouteRequest,
  ): Promise<CommandResponse> {
    const changes = plain(request) as Partial<SmartRouteContent>;
    return carryOut(
      this.commands,
      new ToSmartRoute(id, { type: 'Revise', changes, version }, requestedNow(me)),
    );
  }

  /** Restores the content of an earlier version as a new version. */
  @Post('smart-routes/:id/restore')
  @HttpCode(200)
  @Requires('smart-routing:update')
  restore(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { version }: RestoreSmartRouteRequest,
  ): Promise<CommandResponse> {
    return carryOut(this.commands, new ToSmartRoute(id, { type: 'Restore', version }, requestedNow(me)));
  }

  @Delete('smart-routes/:id')
  @Requires('smart-routing:delete')
  delete(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return carryOut(this.commands, new ToSmartRoute(id, { type: 'Delete' }, requestedNow(me)));
  }

  /** Sets the whole order. Rules that the request does not contain follow, ordered by age. */
  @Put('smart-route-order')
  @Requires('smart-routing:update')
  async order(
    @CurrentPrincipal() me: Principal,
    @Body() { routeIds }: SmartRouteOrderRequest,
  ): Promise<CommandResponse> {
    const command = new ToSmartRouteOrder({ type: 'Order', routeIds }, requestedNow(me));
    const { position } = await this.commands.execute(command);
    return { position: position ?? '' };
  }

  /** The rules that refer to a thing, such as a team, that a user is about to delete. */
  @Get('smart-route-uses')
  @Requires('smart-routing:read')
  uses(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { of, minPosition }: SmartRouteUsesQuery,
  ): Promise<{ data: SmartRouteUse[] } & Fresh> {
    return this.views.read(routingView.name, minPosition, async () => ({
      data: await this.routes.uses(customerId, of),
    }));
  }
}

/** A plain copy of a request, without class instances and undefined fields. */
function plain(request: object): unknown {
  return JSON.parse(JSON.stringify(request));
}
