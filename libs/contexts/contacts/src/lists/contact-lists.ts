import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CodedError } from '@parley/contracts/api/coded-error';
import { readConditions, type ContactConditions } from '@parley/contracts/api/contact-conditions';
import {
  FILL_LIST,
  MAX_LISTS,
  MAX_LIVE_LISTS,
  type ContactListDetails,
} from '@parley/contracts/api/contact-lists';
import type {
  CreateContactListRequest,
  PatchContactListRequest,
} from '@parley/contracts/api/contact-lists.requests';
import type { Job } from '@parley/contracts/api/jobs';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow, step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Jobs } from '@parley/jobs/jobs';
import type { Principal } from '@parley/platform/http/principal';
import { ContactListQueries, selectedSql, type ContactSelection } from '../read/contact-list.queries';
import { ContactQueries } from '../read/contacts.queries';
import { ToContactList, ToListBatch } from '../domain/contact-list';
import { ListQueries } from './list.queries';
import { ListUses } from './list-uses';

export interface FillListParams {
  listId: string;
}

/** Creates, changes and fills contact lists on request of users. */
@Injectable()
export class ContactLists {
  constructor(
    private readonly lists: ListQueries,
    private readonly contacts: ContactQueries,
    private readonly selections: ContactListQueries,
    private readonly uses: ListUses,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
  ) {}

  /** @throws Rejected `too_many_lists`, `too_many_live_lists`; CodedError `invalid_input` */
  async create(
    me: Principal,
    id: string,
    { name, description = '', conditions, contactIds = [] }: CreateContactListRequest,
  ): Promise<{ position: string }> {
    const live = conditions ? conditionsIn(conditions) : null;
    const there = await this.lists.list(me.customerId);
    if (!there.some((list) => list.id === id)) {
      if (there.length >= MAX_LISTS) throw new Rejected('too_many_lists');
      if (live && there.filter((list) => list.conditions).length >= MAX_LIVE_LISTS)
        throw new Rejected('too_many_live_lists');
    }
    const content = { name, description, conditions: live };
    const context = { ...requestedNow(me), commandId: id };
    const made = await carryOut(this.commands, new ToContactList(id, { type: 'Create', content }, context));
    if (live || contactIds.length === 0) return made;
    return (await this.putIn(me, id, contactIds, step(context, 'members'))) ?? made;
  }

  /**
   * Changes a list. Conditions without groups select every contact; but a list whose stored conditions are invalid
   * refuses them, because clients read such conditions from it and may write them back.
   * @throws NotFound; Rejected `list_kind_fixed`; CodedError `invalid_input`
   */
  async change(
    me: Principal,
    id: string,
    { name, description, conditions }: PatchContactListRequest,
  ): Promise<{ position: string }> {
    const { isInvalid } = await this.lists.get(me.customerId, id);
    const newConditions = conditions === undefined ? undefined : conditionsIn(conditions);
    if (isInvalid && newConditions?.groups.length === 0) {
      throw new CodedError('invalid_input', 'conditions: at least one group');
    }
    const content = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(newConditions !== undefined && { conditions: newConditions }),
    };
    return carryOut(this.commands, new ToContactList(id, { type: 'Change', content }, requestedNow(me)));
  }

  /** @throws NotFound; Rejected `list_used` when a user deletes a list that is in use */
  async carryOut(
    me: Principal,
    id: string,
    type: 'Archive' | 'Restore' | 'Delete',
  ): Promise<{ position: string }> {
    await this.lists.get(me.customerId, id);
    if (type === 'Delete' && (await this.uses.of(me.customerId, id)).length > 0)
      throw new Rejected('list_used');
    return carryOut(this.commands, new ToContactList(id, { type }, requestedNow(me)));
  }

  async details({ customerId }: Principal, id: string): Promise<ContactListDetails> {
    const [details, uses] = await Promise.all([
      this.lists.details(customerId, id),
      this.uses.of(customerId, id),
    ]);
    return { ...details, uses };
  }

  /**
   * Adds contacts that the user may see to a fixed list, or removes contacts from it.
   * @throws NotFound; Rejected `list_is_live`
   */
  async changeMembers(
    me: Principal,
    id: string,
    type: 'List' | 'Unlist',
    contactIds: string[],
  ): Promise<{ position: string }> {
    await this.requireFixed(me.customerId, id);
    const context = requestedNow(me);
    const changed =
      type === 'List'
        ? await this.putIn(me, id, contactIds, context)
        : await this.batch(context, { type, listId: id, contactIds });
    return changed ?? { position: '' };
  }

  /**
   * Begins a job that adds to a fixed list all contacts that meet the conditions now.
   * @throws NotFound; Rejected `list_is_live`; and the errors of `Jobs.begin`
   */
  async fill(me: Principal, id: string, jobId: string, selection: ContactSelection): Promise<Job> {
    const { name } = await this.requireFixed(me.customerId, id);
    const { viewer } = await this.contacts.viewerAt(me);
    const values: unknown[] = [];
    const where = selectedSql(viewer, selection, values);
    const items = `select k.id::text as key, null::jsonb as payload from contacts.contact k where ${where} order by k.id`;
    return this.beginFilling(me, { jobId, listId: id, name, items: { text: items, values } });
  }

  /**
   * Creates a copy of a list. A live list's copy has the same conditions; a job adds the same members to a fixed
   * list's copy.
   * @throws NotFound; and the errors of `create`
   */
  async duplicate(me: Principal, id: string, newId: string, name: string): Promise<{ position: string }> {
    const { description, conditions, isInvalid } = await this.lists.get(me.customerId, id);
    if (isInvalid) throw new CodedError('invalid_input', 'conditions');
    const request = { name, description, conditions: conditions && JSON.stringify(conditions) };
    const made = await this.create(me, newId, request);
    if (conditions) return made;
    const text =
      'select distinct contact_id::text as key, null::jsonb as payload from contacts.list_member where list_id = $1';
    await this.beginFilling(me, { jobId: newId, listId: newId, name, items: { text, values: [id] } });
    return made;
  }

  private async beginFilling(
    { customerId, userId, ip }: Principal,
    {
      jobId,
      listId,
      name,
      items,
    }: { jobId: string; listId: string; name: string; items: { text: string; values: unknown[] } },
  ): Promise<Job> {
    const params: FillListParams = { listId };
    const about = { listId, name };
    const job = await this.jobs.begin({
      ...{ id: jobId, kind: FILL_LIST, customerId, userId, ip, params, about, items },
    });
    if (!job) throw new Rejected('busy');
    return job;
  }

  private async putIn(
    me: Principal,
    listId: string,
    contactIds: string[],
    context: CommandContext,
  ): Promise<{ position: string } | null> {
    const { viewer } = await this.contacts.viewerAt(me);
    const everybody = { match: 'all', groups: [] } as const;
    const selection = { conditions: { ...everybody, groups: [] }, ids: contactIds };
    const seen = await this.selections.idsAfter(viewer, selection, { after: null, limit: contactIds.length });
    return this.batch(context, { type: 'List', listId, contactIds: seen });
  }

  private async batch(
    context: CommandContext,
    command: { type: 'List' | 'Unlist'; listId: string; contactIds: string[] },
  ): Promise<{ position: string } | null> {
    if (command.contactIds.length === 0) return null;
    return carryOut(this.commands, new ToListBatch(context.commandId, command, context, true));
  }

  private async requireFixed(customerId: string, id: string) {
    const list = await this.lists.get(customerId, id);
    if (list.conditions) throw new Rejected('list_is_live');
    return list;
  }
}

/**
 * Reads conditions from JSON.
 * @throws CodedError `invalid_input` if the text is not valid JSON or contains no valid conditions
 */
export function conditionsIn(text: string): ContactConditions {
  try {
    const conditions = readConditions(JSON.parse(text));
    if (conditions) return conditions;
  } catch {
    // Ignores the error: text that is not JSON is rejected below.
  }
  throw new CodedError('invalid_input', 'conditions: {"match":"all","groups":[…]}');
}
