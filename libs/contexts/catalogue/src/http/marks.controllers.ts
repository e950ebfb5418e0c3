import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { AffectedResponse, CreatedResponse, MarkResponse } from '@parley/contracts/api/catalogue';
import { CreateMarkRequest, MergeRequest, PatchMarkRequest } from '@parley/contracts/api/catalogue.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { ListQuery } from '@parley/contracts/api/conversations.requests';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import type { MarkKind } from '../domain/item';
import { MarkQueries } from '../read/marks.queries';
import { CATALOGUE } from '../read/part';
import { ToMark } from '../write/item.handler';

/** Builds the same routes for tags and for labels. */
function marksController(kind: MarkKind) {
  const subject = `${kind}s` as const;

  @Controller(`api/v3/${subject}`)
  class MarksController {
    constructor(
      private readonly marks: MarkQueries,
      private readonly views: Views,
      private readonly commands: CommandBus,
    ) {}

    @Get()
    @Requires(`${subject}:read`)
    list(
      @CurrentPrincipal() me: Principal,
      @Query() { minPosition }: ListQuery,
    ): Promise<{ data: MarkResponse[] } & Fresh> {
      return this.views.read(CATALOGUE, minPosition, async () => ({
        data: await this.marks.list(me.customerId, kind),
      }));
    }

    @Post()
    @Requires(`${subject}:create`)
    async create(
      @CurrentPrincipal() me: Principal,
      @NewId() id: string,
      @Body() { name, colour }: CreateMarkRequest,
    ): Promise<CreatedResponse> {
      const content = { name, colour: colour.toLowerCase() };
      const command = new ToMark(kind, id, { type: 'Create', content }, requestedNow(me));
      return { id, ...(await carryOut(this.commands, command)) };
    }

    @Patch(':id')
    @Requires(`${subject}:update`)
    change(
      @CurrentPrincipal() me: Principal,
      @Id('id') id: string,
      @Body() { name, colour }: PatchMarkRequest,
    ): Promise<CommandResponse> {
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(colour === undefined ? {} : { colour: colour.toLowerCase() }),
      };
      return carryOut(this.commands, new ToMark(kind, id, { type: 'Change', changes }, requestedNow(me)));
    }

    @Delete(':id')
    @Requires(`${subject}:delete`)
    async delete(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<AffectedResponse> {
      const affected = await this.marks.usageOf(me.customerId, id);
      const command = new ToMark(kind, id, { type: 'Delete' }, requestedNow(me));
      return { ...(await carryOut(this.commands, command)), affected };
    }

    @Post(':id/merge')
    @HttpCode(200)
    @Requires(`${subject}:delete`)
    async merge(
      @CurrentPrincipal() me: Principal,
      @Id('id') id: string,
      @Body() { intoId }: MergeRequest,
    ): Promise<AffectedResponse> {
      const affected = await this.marks.usageOf(me.customerId, id);
      const command = new ToMark(kind, id, { type: 'Merge', id, intoId }, requestedNow(me));
      return { ...(await carryOut(this.commands, command)), affected };
    }
  }
  return MarksController;
}

export const TagsController = marksController('tag');
export const LabelsController = marksController('label');
