import { Injectable } from '@nestjs/common';
import {
  everybody,
  type ContactConditions,
  type ContactFacts,
} from '@parley/contracts/api/contact-conditions';
import {
  MAX_COUNTED,
  type ContactItem,
  type ContactSort,
  type ContactsPage,
} from '@parley/contracts/api/contacts';
import { contactVisibleSql, visibleSql, type ContactViewer } from '@parley/access-rules/viewer';
import { Database, type Sql } from '@parley/platform/database/database';
import { conditionsSql, reachesSql } from './conditions-sql';
import type { ContactRow } from './contacts.rows';

/** The contacts that a request selects. */
export interface ContactSelection {
  conditions: ContactConditions;
  /** If set, selects only contacts with these ids. */
  ids?: string[];
}

/** Reads contacts that meet conditions and that a viewer may see, without erased and merged contacts. */
@Injectable()
export class ContactListQueries {
  constructor(private readonly database: Database) {}

  /** One page, numbered from 1, and the total, counted to at most `MAX_COUNTED`. Runs two statements. */
  async page(
    viewer: ContactViewer,
    selection: ContactSelection,
    { page, perPage, sortBy }: { page: number; perPage: number; sortBy: ContactSort },
  ): Promise<ContactsPage> {
    const values: unknown[] = [];
    const where = selectedSql(viewer, selection, values);
    const counting = this.database.query<{ total: number }>(
      `select count(*)::int as total from
         (select from contacts.contact k where ${where} limit ${MAX_COUNTED + 1}) counted`,
      values,
    );
    const [data, { rows }] = await Promise.all([
      this.rows(viewer, selection, { offset: (page - 1) * perPage, limit: perPage, sortBy }),
      counting,
    ]);
    const found = rows[0]?.total ?? 0;
    const total = Math.min(found, MAX_COUNTED);
    return {
      data,
      count: data.length,
      total,
      isTotalExact: found <= MAX_COUNTED,
      page,
      perPage,
      pageCount: Math.ceil(total / perPage),
    };
  }

  private async rows(
    viewer: ContactViewer,
    selection: ContactSelection,
    { offset, limit, sortBy }: { offset: number; limit: number; sortBy: ContactSort },
  ): Promise<ContactItem[]> {
    const values: unknown[] = [];
    const where = selectedSql(viewer, selection, values);
    const [order, after] = orders[sortBy];
    const window = `limit $${values.push(limit)} offset $${values.push(offset)}`;
    const seen = visibleSql(viewer, 'held', values);
    const { rows } = await this.database.query<ItemRow>(
      `select k.*, activity.seen_at, activity.last_at, ${labelsSql('contacts.')} as label_ids,
              ${channelsSql('contacts.')} as channel_ids, talked.conversation_id, talked.status,
              held.channel_id as last_channel_id, held.assigned_user_id, held.assigned_team_id
         from (select k.*${after ? `, ${after} as sorted` : ''} from contacts.contact k
                 left join contacts.activity on activity.contact_id = k.id
                where ${where} order by ${order} ${window}) k
         left join contacts.activity on activity.contact_id = k.id
         left join contacts.conversation_access held on held.conversation_id = activity.conversation_id and ${seen}
         left join contacts.conversation talked on talked.conversation_id = held.conversation_id
        order by ${order}`,
      values,
    );
    return rows.map(toItem);
  }

  /**
   * Ids of the selected contacts, ordered by id, so that a job can read them a page at a time.
   * @param after the last id of the previous page; null for the first page
   */
  async idsAfter(
    viewer: ContactViewer,
    selection: ContactSelection,
    { after, limit }: { after: string | null; limit: number },
  ): Promise<string[]> {
    const values: unknown[] = [];
    const where = selectedSql(viewer, selection, values);
    const from = after === null ? '' : `and k.id > $${values.push(after)}::uuid`;
    const { rows } = await this.database.query<{ id: string }>(
      `select k.id from contacts.contact k where ${where} ${from} order by k.id limit $${values.push(limit)}`,
      values,
    );
    return rows.map(({ id }) => id);
  }

  /** Returns those of `ids` that a viewer may see. */
  async visibleAmong(viewer: ContactViewer, ids: string[]): Promise<Set<string>> {
    const found = await this.idsAfter(
      viewer,
      { conditions: everybody, ids },
      { after: null, limit: ids.length },
    );
    return new Set(found);
  }

  /** Rows of those contacts among `ids` that a viewer may see, oldest contact first. */
  items(viewer: ContactViewer, ids: string[]): Promise<ContactItem[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.rows(
      viewer,
      { conditions: everybody, ids },
      { offset: 0, limit: ids.length, sortBy: 'oldest' },
    );
  }

  /**
   * Names of those contacts among `ids` that this viewer may see; for a contact without a name, the username, e-mail
   * or phone.
   */
  async namesOf(viewer: ContactViewer, ids: string[]): Promise<Map<string, string>> {
    const values: unknown[] = [];
    const where = selectedSql(viewer, { conditions: everybody, ids }, values);
    const { rows } = await this.database.query<{ id: string; name: string | null }>(
      `select k.id, coalesce(k.name, k.username, k.email, k.phone) as name from contacts.contact k where ${where}`,
      values,
    );
    return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
  }
}

/** The data that conditions read, of contacts that are neither merged nor erased. Runs one statement. */
export async function contactFactsOf(
  sql: Sql,
  tables: string,
  ids: string[],
): Promise<Map<string, ContactFacts>> {
  const { rows } = await sql.query<FactsRow>(
    `select k.id, k.opt_in, k.is_blocked, k.is_high_priority, k.created_at, k.search, activity.seen_at,
            ${labelsSql(tables)} as label_ids, ${channelsSql(tables)} as channel_ids,
            talked.status, held.assigned_user_id, held.assigned_team_id,
            (select coalesce(jsonb_agg(jsonb_build_object('name', m.name, 'value', m.value)), '[]') from ${tables}metadata m
              where m.contact_id = k.id
                 or m.contact_id in (select contact_id from ${tables}merged where root_id = k.id)) as metadata,
            (select coalesce(jsonb_object_agg(v.attribute_id, v.value), '{}') from ${tables}attribute_value v
              where v.contact_id = k.id) as attributes
       from ${tables}contact k left join ${tables}activity on activity.contact_id = k.id
       left join ${tables}conversation talked using (conversation_id)
       left join ${tables}conversation_access held using (conversation_id)
      where k.id = any($1::uuid[]) and not k.is_erased
        and not exists (select from ${tables}merged where merged.contact_id = k.id)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, toFacts(row)]));
}

/**
 * SQL condition on rows `k`: the contact is selected, belongs to the viewer's organisation, and is visible to the
 * viewer.
 */
export function selectedSql(
  viewer: ContactViewer,
  { conditions, ids }: ContactSelection,
  values: unknown[],
): string {
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  return [
    `k.customer_id = ${parameter(viewer.customerId, 'uuid')}`,
    'not k.is_erased',
    'not exists (select from contacts.merged where merged.contact_id = k.id)',
    ...(ids ? [`k.id = any(${parameter(ids, 'uuid[]')})`] : []),
    conditionsSql(conditions, { contact: 'k', tables: 'contacts.' }, values),
    contactVisibleSql(viewer, { contactId: 'k.id', schema: 'contacts' }, values),
  ].join(' and ');
}

/**
 * The SQL order of each sort, which an index supports; the second element is a column that the row of the contact
 * lacks, if the sort needs one.
 */
const orders: Record<ContactSort, [order: string, column?: string]> = {
  name: ['k.sort_name, k.id'],
  nameDescending: ['k.sort_name desc, k.id desc'],
  newest: ['k.created_at desc, k.id desc'],
  oldest: ['k.created_at, k.id'],
  lastSeen: ['activity.seen_at desc nulls last, k.id'],
  lastMessage: ['activity.last_at desc nulls last, k.id'],
};

const labelsSql = (tables: string) => `array(
  select mark_of.stands_for from ${tables}marked marking join ${tables}mark mark_of on mark_of.id = marking.mark_id
   where marking.target_id = k.id and not mark_of.is_deleted
   group by mark_of.stands_for order by min(marking.position), mark_of.stands_for)`;

const channelsSql = (tables: string) => `array(
  select reach.id from ${tables}channel reach where reach.customer_id = k.customer_id
     and ${reachesSql('reach', 'k', tables)} order by reach.id)`;

interface FactsRow {
  id: string;
  opt_in: boolean;
  is_blocked: boolean;
  is_high_priority: boolean;
  created_at: Date;
  seen_at: Date | null;
  search: string;
  label_ids: string[];
  channel_ids: string[];
  status: 'open' | 'closed' | null;
  assigned_user_id: string | null;
  assigned_team_id: string | null;
  metadata: { name: string; value: string }[];
  attributes: Record<string, string>;
}

function toFacts(row: FactsRow): ContactFacts {
  const { assigned_user_id: assignedUserId, assigned_team_id: assignedTeamId, status } = row;
  return {
    labelIds: row.label_ids,
    channelIds: row.channel_ids,
    optIn: row.opt_in,
    isBlocked: row.is_blocked,
    isHighPriority: row.is_high_priority,
    lastConversation: status && { status, assignedUserId, assignedTeamId },
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.seen_at && row.seen_at.toISOString(),
    metadata: row.metadata,
    attributes: row.attributes,
    search: row.search,
  };
}

type ItemRow = ContactRow & {
  created_at: Date;
  seen_at: Date | null;
  last_at: Date | null;
  label_ids: string[];
  channel_ids: string[];
  conversation_id: string | null;
  status: 'open' | 'closed' | null;
  last_channel_id: string | null;
  assigned_user_id: string | null;
  assigned_team_id: string | null;
};

function toItem(row: ItemRow): ContactItem {
  const { conversation_id: id, status, last_channel_id: channelId, assigned_user_id: assignedUserId } = row;
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    email: row.email,
    username: row.username,
    company: row.company,
    jobTitle: row.job_title,
    reference: row.reference,
    city: row.city,
    country: row.country,
    labelIds: row.label_ids,
    channelIds: row.channel_ids,
    isBlocked: row.is_blocked,
    isHighPriority: row.is_high_priority,
    optIn: row.opt_in,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.seen_at && row.seen_at.toISOString(),
    lastMessageAt: row.last_at && row.last_at.toISOString(),
    lastConversation: id && status && channelId ? { id, status, channelId, assignedUserId } : null,
    assignedUserId,
    assignedTeamId: row.assigned_team_id,
  };
}
