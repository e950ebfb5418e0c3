import { Injectable } from '@nestjs/common';
import type { ChatSort } from '@parley/contracts/api/chat-filters';
import type { Inbox } from '@parley/contracts/api/email';
import type { Chat, ListCount } from '@parley/contracts/api/conversations';
import { idOf, type ChannelSettings, type ChannelSetUp, type Platform } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { Due } from '@parley/event-sourcing/due/due';
import { standsForSql } from '@parley/event-sourcing/projection/merged';
import { idsOfMark, marksOn } from '@parley/event-sourcing/projection/marks';
import { Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { AUTO_ARCHIVE } from '../domain/auto-archive';
import type { ConversationRow } from './inbox.rows';
import { countLists, countMatching, isTallied, type ListRequest, type TallyRow } from './list-counts';
import { matchingSql, orderSql } from './list-sql';
import { unreadSql } from './reading-sql';
import { visibleSql, type Access, type Viewer } from '@parley/event-sourcing/visibility/viewer';
import { loadViewer, loadViewerAt, loadViewers } from '@parley/event-sourcing/visibility/viewer-tables';

export const CHATS_PER_PAGE = 50;

/** Where a filter asks for more than the tally tells apart, so many are counted from the page on, and no more. */
const COUNTED_AHEAD = 100;

/** A conversation with what its channel says about answering in it. */
export interface ComposerFacts {
  chat: Chat;
  /** Null: a channel that nothing is known of yet. */
  channel: ChannelSetUp | null;
  /** Who of the organisation answered last, and where in the log. */
  lastReply: { by: string; position: string } | null;
  /** How whoever it is asked for signs. */
  signer: Signer;
}

/** How somebody signs what they write. */
export interface Signer {
  displayName: string | null;
  /** Their own choice; null where they have made none. */
  automaticSignature: string | null;
}

/** A row for pushes, with what decides who may have it. */
export interface PushedRow {
  id: string;
  access: Access;
  /** As this user has read it. Users who have read as much of it get the same object. */
  chatOf: (userId: string) => Chat;
}

export type Joined = ConversationRow & {
  unread_by_viewer: number;
  platform: Platform;
  name: string | null;
  phone: string | null;
  email: string | null;
  username: string | null;
  is_blocked: boolean | null;
  is_high_priority: boolean | null;
  contact_changed_at: string | null;
  /** Who stands for the contact that wrote. */
  shown_contact_id: string | null;
  tag_ids: string[];
  label_ids: string[];
};

export const chatColumns = (unread: string) => `
  c.*, ${unread} as unread_by_viewer, ch.set_up ->> 'platform' as platform, k.name, k.phone, k.email, k.username,
  k.is_blocked, k.is_high_priority, k.changed_at as contact_changed_at,
  ${marksOn('c.id', 'inbox')} as tag_ids, ${marksOn('k.id', 'inbox')} as label_ids, k.id as shown_contact_id`;
export const chatJoins = `
  left join inbox.channel ch on ch.id = c.channel_id
  left join inbox.merged merged_as on merged_as.contact_id = c.contact_id
  left join inbox.contact k on k.id = coalesce(merged_as.root_id, c.contact_id)`;

/** What a page of a list is asked for. */
export type PageRequest = ListRequest & { page: number; sortBy?: ChatSort };

/** The rows of a page: it is found on the index alone, and only its rows are joined. */
export function pageStatement(viewer: Viewer, request: PageRequest): { text: string; values: unknown[] } {
  const { where, values } = whereOf(viewer, request);
  const order = orderSql(request.sortBy ?? 'newestEntry');
  const offset = values.push((request.page - 1) * CHATS_PER_PAGE);
  const unread = unreadSql(`$${values.push(viewer.userId)}::uuid`);
  const text = `with page as (
      select c.id from inbox.conversation c where ${where}
       order by ${order} limit ${CHATS_PER_PAGE} offset $${offset})
    select ${chatColumns(unread)} from page join inbox.conversation c using (id) ${chatJoins}
     order by ${order}`;
  return { text, values };
}

function whereOf(viewer: Viewer, request: ListRequest): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  return { where: matchingSql(viewer, request, values), values };
}

/** The conversation lists as somebody may see them. */
@Injectable()
export class InboxQueries {
  constructor(private readonly database: Database) {}

  /** What decides which conversations this principal sees. Nobody known, or active: a viewer who sees none. */
  async viewer(principal: Pick<Principal, 'customerId' | 'userId'>): Promise<Viewer> {
    return loadViewer(this.database, 'inbox', principal);
  }

  /** The same of everybody who is active in an organisation. */
  viewers(customerId: string): Promise<Viewer[]> {
    return loadViewers(this.database, 'inbox', customerId);
  }

  /** The same, and how far a view had come by then: what is read afterwards holds at least that. */
  async viewerAt(
    principal: Pick<Principal, 'customerId' | 'userId'>,
    view: string,
  ): Promise<{ viewer: Viewer; position: string }> {
    return loadViewerAt(this.database, { schema: 'inbox', view }, principal);
  }

  /** One page of a list, and how many conversations it has: exactly, or at least so many where that is capped. */
  async list(
    viewer: Viewer,
    request: PageRequest,
  ): Promise<{ chats: Chat[]; total: number; isCapped: boolean }> {
    const [total, chats] = await Promise.all([this.total(viewer, request), this.page(viewer, request)]);
    return { chats, ...total };
  }

  private async total(viewer: Viewer, request: PageRequest): Promise<{ total: number; isCapped: boolean }> {
    if (isTallied(request)) {
      return { total: countMatching(await this.tallyFor(viewer), viewer, request), isCapped: false };
    }
    const { where, values } = whereOf(viewer, request);
    const most = (request.page - 1) * CHATS_PER_PAGE + COUNTED_AHEAD;
    const { rows } = await this.database.query<{ count: number }>(
      `select count(*)::integer as count
         from (select from inbox.conversation c where ${where} limit $${values.push(most + 1)}) counted`,
      values,
    );
    const count = rows[0]?.count ?? 0;
    return { total: Math.min(count, most), isCapped: count > most };
  }

  private async page(viewer: Viewer, request: PageRequest): Promise<Chat[]> {
    const { text, values } = pageStatement(viewer, request);
    const { rows } = await this.database.query<Joined>(text, values);
    return rows.map(toChat);
  }

  /** How many conversations each list holds, and how many of them have something unread. */
  async counts(viewer: Viewer, inbox: Inbox = 'messaging'): Promise<ListCount[]> {
    return countLists(await this.tallyFor(viewer), viewer, inbox);
  }

  /** An organisation's conversations counted, as this viewer has read them. */
  async tallyFor({ customerId, userId }: Viewer): Promise<TallyRow[]> {
    return (await this.tallies(customerId, [userId]))(userId);
  }

  /** The same for several users at once. */
  async tallies(customerId: string, userIds: string[]): Promise<(userId: string) => TallyRow[]> {
    const group = 'status, channel_id, assigned_user_id, assigned_team_id, has_failed';
    const { rows } = await this.database.query<TallyRow & { user_id: string | null }>(
      `select null::uuid as user_id, ${group}, count, unread from inbox.tally where customer_id = $1
       union all
       select user_id, ${group}, 0, -read from inbox.reader_tally where customer_id = $1 and user_id = any($2::uuid[])`,
      [customerId, userIds],
    );
    const byUser = new Map<string | null, TallyRow[]>([null, ...userIds].map((userId) => [userId, []]));
    for (const row of rows) byUser.get(row.user_id)?.push(row);
    const ofAll = byUser.get(null)!;
    return (userId) => [...ofAll, ...(byUser.get(userId) ?? [])];
  }

  /** @throws NotFound for what does not exist, or not for this viewer. */
  async findVisible(viewer: Viewer, id: string): Promise<ComposerFacts> {
    const values: unknown[] = [id, viewer.userId];
    const found = await this.composerFacts(`c.id = $1 and ${visibleSql(viewer, 'c', values)}`, values);
    if (!found) throw new NotFound();
    return found;
  }

  /** Which of these conversations a viewer may see. */
  async visibleAmong(viewer: Viewer, ids: string[]): Promise<Set<string>> {
    const values: unknown[] = [ids];
    const { rows } = await this.database.query<{ id: string }>(
      `select c.id from inbox.conversation c where c.id = any($1::uuid[]) and ${visibleSql(viewer, 'c', values)}`,
      values,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * A conversation as the product itself sees it, which may see all. Null: none that is shown yet.
   * @param writerId whose words it is about to send there, if anybody's
   */
  find(customerId: string, id: string, writerId: string | null = null): Promise<ComposerFacts | null> {
    return this.composerFacts('c.id = $1 and c.customer_id = $3', [id, writerId, customerId]);
  }

  /** Of these conversations, whichever organisations they are of, those that are archived, or not there. */
  async notOpen(ids: string[]): Promise<Set<string>> {
    const { rows } = await this.database.query<{ id: string }>(
      `select id from unnest($1::uuid[]) as asked (id)
        where not exists (select from inbox.conversation c where c.id = asked.id and c.status = 'open')`,
      [[...new Set(ids)]],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** What is set up of a channel, as the lists know it. */
  async channel(customerId: string, id: string): Promise<ChannelSetUp | null> {
    const { rows } = await this.database.query<{ set_up: ChannelSetUp }>(
      'select set_up from inbox.channel where id = $2 and customer_id = $1',
      [customerId, id],
    );
    return rows[0]?.set_up ?? null;
  }

  /** `$2` is who reads, or writes. */
  private async composerFacts(where: string, values: unknown[]): Promise<ComposerFacts | null> {
    const { rows } = await this.database.query<
      Joined & { set_up: ChannelSetUp | null; signer_name: string | null; signature: string | null }
    >(
      `select ${chatColumns(unreadSql('$2::uuid'))}, ch.set_up, s.display_name as signer_name, s.automatic_signature as signature
         from inbox.conversation c ${chatJoins}
         left join inbox.signer s on s.user_id = $2::uuid and s.customer_id = c.customer_id
        where ${where}`,
      values,
    );
    const [row] = rows;
    if (!row) return null;
    const { reply_by: by, reply_position: position } = row;
    return {
      chat: toChat(row),
      channel: row.set_up,
      lastReply: by && position ? { by, position } : null,
      signer: { displayName: row.signer_name, automaticSignature: row.signature },
    };
  }

  /** How a conversation is archived by itself, if that is due by now; null if not. */
  async dueArchive(
    { customerId, stream }: Pick<Due, 'customerId' | 'stream'>,
    now: string,
  ): Promise<{ afterHours: number; unassign: boolean } | null> {
    const { rows } = await this.database.query<{ settings: ChannelSettings }>(
      `select ch.set_up -> 'settings' as settings
         from inbox.due d
         join inbox.conversation c on c.id = $2::uuid and c.customer_id = d.customer_id
         join inbox.channel ch on ch.id = c.channel_id
        where d.customer_id = $1 and d.stream = $3 and d.command = $4 and d.at <= $5`,
      [customerId, idOf(stream), stream, AUTO_ARCHIVE, now],
    );
    const { autoArchive, unassignOnArchive } = rows[0]?.settings ?? {};
    return autoArchive ? { afterHours: autoArchive.afterHours, unassign: unassignOnArchive ?? false } : null;
  }

  /** Other conversations of the contact, as far as this viewer may see them, newest message first. */
  async othersOf(viewer: Viewer, { id, contactId }: Pick<Chat, 'id' | 'contactId'>): Promise<Chat[]> {
    const values: unknown[] = [contactId, id, viewer.userId];
    const { rows } = await this.database.query<Joined>(
      `select ${chatColumns(unreadSql('$3::uuid'))} from inbox.conversation c ${chatJoins}
        where c.contact_id in (
          select $1::uuid union select ${standsForSql('$1::uuid', 'inbox.')}
          union select contact_id from inbox.merged where root_id = ${standsForSql('$1::uuid', 'inbox.')}) and c.id <> $2 and ${visibleSql(viewer, 'c', values)}
        order by c.entry_time desc, c.id desc limit ${CHATS_PER_PAGE}`,
      values,
    );
    return rows.map(toChat);
  }

  /** What decides who may see these conversations; those that are not there are left out. */
  async accessOf(customerId: string, ids: string[]): Promise<Map<string, Access>> {
    const { rows } = await this.database.query<Access & { id: string }>(
      `select id, channel_id as "channelId", assigned_user_id as "assignedUserId", assigned_team_id as "assignedTeamId"
         from inbox.conversation where customer_id = $1 and id = any($2::uuid[])`,
      [customerId, ids],
    );
    return new Map(rows.map(({ id, ...access }) => [id, access]));
  }

  /** Conversations as nobody in particular has read them, with what decides who may see them. */
  async rowsByIds(customerId: string, ids: string[]): Promise<{ chat: Chat; access: Access }[]> {
    const { rows } = await this.database.query<Joined>(
      `select ${chatColumns('c.unread')} from inbox.conversation c ${chatJoins}
        where c.customer_id = $1 and c.id = any($2::uuid[])`,
      [customerId, ids],
    );
    return rows.map((row) => ({
      chat: toChat(row),
      access: {
        channelId: row.channel_id,
        assignedUserId: row.assigned_user_id,
        assignedTeamId: row.assigned_team_id,
      },
    }));
  }

  /** Conversations as each of these users has read them. */
  async rowsFor(customerId: string, userIds: string[], ids: string[]): Promise<PushedRow[]> {
    const rows = await this.rowsByIds(customerId, ids);
    const forEach = rows.flatMap(({ chat }) => (chat.readForAll ? [] : chat.id));
    const unread = await this.unreadOf(userIds, forEach);
    return rows.map(({ chat, access }) => {
      const byUnread = new Map<number, Chat>();
      const chatOf = (userId: string) => {
        const unreadMessages = unread.get(`${chat.id}/${userId}`);
        if (unreadMessages === undefined) return chat;
        const read = byUnread.get(unreadMessages) ?? { ...chat, unreadMessages, read: unreadMessages === 0 };
        byUnread.set(unreadMessages, read);
        return read;
      };
      return { id: chat.id, access, chatOf };
    });
  }

  private async unreadOf(userIds: string[], ids: string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.database.query<{ id: string; user_id: string; unread: number }>(
      `select c.id, reader.user_id, ${unreadSql('reader.user_id', 'reader.since')} as unread
         from inbox.conversation c, inbox.viewer reader
        where c.id = any($1::uuid[]) and reader.user_id = any($2::uuid[])`,
      [ids, userIds],
    );
    return new Map(rows.map(({ id, user_id, unread }) => [`${id}/${user_id}`, unread]));
  }

  /**
   * All ids that stand for a tag of this organisation, first its own: the others were merged into it.
   * @throws NotFound
   */
  idsOfTag({ customerId }: Viewer, id: string): Promise<[string, ...string[]]> {
    return idsOfMark(this.database, 'inbox', { customerId, kind: 'tag', id });
  }

  /** Which of these conversations have a message that their contact wrote. */
  async written(ids: string[]): Promise<Set<string>> {
    const { rows } = await this.database.query<{ id: string }>(
      'select id from inbox.conversation where id = any($1::uuid[]) and last_inbound_position is not null',
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Position of the newest message that the contact wrote, or null. */
  async lastInboundPosition(customerId: string, id: string): Promise<string | null> {
    const { rows } = await this.database.query<{ last_inbound_position: string | null }>(
      'select last_inbound_position from inbox.conversation where customer_id = $1 and id = $2',
      [customerId, id],
    );
    return rows[0]?.last_inbound_position ?? null;
  }
}

export function toChat(row: Joined): Chat {
  const iso = (time: string | Date) => new Date(time).toISOString();
  return {
    id: row.id,
    contactId: row.contact_id,
    contact: {
      id: row.shown_contact_id ?? row.contact_id,
      // A visitor of a site may have said nothing of themselves: something has to tell them apart.
      name: row.name ?? row.username ?? row.phone ?? row.email ?? `#${row.contact_id.slice(0, 6)}`,
      phone: row.phone,
      email: row.email,
      username: row.username,
      isHighPriority: row.is_high_priority ?? false,
      isBlocked: row.is_blocked ?? false,
      labelIds: row.label_ids,
      changedAt: row.contact_changed_at ?? '',
    },
    channelId: row.channel_id,
    identityId: row.identity_id ?? row.channel_id,
    platform: row.platform,
    assignedUserId: row.assigned_user_id,
    assignedTeamId: row.assigned_team_id,
    assignment: row.assigned_at ? { time: iso(row.assigned_at), byId: row.assigned_by } : null,
    status: row.status === 'closed' ? 'closed' : 'open',
    snoozed: row.status === 'snoozed' ? { until: row.snoozed_until && iso(row.snoozed_until) } : null,
    read: row.unread_by_viewer === 0,
    unreadMessages: row.unread_by_viewer,
    readForAll: row.read_for_all,
    tagIds: row.tag_ids,
    lastInboundMessageTime: row.last_inbound_time && iso(row.last_inbound_time),
    receivedAt: row.received_at && iso(row.received_at),
    waitingSince: row.waiting_since && iso(row.waiting_since),
    ...(row.sla_due_at &&
      row.sla_clock &&
      row.sla_stage && {
        sla: {
          clock: row.sla_clock,
          dueAt: iso(row.sla_due_at),
          stage: row.sla_stage,
          toldAt: row.sla_stage === 'running' ? null : row.sla_span.toldAt,
        },
      }),
    hasFailedSend: row.failed_sends > 0,
    lastEntry: row.entry_id
      ? {
          id: row.entry_id,
          direction: row.entry_direction ?? 'in',
          type: row.entry_type ?? 'text',
          preview: row.entry_preview ?? '',
          status: row.entry_status ?? 'none',
          createdById: row.entry_created_by,
          createdByEntity: row.entry_created_by_entity ?? 'system',
        }
      : null,
    ...(row.subject !== null && { subject: row.subject }),
    lastEntryTime: iso(row.entry_time),
    createdAt: iso(row.created_at),
  };
}
