import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type {
  CreatedResponse,
  QuickReplyResponse,
  QuickReplyVisibility,
} from '@parley/contracts/api/catalogue';
import { CreateQuickReplyRequest, PatchQuickReplyRequest } from '@parley/contracts/api/catalogue.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { CATALOGUE } from '../read/part';
import { QuickReplyQueries } from '../read/quick-replies.queries';
import { ToItem } from '../write/item.handler';

/**
 * Routes of quick replies. Only the owner sees a private quick reply. Changing a shared quick reply requires the
 * right to `sharedQuickReplies`.
 */
@Controller('api/v3/quick-replies')
export class QuickRepliesController {
  constructor(
    private readonly replies: QuickReplyQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @Requires('quickReplies:read')
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: QuickReplyResponse[] } & Fresh> {
    return this.views.read(CATALOGUE, minPosition, async () => ({
      data: await this.replies.list(me.customerId, me.userId),
    }));
  }

  @Post()
  @Requires('quickReplies:create')
  async create(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() { title, message, visibility }: CreateQuickReplyRequest,
  ): Promise<CreatedResponse> {
    requireShare(me, 'create', visibility);
    const content = { title: title || null, message, visibility, ownerId: me.userId };
    const command = new ToItem('quickReply', id, { type: 'Create', content }, requestedNow(me));
    return { id, ...(await carryOut(this.commands, command)) };
  }

  @Patch(':id')
  @Requires('quickReplies:update')
  async change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { title, message, visibility }: PatchQuickReplyRequest,
  ): Promise<CommandResponse> {
    const before = await this.replies.one(me.customerId, me.userId, id);
    requireShare(me, 'update', before.visibility);
    if (visibility) requireShare(me, 'update', visibility);
    const changes = {
      ...(title === undefined ? {} : { title: title || null }),
      ...(message === undefined ? {} : { message }),
      // The user who changes the visibility becomes the owner.
      ...(visibility === undefined || visibility === before.visibility
        ? {}
        : { visibility, ownerId: me.userId }),
    };
    return carryOut(
      this.commands,
      new ToItem('quickReply', id, { type: 'Change', changes }, requestedNow(me)),
    );
  }

  @Delete(':id')
  @Requires('quickReplies:delete')
  async delete(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    const { visibility } = await this.replies.one(me.customerId, me.userId, id);
    requireShare(me, 'delete', visibility);
    return carryOut(this.commands, new ToItem('quickReply', id, { type: 'Delete' }, requestedNow(me)));
  }
}

/** @throws Rejected `not_authorized` if the quick reply is shared and the user may not change shared quick replies */
function requireShare(me: Principal, action: string, visibility: QuickReplyVisibility): void {
  if (visibility === 'everybody' && !me.can(action, 'sharedQuickReplies')) {
    throw new Rejected('not_authorized');
  }
}
