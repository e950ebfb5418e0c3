import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import { LabelRequest, PatchContactRequest } from '@parley/contracts/api/contacts.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { ContactQueries } from '../read/contacts.queries';
import { ChangeContact } from '../write/change-contact';
import { VisibleContacts } from './visible-contacts';

@Controller('api/v3/contacts')
export class ContactsController {
  constructor(
    private readonly contacts: ContactQueries,
    private readonly visible: VisibleContacts,
    private readonly changing: ChangeContact,
  ) {}

  /** Names that metadata has: the panel offers them. */
  @Get('metadata')
  @Requires('inbox:read')
  async metadataNames(@CurrentPrincipal() { customerId }: Principal): Promise<{ data: string[] }> {
    return { data: await this.contacts.metadataNames(customerId) };
  }

  // Whoever may read the inbox sees who writes: its side panel shows it.
  @Get(':id')
  @Requires('inbox:read')
  find(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<ContactResponse & Fresh> {
    return this.visible.find(me, id, minPosition);
  }

  // With the module of contacts alone: an agent without it reads.
  @Patch(':id')
  @Requires('contacts:update')
  async change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { metadata = [], ...details }: PatchContactRequest,
  ): Promise<CommandResponse> {
    await this.visible.require(me, id);
    const { position } = await this.changing.change(id, { details, metadata }, requestedNow(me));
    return { position: position ?? '' };
  }

  @Delete(':id/metadata/:metadataId')
  @Requires('contacts:update')
  removeMetadata(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('metadataId') metadataId: string,
  ) {
    return this.visible.execute(me, id, { type: 'RemoveMetadata', metadataId });
  }

  // Whoever answers somebody may also stop answering them, or see to them first.
  @Post(':id/block')
  @HttpCode(200)
  @Requires('inbox:update')
  block(@CurrentPrincipal() me: Principal, @Id('id') id: string) {
    return this.visible.execute(me, id, { type: 'Block' });
  }

  @Post(':id/unblock')
  @HttpCode(200)
  @Requires('inbox:update')
  unblock(@CurrentPrincipal() me: Principal, @Id('id') id: string) {
    return this.visible.execute(me, id, { type: 'Unblock' });
  }

  @Post(':id/prioritise')
  @HttpCode(200)
  @Requires('inbox:update')
  prioritise(@CurrentPrincipal() me: Principal, @Id('id') id: string) {
    return this.visible.execute(me, id, { type: 'Prioritise' });
  }

  @Post(':id/unprioritise')
  @HttpCode(200)
  @Requires('inbox:update')
  unprioritise(@CurrentPrincipal() me: Principal, @Id('id') id: string) {
    return this.visible.execute(me, id, { type: 'Unprioritise' });
  }

  // Agents label whom they talk to, also where the module of contacts is not theirs.
  @Post(':id/labels')
  @HttpCode(200)
  @Requires('inbox:update')
  async label(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Body() { labelId }: LabelRequest) {
    const [own, ...aliases] = await this.contacts.idsOfLabel(me.customerId, labelId);
    return this.visible.execute(me, id, { type: 'Label', labelId: own, aliases });
  }

  @Delete(':id/labels/:labelId')
  @Requires('inbox:update')
  async unlabel(@CurrentPrincipal() me: Principal, @Id('id') id: string, @Id('labelId') labelId: string) {
    const [own, ...aliases] = await this.contacts.idsOfLabel(me.customerId, labelId);
    return this.visible.execute(me, id, { type: 'Unlabel', labelId: own, aliases });
  }
}
