import { Injectable } from '@nestjs/common';
import {
  meetsCondition,
  readConditions,
  type ContactConditions,
} from '@parley/contracts/api/contact-conditions';
import type {
  ContactListDetails,
  ContactListResponse,
  ListMember,
  ListMembersResponse,
  ListMembership,
  ListPreview,
  ListReach,
} from '@parley/contracts/api/contact-lists';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { contactVisibleSql, type ContactViewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';
import { reachesSql } from '../read/conditions-sql';
import { contactFactsOf, selectedSql } from '../read/contact-list.queries';

const NAMES = 10;
/**
 * Returned to clients in place of invalid stored conditions: without groups to edit, and refused by
 * `ContactLists.change` for such a list.
 */
const INVALID: ContactConditions = { match: 'all', groups: [] };

/** The page of members to read, and its filters. */
export interface MembersAsked {
  /** Id of the last member on the previous page; absent for the first page. */
  after?: string;
  limit: number;
  /** Returns only members who can be reached on this channel. */
  channelId?: string;
  /** Returns only members who opted in to campaign messages and are not blocked. */
  onlyReachable?: boolean;
}

type ListRow = ListReach & {
  id: string;
  name: string;
  description: string;
  conditions: ContactConditions | null;
  is_archived: boolean;
  created_at: Date;
};

const counted = `count(*)::int as members, (count(*) filter (where not k.opt_in))::int as "optedOut",
  (count(*) filter (where k.is_blocked))::int as blocked`;
const membersOf = (list: string) =>
  `(select distinct contact_id from contacts.list_member where list_id = ${list}) m
     join contacts.contact k on k.id = m.contact_id and not k.is_erased`;

/** Reads contact lists and their members. Routing and broadcasts read members here by the id of a list. */
@Injectable()
export class ListQueries {
  constructor(private readonly database: Database) {}

  /** All lists of an organisation, sorted by name. */
  async list(customerId: string): Promise<ContactListResponse[]> {
    const { rows } = await this.select('true', [customerId]);
    return rows.map(toList);
  }

  /** @throws NotFound if the organisation has no such list */
  async get(customerId: string, id: string): Promise<ContactListResponse> {
    const { rows } = await this.select('l.id = $2', [customerId, id]);
    if (!rows[0]) throw new NotFound();
    return toList(rows[0]);
  }

  /** @throws NotFound if the organisation has no such list */
  async details(customerId: string, id: string): Promise<Omit<ContactListDetails, 'uses'>> {
    const [list, { rows }] = await Promise.all([
      this.get(customerId, id),
      this.database.query<{ id: string; count: number }>(
        `select reach.id, count(*)::int as count from contacts.channel reach join ${membersOf('$2')}
             on ${reachesSql('reach', 'k', 'contacts.')}
          where reach.customer_id = $1 and k.opt_in and not k.is_blocked group by reach.id`,
        [customerId, id],
      ),
    ]);
    return { ...list, reach: Object.fromEntries(rows.map((row) => [row.id, row.count])) };
  }

  /**
   * A page of the members of a list, ordered by id.
   * @param viewer restricts the page to contacts that this user may see; null for the product itself, which sees all
   * contacts
   * @throws NotFound if the organisation has no such list
   */
  async members(
    customerId: string,
    listId: string,
    { after, limit, channelId, onlyReachable }: MembersAsked,
    viewer: ContactViewer | null = null,
  ): Promise<ListMembersResponse> {
    const values: unknown[] = [customerId, listId];
    const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
    const where = [
      ...(after ? [`m.contact_id > ${parameter(after, 'uuid')}`] : []),
      ...(onlyReachable ? ['k.opt_in', 'not k.is_blocked'] : []),
      ...(channelId
        ? [
            `exists (select from contacts.channel reach where reach.customer_id = $1::uuid
               and reach.id = ${parameter(channelId, 'uuid')} and ${reachesSql('reach', 'k', 'contacts.')})`,
          ]
        : []),
      ...(viewer ? [contactVisibleSql(viewer, { contactId: 'k.id', schema: 'contacts' }, values)] : []),
    ];
    const { rows } = await this.database.query<ListMember & { [column: string]: unknown }>(
      `select k.id, coalesce(k.name, k.username) as name, k.phone, k.email, k.opt_in as "optIn",
              k.is_blocked as "isBlocked"
         from (select distinct contact_id from contacts.list_member where list_id = $2::uuid) m
         join contacts.contact k on k.id = m.contact_id and k.customer_id = $1::uuid and not k.is_erased
        ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
        order by k.id limit ${parameter(limit + 1, 'integer')}`,
      values,
    );
    const data = rows.slice(0, limit);
    return { data, next: rows.length > limit ? data.at(-1)!.id : null };
  }

  /**
   * Whether a contact is in a list, and which conditions of a live list the contact does not meet.
   * @throws NotFound if the organisation has no such list
   */
  async membership(customerId: string, listId: string, contactId: string): Promise<ListMembership> {
    const { conditions } = await this.get(customerId, listId);
    const [facts, { rowCount }] = await Promise.all([
      contactFactsOf(this.database, 'contacts.', [contactId]),
      this.database.query('select from contacts.list_member where list_id = $1 and contact_id = $2 limit 1', [
        listId,
        contactId,
      ]),
    ]);
    const isMember = (rowCount ?? 0) > 0;
    const about = facts.get(contactId);
    if (!about) throw new NotFound();
    if (isMember || !conditions) return { isMember, failing: [] };
    const failing = conditions.groups.flatMap((group, at) =>
      group.conditions.flatMap((condition, index) =>
        meetsCondition(about, condition) ? [] : [[at, index] as [number, number]],
      ),
    );
    return { isMember, failing };
  }

  /**
   * The number and the names of the members that a live list with these conditions would have, among the contacts
   * that the viewer may see. Runs three statements.
   */
  async preview(viewer: ContactViewer, conditions: ContactConditions): Promise<ListPreview> {
    const asking = <T extends object>(columns: string, rest = '', from = '') => {
      const values: unknown[] = [];
      const where = selectedSql(viewer, { conditions }, values);
      return this.database.query<T & { [column: string]: unknown }>(
        `select ${columns} from contacts.contact k ${from} where ${where} ${rest}`,
        values,
      );
    };
    const [counts, reach, names] = await Promise.all([
      asking<ListReach>(counted),
      asking<{ id: string; count: number }>(
        'reach.id, count(*)::int as count',
        'and k.opt_in and not k.is_blocked group by reach.id',
        `join contacts.channel reach on reach.customer_id = k.customer_id and ${reachesSql('reach', 'k', 'contacts.')}`,
      ),
      asking<{ name: string | null }>(
        'coalesce(k.name, k.username, k.phone, k.email) as name',
        `order by k.sort_name, k.id limit ${NAMES}`,
      ),
    ]);
    return {
      ...counts.rows[0]!,
      reach: Object.fromEntries(reach.rows.map((row) => [row.id, row.count])),
      names: names.rows.flatMap(({ name }) => (name ? [name] : [])),
    };
  }

  private select(where: string, values: unknown[]) {
    return this.database.query<ListRow & { [column: string]: unknown }>(
      `select l.*, c.* from contacts.contact_list l
         cross join lateral (select ${counted} from ${membersOf('l.id')}) c
        where l.customer_id = $1 and ${where} order by lower(l.name), l.id`,
      values,
    );
  }
}

function toList({
  id,
  name,
  description,
  conditions,
  is_archived,
  created_at,
  ...row
}: ListRow): ContactListResponse {
  const { members, optedOut, blocked } = row;
  const createdAt = created_at.toISOString();
  return {
    id,
    name,
    description,
    // Replaces invalid conditions, which clients could not show.
    conditions: conditions && (readConditions(conditions) ?? INVALID),
    isInvalid: conditions !== null && readConditions(conditions) === null,
    members,
    optedOut,
    blocked,
    isArchived: is_archived,
    createdAt,
  };
}
