import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import { LabelRequest } from '@parley/contracts/api/contacts.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import type { ContactCommand } from '../domain/contact';
import { contactsView } from '../read/contacts.projector';
import { ContactQueries } from '../read/contacts.queries';
import { ToContact } from '../write/contact.handler';

@Controller('api/v3/contacts')
export class ContactsController {
  constructor(
    private readonly contacts: ContactQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  // Whoever may read the inbox sees who writes: its side panel shows it.
  @Get(':id')
  @Requires('inbox:read')
  find(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<ContactResponse & Fresh> {
    return this.views.read(contactsView.name, minPosition, () => this.contacts.find(me.customerId, id));
  }

  // Agents label whom they talk to, also where the module of contacts is not theirs.
  @Post(':id/labels')
  @HttpCode(200)
  @Requires('inbox:update')
  async label(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Body() { labelId }: LabelRequest) {
    const [own, ...aliases] = await this.contacts.idsOfLabel(me.customerId, labelId);
    return this.execute(me, id, { type: 'Label', labelId: own, aliases });
  }

  @Delete(':id/labels/:labelId')
  @Requires('inbox:update')
  async unlabel(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Id('labelId') labelId: string) {
    const [own, ...aliases] = await this.contacts.idsOfLabel(me.customerId, labelId);
    return this.execute(me, id, { type: 'Unlabel', labelId: own, aliases });
  }

  private async execute(me: Principal, id: string, command: ContactCommand): Promise<CommandResponse> {
    const { position } = await this.commands.execute(new ToContact(id, command, requestedNow(me)));
    return { position: position ?? '' };
  }
}
