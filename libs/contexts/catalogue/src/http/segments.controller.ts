import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CreatedResponse } from '@parley/contracts/api/catalogue';
import { readConditions } from '@parley/contracts/api/contact-conditions';
import type { SegmentResponse } from '@parley/contracts/api/contact-settings';
import { CreateSegmentRequest, PatchSegmentRequest } from '@parley/contracts/api/contact-settings.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import type { SegmentVisibility } from '@parley/contracts/events';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { SegmentQueries } from '../read/contact-settings.queries';
import { CATALOGUE } from '../read/part';
import { ToItem } from '../write/item.handler';

/**
 * Routes of segments, which are saved conditions on contacts. Only the owner sees a private segment. Changing a
 * shared segment requires the right to `sharedSegments`.
 */
@Controller('api/v3/segments')
export class SegmentsController {
  constructor(
    private readonly segments: SegmentQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @Requires('segments:read')
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: SegmentResponse[] } & Fresh> {
    return this.views.read(CATALOGUE, minPosition, async () => ({
      data: await this.segments.list(me.customerId, me.userId),
    }));
  }

  @Post()
  @Requires('segments:create')
  async create(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() { name, conditions, visibility }: CreateSegmentRequest,
  ): Promise<CreatedResponse> {
    requireShare(me, 'create', visibility);
    const content = { name, conditions: tidied(conditions), visibility, ownerId: me.userId };
    const command = new ToItem('segment', id, { type: 'Create', content }, requestedNow(me));
    return { id, ...(await carryOut(this.commands, command)) };
  }

  @Patch(':id')
  @Requires('segments:update')
  async change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { name, conditions, visibility }: PatchSegmentRequest,
  ): Promise<CommandResponse> {
    const before = await this.segments.one(me.customerId, me.userId, id);
    requireShare(me, 'update', before.visibility);
    if (visibility) requireShare(me, 'update', visibility);
    const changes = {
      ...(name !== undefined && { name }),
      ...(conditions !== undefined && { conditions: tidied(conditions) }),
      ...(visibility !== undefined && visibility !== before.visibility && { visibility, ownerId: me.userId }),
    };
    return carryOut(this.commands, new ToItem('segment', id, { type: 'Change', changes }, requestedNow(me)));
  }

  @Delete(':id')
  @Requires('segments:delete')
  async delete(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    const { visibility } = await this.segments.one(me.customerId, me.userId, id);
    requireShare(me, 'delete', visibility);
    return carryOut(this.commands, new ToItem('segment', id, { type: 'Delete' }, requestedNow(me)));
  }
}

/**
 * @returns the conditions as normalised JSON
 * @throws Rejected `invalid_input` if the text is not JSON of valid conditions
 */
function tidied(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const conditions = readConditions(value);
  if (!conditions) throw new Rejected('invalid_input', 'conditions');
  return JSON.stringify(conditions);
}

/** @throws Rejected `not_authorized` if the segment is shared and the user may not change shared segments */
function requireShare(me: Principal, action: string, visibility: SegmentVisibility): void {
  if (visibility === 'everybody' && !me.can(action, 'sharedSegments')) throw new Rejected('not_authorized');
}
