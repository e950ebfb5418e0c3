import { Injectable } from '@nestjs/common';
import type { ChatSort } from '@parley/contracts/api/chat-filters';
import type { Inbox } from '@parley/contracts/api/email';
import type { Chat, ListCount } from '@parley/contracts/api/conversations';
import { idOf, type ChannelSettings, type ChannelSetUp, type Platform } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { Due } from '@parley/event-sourcing/due/due';
import { checkpointSql } from '@parley/event-sourcing/projection/view-schema';
import { standsForSql } from '@parley/read-kit/merged';
import { idsOfMark, marksOn } from '@parley/read-kit/marks';
import { Database } from '@parley/platform/database/database';
import { isoTime } from '@parley/platform/database/iso-time';
import { SharedReads } from '@parley/platform/database/shared-reads';
import type { Principal } from '@parley/platform/http/principal';
import { AUTO_ARCHIVE } from '../domain/auto-archive';
import type { ConversationRow } from './inbox.rows';
import { countLists, countMatching, isTallied, type ListRequest, type TallyRow } from './list-counts';
import { matchingSql, orderSql } from './list-sql';
import { unreadSql } from './reading-sql';
import { visibleSql, visibleTo, type Access, type Viewer } from '@parley/access-rules/viewer';
import { loadViewer, loadViewerAt, loadViewers } from '@parley/access-rules/viewer-tables';

export const CHATS_PER_PAGE = 50;

/** If the tally cannot answer a filter, at most this many conversations beyond the start of the page are counted. */
const COUNTED_AHEAD = 100;

const VIEW = 'inbox';

/** Columns by which the tally groups conversations. */
const TALLIED = 'status, channel_id, assigned_user_id, assigned_team_id, has_failed';

/** A conversation with the data that the rules of sending check. */
export interface SendFacts {
  chat: Chat;
  /** Null if the view does not have the channel's settings yet. */
  channel: ChannelSetUp | null;
  /** The user who replied last, and the log position of that reply; null if no user has replied. */
  lastReply: { by: string; position: string } | null;
  /** Signature data of the user for whom the conversation was read. */
  signer: Signer;
  /** Position of the view when the conversation was read. */
  position: string;
}

interface AskedChat {
  id: string;
  customerId: string;
  /** The user who reads the conversation or writes in it; null for the product itself. */
  userId: string | null;
}

/** The data from which a user's signature is built. */
export interface Signer {
  displayName: string | null;
  /** The user's own setting; null if the user has not set it. */
  automaticSignature: string | null;
}

/** A row to push to clients, with the data that decides which users may see it. */
export interface PushedRow {
  id: string;
  access: Access;
  /**
   * Returns the row with this user's read state. Users with the same number of unread messages get the same object.
   */
  chatOf: (userId: string) => Chat;
}

/** Columns of a conversation's row that the API's `Chat` contains. */
const shown = [
  ...(['id', 'contact_id', 'channel_id', 'identity_id', 'assigned_user_id', 'assigned_team_id'] as const),
  ...(['assigned_at', 'assigned_by', 'status', 'snoozed_until', 'read_for_all', 'failed_sends'] as const),
  ...(['last_inbound_time', 'received_at', 'waiting_since', 'entry_time', 'created_at', 'subject'] as const),
  ...(['sla_due_at', 'sla_clock', 'sla_stage', 'sla_span', 'reply_by', 'reply_position'] as const),
  ...(['entry_id', 'entry_direction', 'entry_type', 'entry_preview', 'entry_status'] as const),
  ...(['entry_created_by', 'entry_created_by_entity'] as const),
] satisfies (keyof ConversationRow)[];

export type Joined = Pick<ConversationRow, (typeof shown)[number]> & {
  unread_by_viewer: number;
  platform: Platform;
  name: string | null;
  phone: string | null;
  email: string | null;
  username: string | null;
  is_blocked: boolean | null;
  is_high_priority: boolean | null;
  contact_changed_at: string | null;
  /** Id of the contact into which the conversation's contact was merged, otherwise of the conversation's own contact. */
  shown_contact_id: string | null;
  tag_ids: string[];
  label_ids: string[];
};

export const chatColumns = (unread: string) => `
  ${shown.map((column) => `c.${column}`).join(', ')}, ${unread} as unread_by_viewer, ch.set_up ->> 'platform' as platform, k.name, k.phone, k.email, k.username,
  k.is_blocked, k.is_high_priority, k.changed_at as contact_changed_at,
  ${marksOn('c.id', 'inbox')} as tag_ids, ${marksOn('k.id', 'inbox')} as label_ids, k.id as shown_contact_id`;
export const chatJoins = `
  left join inbox.channel ch on ch.id = c.channel_id
  left join inbox.merged merged_as on merged_as.contact_id = c.contact_id
  left join inbox.contact k on k.id = coalesce(merged_as.root_id, c.contact_id)`;

export type PageRequest = ListRequest & { page: number; sortBy?: ChatSort };

/**
 * SQL that reads a page, the data for its total and the position of the view, as one row. PostgreSQL finds the page
 * by the index alone, joins only the rows of the page, and encodes them as JSON.
 */
export function pageStatement(viewer: Viewer, request: PageRequest): { text: string; values: unknown[] } {
  const { where, values } = whereOf(viewer, request);
  const order = orderSql(request.sortBy ?? 'newestEntry');
  const offset = values.push((request.page - 1) * CHATS_PER_PAGE);
  const userId = `$${values.push(viewer.userId)}::uuid`;
  const counted = isTallied(request)
    ? `${tallySql(`$${values.push(viewer.customerId)}::uuid`, userId)} as tally`
    : `(select count(*)::integer
          from (select from inbox.conversation c where ${where} limit $${values.push(mostCounted(request) + 1)}) counted
       ) as count`;
  const text = `with page as (
      select c.id from inbox.conversation c where ${where}
       order by ${order} limit ${CHATS_PER_PAGE} offset $${offset})
    select (select coalesce(json_agg(shown), '[]') from (
              select ${chatColumns(unreadSql(userId))} from page join inbox.conversation c using (id) ${chatJoins}
               order by ${order}) shown) as chats,
           ${counted}, ${checkpointSql(`'${VIEW}'`)} as position`;
  return { text, values };
}

/** Maximum number of conversations to count if the tally cannot answer the request. */
function mostCounted({ page }: PageRequest): number {
  return (page - 1) * CHATS_PER_PAGE + COUNTED_AHEAD;
}

/** SQL of an organisation's counts with one user's read state: a JSON list of `TallyRow`. */
function tallySql(customerId: string, userId: string): string {
  return `(select coalesce(json_agg(t), '[]') from (
     select ${TALLIED}, count, unread from inbox.tally where customer_id = ${customerId}
     union all
     select ${TALLIED}, 0, -read from inbox.reader_tally where customer_id = ${customerId} and user_id = ${userId}) t)`;
}

function whereOf(viewer: Viewer, request: ListRequest): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  return { where: matchingSql(viewer, request, values), values };
}

/** Reads the conversation lists. */
@Injectable()
export class InboxQueries {
  /** Combines concurrent reads of single conversations into one statement. */
  private readonly facts: SharedReads<AskedChat, SendFacts | null>;

  constructor(private readonly database: Database) {
    this.facts = new SharedReads((asked) => this.sendFacts(asked));
  }

  /**
   * The viewer of a principal: their access rights. An unknown or inactive user gets a viewer who sees no
   * conversation.
   */
  async viewer(principal: Pick<Principal, 'customerId' | 'userId'>): Promise<Viewer> {
    return loadViewer(this.database, 'inbox', principal);
  }

  /** The access rights of every active user of an organisation. */
  viewers(customerId: string): Promise<Viewer[]> {
    return loadViewers(this.database, 'inbox', customerId);
  }

  /**
   * The access rights of a principal, with the position of the view. Data read afterwards includes all events up to
   * that position.
   */
  async viewerAt(
    principal: Pick<Principal, 'customerId' | 'userId'>,
    view: string,
  ): Promise<{ viewer: Viewer; position: string }> {
    return loadViewerAt(this.database, { schema: 'inbox', view }, principal);
  }

  /**
   * One page of a list, the list's total and the position of the view, in one statement. If `isCapped`, the total is
   * only a lower bound.
   */
  async list(
    viewer: Viewer,
    request: PageRequest,
  ): Promise<{ chats: Chat[]; total: number; isCapped: boolean; position: string }> {
    const { text, values } = pageStatement(viewer, request);
    const { rows } = await this.database.query<{
      chats: Joined[];
      tally?: TallyRow[];
      count?: number;
      position: string;
    }>(text, values);
    const { chats, tally, count = 0, position } = rows[0]!;
    const found = { chats: chats.map(toChat), position };
    if (tally) return { ...found, total: countMatching(tally, viewer, request), isCapped: false };
    const most = mostCounted(request);
    return { ...found, total: Math.min(count, most), isCapped: count > most };
  }

  /** The number of conversations and of unread ones in each list, and the position of the view, in one statement. */
  async counts(viewer: Viewer, inbox: Inbox = 'messaging'): Promise<{ data: ListCount[]; position: string }> {
    const { rows } = await this.database.query<{ tally: TallyRow[]; position: string }>(
      `select ${tallySql('$1::uuid', '$2::uuid')} as tally, ${checkpointSql(`'${VIEW}'`)} as position`,
      [viewer.customerId, viewer.userId],
    );
    const { tally, position } = rows[0]!;
    return { data: countLists(tally, viewer, inbox), position };
  }

  /** An organisation's counts with this viewer's read state. */
  async tallyFor({ customerId, userId }: Viewer): Promise<TallyRow[]> {
    return (await this.tallies(customerId, [userId]))(userId);
  }

  /** Reads the counts of several users at once; the returned function gives those of one user. */
  async tallies(customerId: string, userIds: string[]): Promise<(userId: string) => TallyRow[]> {
    const { rows } = await this.database.query<TallyRow & { user_id: string | null }>(
      `select null::uuid as user_id, ${TALLIED}, count, unread from inbox.tally where customer_id = $1
       union all
       select user_id, ${TALLIED}, 0, -read from inbox.reader_tally where customer_id = $1 and user_id = any($2::uuid[])`,
      [customerId, userIds],
    );
    const byUser = new Map<string | null, TallyRow[]>([null, ...userIds].map((userId) => [userId, []]));
    for (const row of rows) byUser.get(row.user_id)?.push(row);
    const ofAll = byUser.get(null)!;
    return (userId) => [...ofAll, ...(byUser.get(userId) ?? [])];
  }

  /**
   * A conversation that the viewer may see, with the data for sending in it.
   * @throws NotFound if the conversation does not exist, or is hidden from this viewer
   */
  async findVisible(viewer: Viewer, id: string): Promise<SendFacts> {
    const { customerId, userId } = viewer;
    const found = await this.facts.read({ id, userId, customerId });
    if (!found || !visibleTo(viewer, found.chat)) throw new NotFound();
    return found;
  }

  /** Returns those of the ids whose conversation the viewer may see. */
  async visibleAmong(viewer: Viewer, ids: string[]): Promise<Set<string>> {
    const values: unknown[] = [ids];
    const { rows } = await this.database.query<{ id: string }>(
      `select c.id from inbox.conversation c where c.id = any($1::uuid[]) and ${visibleSql(viewer, 'c', values)}`,
      values,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * A conversation without an access check, for the product itself; null if the view does not have it yet.
   * @param writerId the user in whose name the product is about to send; null for none
   */
  find(customerId: string, id: string, writerId: string | null = null): Promise<SendFacts | null> {
    return this.facts.read({ id, userId: writerId, customerId });
  }

  /**
   * Returns those of the ids whose conversation is archived, snoozed or missing; the ids may belong to any
   * organisation.
   */
  async notOpen(ids: string[]): Promise<Set<string>> {
    const { rows } = await this.database.query<{ id: string }>(
      `select id from unnest($1::uuid[]) as asked (id)
        where not exists (select from inbox.conversation c where c.id = asked.id and c.status = 'open')`,
      [[...new Set(ids)]],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** A channel's settings in this view; null if it is unknown. */
  async channel(customerId: string, id: string): Promise<ChannelSetUp | null> {
    const { rows } = await this.database.query<{ set_up: ChannelSetUp }>(
      'select set_up from inbox.channel where id = $2 and customer_id = $1',
      [customerId, id],
    );
    return rows[0]?.set_up ?? null;
  }

  private async sendFacts(asked: AskedChat[]): Promise<(SendFacts | null)[]> {
    const { rows } = await this.database.query<
      Joined & {
        nth: number;
        set_up: ChannelSetUp | null;
        signer_name: string | null;
        signature: string | null;
        position: string;
      }
    >(
      `select asked.nth::integer as nth, ${chatColumns(unreadSql('asked.user_id'))}, ch.set_up,
              s.display_name as signer_name, s.automatic_signature as signature,
              ${checkpointSql(`'${VIEW}'`)} as position
         from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as asked (id, user_id, customer_id, nth)
         join inbox.conversation c on c.id = asked.id and c.customer_id = asked.customer_id ${chatJoins}
         left join inbox.signer s on s.user_id = asked.user_id and s.customer_id = c.customer_id`,
      [
        asked.map(({ id }) => id),
        asked.map(({ userId }) => userId),
        asked.map(({ customerId }) => customerId),
      ],
    );
    const found = new Map(rows.map((row) => [row.nth - 1, row]));
    return asked.map((_, index) => {
      const row = found.get(index);
      if (!row) return null;
      const { reply_by: by, reply_position: replyPosition } = row;
      return {
        chat: toChat(row),
        channel: row.set_up,
        lastReply: by && replyPosition ? { by, position: replyPosition } : null,
        signer: { displayName: row.signer_name, automaticSignature: row.signature },
        position: row.position,
      };
    });
  }

  /** The parameters for archiving a conversation automatically; null if it is not due at `now`. */
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

  /** Other conversations of the contact that this viewer may see, newest message first. */
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

  /** The data that decides which users may see these conversations, by id; missing conversations are absent. */
  async accessOf(customerId: string, ids: string[]): Promise<Map<string, Access>> {
    const { rows } = await this.database.query<Access & { id: string }>(
      `select id, channel_id as "channelId", assigned_user_id as "assignedUserId", assigned_team_id as "assignedTeamId"
         from inbox.conversation where customer_id = $1 and id = any($2::uuid[])`,
      [customerId, ids],
    );
    return new Map(rows.map(({ id, ...access }) => [id, access]));
  }

  /** Conversations without any user's read state, with the data that decides which users may see them. */
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

  /** Conversations with the read state of each of these users. */
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
   * All ids of a tag of this organisation: its own id first, then the ids of tags that were merged into it.
   * @throws NotFound if there is no such tag
   */
  idsOfTag({ customerId }: Viewer, id: string): Promise<[string, ...string[]]> {
    return idsOfMark(this.database, 'inbox', { customerId, kind: 'tag', id });
  }

  /** Returns those of the ids whose conversation has a message from its contact. */
  async written(ids: string[]): Promise<Set<string>> {
    const { rows } = await this.database.query<{ id: string }>(
      'select id from inbox.conversation where id = any($1::uuid[]) and last_inbound_position is not null',
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Position of the contact's newest message, or of the newest message that was moved in if that is later; null if
   * the conversation has neither.
   */
  async newestArrival(customerId: string, id: string): Promise<string | null> {
    const { rows } = await this.database.query<{ position: string | null }>(
      `select greatest(last_inbound_position, moved_in_position) as position
         from inbox.conversation where customer_id = $1 and id = $2`,
      [customerId, id],
    );
    return rows[0]?.position ?? null;
  }

  /** Position of the contact's newest message; null if there is none. */
  async lastInboundPosition(customerId: string, id: string): Promise<string | null> {
    const { rows } = await this.database.query<{ last_inbound_position: string | null }>(
      'select last_inbound_position from inbox.conversation where customer_id = $1 and id = $2',
      [customerId, id],
    );
    return rows[0]?.last_inbound_position ?? null;
  }
}

export function toChat(row: Joined): Chat {
  return {
    id: row.id,
    contactId: row.contact_id,
    contact: {
      id: row.shown_contact_id ?? row.contact_id,
      // A website visitor may have neither name nor address; part of the contact's id then distinguishes such
      // visitors.
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
    assignment: row.assigned_at ? { time: isoTime(row.assigned_at), byId: row.assigned_by } : null,
    status: row.status === 'closed' ? 'closed' : 'open',
    snoozed: row.status === 'snoozed' ? { until: row.snoozed_until && isoTime(row.snoozed_until) } : null,
    read: row.unread_by_viewer === 0,
    unreadMessages: row.unread_by_viewer,
    readForAll: row.read_for_all,
    tagIds: row.tag_ids,
    lastInboundMessageTime: row.last_inbound_time && isoTime(row.last_inbound_time),
    receivedAt: row.received_at && isoTime(row.received_at),
    waitingSince: row.waiting_since && isoTime(row.waiting_since),
    ...(row.sla_due_at &&
      row.sla_clock &&
      row.sla_stage && {
        sla: {
          clock: row.sla_clock,
          dueAt: isoTime(row.sla_due_at),
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
    lastEntryTime: isoTime(row.entry_time),
    createdAt: isoTime(row.created_at),
  };
}
