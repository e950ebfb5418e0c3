import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import type {
  ContactChange,
  ContactConversation,
  ContactItem,
  ContactResponse,
  ContactsPage,
  DuplicateGroup,
} from '@parley/contracts/api/contacts';
import {
  ContactsQuery,
  CreateContactRequest,
  LabelRequest,
  MergeContactRequest,
  OtherContactRequest,
  PatchContactRequest,
} from '@parley/contracts/api/contacts.requests';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { OneQuery, PositionQuery } from '@parley/contracts/api/conversations.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { Fresh } from '@parley/event-sourcing/projection/views';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { attributeValueOf } from '@parley/contracts/events';
import { NewId } from '@parley/platform/http/new-id';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { ContactHistoryQueries } from '../read/contact-history.queries';
import { DuplicateQueries } from '../read/duplicates.queries';
import { ContactQueries } from '../read/contacts.queries';
import { ChangeContact, type ContactChanges } from '../write/change-contact';
import { MergeContacts } from '../write/merge-contacts';
import { VisibleContacts } from './visible-contacts';

@Controller('api/v3/contacts')
export class ContactsController {
  constructor(
    private readonly contacts: ContactQueries,
    private readonly visible: VisibleContacts,
    private readonly changing: ChangeContact,
    private readonly merging: MergeContacts,
    private readonly history: ContactHistoryQueries,
    private readonly duplicates: DuplicateQueries,
  ) {}

  @Get()
  @Requires('contacts:read')
  list(
    @CurrentPrincipal() me: Principal,
    @Query() query: ContactsQuery,
  ): Promise<ContactsPage<Partial<ContactItem>> & Fresh> {
    return this.visible.list(me, query);
  }

  /** Names of metadata that contacts have, as suggestions for the side panel. */
  @Get('metadata')
  @Requires('inbox:read')
  async metadataNames(@CurrentPrincipal() { customerId }: Principal): Promise<{ data: string[] }> {
    return { data: await this.contacts.metadataNames(customerId) };
  }

  /** Groups of contacts that may be the same person. */
  @Get('duplicates')
  @Requires('contacts:update')
  async duplicateGroups(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: DuplicateGroup[] } & Fresh> {
    const { viewer, ...fresh } = await this.visible.viewerAt(me, minPosition);
    return { data: await this.duplicates.groups(viewer), ...fresh };
  }

  // Requires only the inbox permission, because the side panel of a conversation shows its contact.
  @Get(':id')
  @Requires('inbox:read')
  find(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: OneQuery,
  ): Promise<ContactResponse & Fresh> {
    return this.visible.find(me, id, minPosition);
  }

  // Requires the contacts module; an agent without it can only read contacts.
  @Patch(':id')
  @Requires('contacts:update')
  async change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() body: PatchContactRequest,
  ): Promise<CommandResponse> {
    const rootId = await this.visible.require(me, id);
    const changes = await this.changesIn(me, body);
    const { position } = await this.changing.change(rootId, changes, requestedNow(me));
    return { position: position ?? '' };
  }

  @Post()
  @Requires('contacts:create')
  async create(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() body: CreateContactRequest,
  ): Promise<CreatedResponse> {
    const { position } = await this.changing.create(id, await this.changesIn(me, body), requestedNow(me));
    return { id, position: position ?? '' };
  }

  @Get(':id/conversations')
  @Requires('contacts:read')
  async conversations(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: ContactConversation[] } & Fresh> {
    const { viewer, ...fresh } = await this.visible.viewerAt(me, minPosition);
    const rootId = await this.contacts.requireVisible(viewer, id);
    return { data: await this.history.conversations(viewer, rootId), ...fresh };
  }

  @Get(':id/changes')
  @Requires('contacts:read')
  async changes(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<{ data: ContactChange[] }> {
    const rootId = await this.visible.require(me, id);
    return { data: await this.history.changes(me.customerId, rootId) };
  }

  /** Merges the contact `otherId` into this contact; the merge can be undone. */
  @Post(':id/merge')
  @HttpCode(200)
  @Requires('contacts:update')
  async merge(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { otherId, fields }: MergeContactRequest,
  ): Promise<CommandResponse> {
    const [contactId, itsId] = [await this.visible.require(me, id), await this.visible.require(me, otherId)];
    // Another user has already merged the two contacts, so nothing is left to do.
    if (contactId === itsId && id !== otherId) return { position: '' };
    return this.merging.merge({ contactId, otherId: itsId, fields }, requestedNow(me));
  }

  @Post(':id/unmerge')
  @HttpCode(200)
  @Requires('contacts:update')
  async unmerge(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { otherId }: OtherContactRequest,
  ): Promise<CommandResponse> {
    const contactId = await this.visible.require(me, id);
    await this.visible.require(me, otherId);
    return this.merging.unmerge({ contactId, otherId }, requestedNow(me));
  }

  /** Marks this contact and `otherId` as different people, so that they are not suggested as duplicates again. */
  @Post(':id/distinguish')
  @HttpCode(200)
  @Requires('contacts:update')
  async distinguish(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { otherId }: OtherContactRequest,
  ): Promise<CommandResponse> {
    const otherRoot = await this.visible.require(me, otherId);
    return this.visible.execute(me, id, { type: 'Distinguish', otherId: otherRoot });
  }

  @Post(':id/opt-in')
  @HttpCode(200)
  @Requires('contacts:update')
  optIn(@CurrentPrincipal() me: Principal, @Id('id') id: string) {
    return this.visible.execute(me, id, { type: 'OptIn' });
  }

  @Post(':id/opt-out')
  @HttpCode(200)
  @Requires('contacts:update')
  optOut(@CurrentPrincipal() me: Principal, @Id('id') id: string) {
    return this.visible.execute(me, id, { type: 'OptOut' });
  }

  @Delete(':id/metadata/:metadataId')
  @Requires('contacts:update')
  removeMetadata(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('metadataId') metadataId: string,
  ) {
    return this.visible.execute(me, id, { type: 'RemoveMetadata', metadataId }, (rootId) =>
      this.contacts.ownerOfMetadata(rootId, metadataId),
    );
  }

  // Requires only the inbox permission: agents may block or prioritise the contacts to whom they reply.
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

  // Agents may label the contacts to whom they reply, even without the contacts module.
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

  /** @throws Rejected `attribute_invalid`; NotFound for a label or an attribute that does not exist */
  private async changesIn(
    { customerId }: Principal,
    {
      metadata = [],
      labelIds,
      isBlocked,
      isHighPriority,
      optIn,
      attributes = [],
      ...details
    }: PatchContactRequest,
  ): Promise<ContactChanges> {
    const labels =
      labelIds && (await Promise.all(labelIds.map((id) => this.contacts.idsOfLabel(customerId, id))));
    const known = await this.contacts.attributesOf(
      customerId,
      attributes.map(({ id }) => id),
    );
    const values = attributes.map(({ id, value }) => {
      const attribute = known.get(id);
      if (!attribute) throw new NotFound();
      if (value === null || value.trim() === '') return { id, value: null };
      const kept = attributeValueOf(attribute, value);
      if (kept === null)
        throw new Rejected('attribute_invalid', undefined, [{ field: id, rule: attribute.kind }]);
      return { id, value: kept };
    });
    return { details, metadata, labels, isBlocked, isHighPriority, optIn, attributes: values };
  }
}
