import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import type {
  ContactListDetails,
  ContactListResponse,
  ListMembership,
  ListMembersResponse,
  ListPreview,
} from '@parley/contracts/api/contact-lists';
import {
  CreateContactListRequest,
  DuplicateContactListRequest,
  FillListRequest,
  ListConditionsRequest,
  ListMembersQuery,
  ListMembersRequest,
  PatchContactListRequest,
} from '@parley/contracts/api/contact-lists.requests';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import type { Job } from '@parley/contracts/api/jobs';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { ContactLists, conditionsIn } from '../lists/contact-lists';
import { ListQueries } from '../lists/list.queries';
import { selectionAsked } from './contacts-query';
import { contactsView } from '../read/contacts.projector';
import { ContactQueries } from '../read/contacts.queries';

/**
 * Lists of contacts. Users add the members of a fixed list; the members of a live list are the contacts that meet its
 * conditions.
 */
@Controller('api/v3/contact-lists')
export class ContactListsController {
  constructor(
    private readonly lists: ContactLists,
    private readonly queries: ListQueries,
    private readonly contacts: ContactQueries,
    private readonly views: Views,
  ) {}

  @Get()
  @Requires('contactLists:read')
  list(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: ContactListResponse[] } & Fresh> {
    return this.views.read(contactsView.name, minPosition, async () => ({
      data: await this.queries.list(customerId),
    }));
  }

  @Post()
  @Requires('contactLists:create')
  async create(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() request: CreateContactListRequest,
  ): Promise<CreatedResponse> {
    return { id, ...(await this.lists.create(me, id, request)) };
  }

  /** Previews the members that a live list would have. */
  @Post('preview')
  @HttpCode(200)
  @Requires('contactLists:read')
  async preview(
    @CurrentPrincipal() me: Principal,
    @Body() { conditions }: ListConditionsRequest,
  ): Promise<ListPreview> {
    const { viewer } = await this.contacts.viewerAt(me);
    return this.queries.preview(viewer, conditionsIn(conditions));
  }

  @Get(':id')
  @Requires('contactLists:read')
  one(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<ContactListDetails & Fresh> {
    return this.views.read(contactsView.name, minPosition, () => this.lists.details(me, id));
  }

  @Patch(':id')
  @Requires('contactLists:update')
  change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() request: PatchContactListRequest,
  ): Promise<CommandResponse> {
    return this.lists.change(me, id, request);
  }

  @Delete(':id')
  @Requires('contactLists:delete')
  remove(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.lists.carryOut(me, id, 'Delete');
  }

  @Post(':id/archive')
  @HttpCode(200)
  @Requires('contactLists:update')
  archive(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.lists.carryOut(me, id, 'Archive');
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Requires('contactLists:update')
  restore(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return this.lists.carryOut(me, id, 'Restore');
  }

  @Post(':id/duplicate')
  @Requires('contactLists:create')
  async duplicate(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @NewId() newId: string,
    @Body() { name }: DuplicateContactListRequest,
  ): Promise<CreatedResponse> {
    return { id: newId, ...(await this.lists.duplicate(me, id, newId, name)) };
  }

  @Get(':id/members')
  @Requires('contactLists:read')
  async members(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition, ...asked }: ListMembersQuery,
  ): Promise<ListMembersResponse & Fresh> {
    await this.queries.get(me.customerId, id);
    return this.views.read(contactsView.name, minPosition, async () => {
      const { viewer } = await this.contacts.viewerAt(me);
      return this.queries.members(me.customerId, id, asked, viewer);
    });
  }

  @Get(':id/members/:contactId')
  @Requires('contactLists:read')
  async membership(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('contactId') contactId: string,
  ): Promise<ListMembership> {
    const { viewer } = await this.contacts.viewerAt(me);
    await this.contacts.requireVisible(viewer, contactId);
    return this.queries.membership(me.customerId, id, contactId);
  }

  @Post(':id/members/add')
  @HttpCode(200)
  @Requires('contactLists:update')
  add(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { contactIds }: ListMembersRequest,
  ): Promise<CommandResponse> {
    return this.lists.changeMembers(me, id, 'List', contactIds);
  }

  @Post(':id/members/remove')
  @HttpCode(200)
  @Requires('contactLists:update')
  removeMembers(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { contactIds }: ListMembersRequest,
  ): Promise<CommandResponse> {
    return this.lists.changeMembers(me, id, 'Unlist', contactIds);
  }

  /** Adds to a fixed list all contacts that meet the conditions now. */
  @Post(':id/fill')
  @Requires('contactLists:update')
  fill(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @NewId() jobId: string,
    @Body() request: FillListRequest,
  ): Promise<Job> {
    return this.lists.fill(me, id, jobId, selectionAsked(request));
  }
}
