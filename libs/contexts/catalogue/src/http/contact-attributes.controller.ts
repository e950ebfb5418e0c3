import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CreatedResponse } from '@parley/contracts/api/catalogue';
import type { ContactAttributeResponse } from '@parley/contracts/api/contact-settings';
import {
  CreateContactAttributeRequest,
  PatchContactAttributeRequest,
} from '@parley/contracts/api/contact-settings.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { ContactAttributeQueries } from '../read/contact-settings.queries';
import { CATALOGUE } from '../read/part';
import { ToItem } from '../write/item.handler';

/** Routes of contact attributes, the fields that an organisation defines for its contacts. */
@Controller('api/v3/contact-attributes')
export class ContactAttributesController {
  constructor(
    private readonly attributes: ContactAttributeQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @Requires('contactAttributes:read')
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: ContactAttributeResponse[] } & Fresh> {
    return this.views.read(CATALOGUE, minPosition, async () => ({
      data: await this.attributes.list(me.customerId),
    }));
  }

  @Post()
  @Requires('contactAttributes:create')
  async create(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() { name, kind, choices }: CreateContactAttributeRequest,
  ): Promise<CreatedResponse> {
    const content = { name, kind, choices: listed(kind, choices) };
    const command = new ToItem('contactAttribute', id, { type: 'Create', content }, requestedNow(me));
    return { id, ...(await carryOut(this.commands, command)) };
  }

  @Patch(':id')
  @Requires('contactAttributes:update')
  async change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { name, choices }: PatchContactAttributeRequest,
  ): Promise<CommandResponse> {
    const { kind } = await this.attributes.one(me.customerId, id);
    const changes = {
      ...(name !== undefined && { name }),
      ...(choices !== undefined && { choices: listed(kind, choices) }),
    };
    const command = new ToItem('contactAttribute', id, { type: 'Change', changes }, requestedNow(me));
    return carryOut(this.commands, command);
  }

  @Delete(':id')
  @Requires('contactAttributes:delete')
  async delete(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    await this.attributes.one(me.customerId, id);
    return carryOut(this.commands, new ToItem('contactAttribute', id, { type: 'Delete' }, requestedNow(me)));
  }
}

/**
 * Joins the choices without duplicates, one per line; returns an empty text for other kinds than `choice`.
 * @throws Rejected `attribute_without_choices` if a `choice` attribute has no choices
 */
function listed(kind: string, choices: string[]): string {
  if (kind !== 'choice') return '';
  if (choices.length === 0) throw new Rejected('attribute_without_choices');
  return [...new Set(choices)].join('\n');
}
