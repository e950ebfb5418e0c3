import { Injectable } from '@nestjs/common';
import type { TeamChat, TeamChatEntry, TeamChatParticipant } from '@parley/contracts/api/team-chats';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';

/** The user who reads. Current and former participants see a chat. */
export interface Viewer {
  customerId: string;
  userId: string;
}

const MAX_UNREAD = 999;

interface ChatRow {
  id: string;
  title: string | null;
  created_at: Date;
  created_by: string | null;
  deleted_at: Date | null;
  deleted_by: string | null;
}

interface ViewedRow {
  chat_id: string;
  user_id: string;
  left_at: Date | null;
  last: LastRow | null;
  unread: number;
}

interface LastRow {
  id: string;
  user_id: string;
  position: string;
  preview: string;
  type: TeamChatEntry['type'];
  is_deleted: boolean;
  created_at: string;
  mentions: string[];
}

interface ParticipantRow {
  id: string;
  chat_id: string;
  user_id: string;
  from_position: string;
  added_by: string | null;
  left_at: Date | null;
  left_by: string | null;
  delivered_up_to: string;
  read_up_to: string;
  read_at: Date | null;
}

/** SQL condition: the entry `e` was sent while the participant `p` took part. */
const within = `e.chat_id = p.chat_id and e.position > p.from_position
  and (p.left_position is null or e.position < p.left_position)`;

/**
 * SQL of a chat for each of several viewers, with the last entry that the viewer sees and the number of the viewer's
 * unread entries.
 */
const viewed = `
  select p.chat_id, p.user_id, p.left_at, to_jsonb(last) as last,
         case when p.left_position is null and c.deleted_at is null then unread.count else 0 end as unread
    from team_chat.participant p join team_chat.chat c on c.id = p.chat_id
    left join lateral (
      select e.* from team_chat.entry e where ${within} order by e.position desc limit 1) last on true
    cross join lateral (
      select count(*)::integer as count from (
        select from team_chat.entry e
         where ${within} and e.position > p.read_up_to and e.user_id <> p.user_id and not e.is_deleted
         limit ${MAX_UNREAD}) e) unread`;

/**
 * SQL of the time by which a participant's chats are sorted: when the chat was archived for them, or else when the
 * newest entry that they see was sent.
 */
const timeOf = `coalesce(p.left_at, c.deleted_at,
  case when c.last_position > p.from_position then c.last_at else c.created_at end)`;

/** Reads team chats for their participants. */
@Injectable()
export class TeamChatQueries {
  constructor(private readonly database: Database) {}

  /** A page of a user's chats, newest entry first; archived chats are sorted by the time of archiving. */
  async list(
    { customerId, userId }: Viewer,
    { archived, page, limit }: { archived: boolean; page: number; limit: number },
  ): Promise<{ data: TeamChat[]; total: number }> {
    const { rows } = await this.database.query<ViewedRow & { total: number }>(
      `with page as materialized (
         select p.chat_id, count(*) over ()::integer as total, row_number() over (
                  order by ${timeOf} desc, p.chat_id) as place
           from team_chat.participant p join team_chat.chat c on c.id = p.chat_id
          where p.user_id = $1 and p.customer_id = $2
            and (p.left_position is not null or c.deleted_at is not null) = $3
          order by place limit $4 offset $5)
       select v.*, page.total from (${viewed}
         where p.user_id = $1 and p.chat_id in (select chat_id from page)) v
         join page on page.chat_id = v.chat_id
        order by page.place`,
      [userId, customerId, archived, limit, (page - 1) * limit],
    );
    const chats = await this.chats(rows);
    return { data: chats.map(({ chat }) => chat), total: rows[0]?.total ?? 0 };
  }

  /** @throws NotFound if this viewer never took part in the chat */
  async find({ customerId, userId }: Viewer, id: string): Promise<TeamChat> {
    const { rows } = await this.database.query<ViewedRow>(
      `${viewed} where p.chat_id = $1 and p.user_id = $2 and p.customer_id = $3`,
      [id, userId, customerId],
    );
    const [found] = await this.chats(rows);
    if (!found) throw new NotFound();
    return found.chat;
  }

  /** The user's chats that have unread entries, with the number of those entries. */
  async counts({ customerId, userId }: Viewer): Promise<{ id: string; unreadMessages: number }[]> {
    const { rows } = await this.database.query<{ id: string; unread: number }>(
      `select chat_id as id, unread from (${viewed}
         where p.user_id = $1 and p.customer_id = $2 and p.left_position is null
           and c.last_position > p.read_up_to) v where unread > 0`,
      [userId, customerId],
    );
    return rows.map(({ id, unread }) => ({ id, unreadMessages: unread }));
  }

  /** Id of the chat with exactly these participants; null if there is none. */
  async ofPeople({ customerId, userId }: Viewer, userIds: string[]): Promise<string | null> {
    const { rows } = await this.database.query<{ chat_id: string }>(
      `select other.chat_id from team_chat.participant mine
         join team_chat.chat c on c.id = mine.chat_id and c.deleted_at is null
         join team_chat.participant other on other.chat_id = mine.chat_id and other.left_position is null
        where mine.user_id = $1 and mine.customer_id = $2 and mine.left_position is null
        group by other.chat_id
       having array_agg(other.user_id order by other.user_id) =
              (select array_agg(id order by id) from unnest($3::uuid[]) id)
        order by max(c.created_at) desc limit 1`,
      [userId, customerId, [...new Set(userIds)]],
    );
    return rows[0]?.chat_id ?? null;
  }

  /** Returns the ids of those of these users who belong to the organisation and are active. */
  async people(customerId: string, userIds: string[]): Promise<string[]> {
    const { rows } = await this.database.query<{ user_id: string }>(
      'select user_id from team_chat.person where customer_id = $1 and is_active and user_id = any($2::uuid[])',
      [customerId, userIds],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /**
   * The newest entry of each chat that a user has not yet marked, in one chat or in all.
   * @returns the entry's position by chat id
   */
  async unmarked(
    { customerId, userId }: Viewer,
    status: 'delivered' | 'read',
    chatId: string | null,
  ): Promise<Map<string, string>> {
    const mark = status === 'read' ? 'p.read_up_to' : 'p.delivered_up_to';
    const { rows } = await this.database.query<{ chat_id: string; position: string }>(
      `select p.chat_id, last.position from team_chat.participant p
         join team_chat.chat c on c.id = p.chat_id and c.deleted_at is null and c.last_position > ${mark}
         cross join lateral (
           select e.position from team_chat.entry e where ${within} order by e.position desc limit 1) last
        where p.user_id = $1 and p.customer_id = $2 and p.left_position is null
          and ($3::uuid is null or p.chat_id = $3) and last.position > ${mark}`,
      [userId, customerId, chatId],
    );
    return new Map(rows.map(({ chat_id, position }) => [chat_id, position]));
  }

  /** Ids of the current participants by chat id. */
  async accessOf(customerId: string, ids: string[]): Promise<Map<string, string[]>> {
    const { rows } = await this.database.query<{ chat_id: string; user_ids: string[] }>(
      `select chat_id, array_agg(user_id) as user_ids from team_chat.participant
        where customer_id = $1 and chat_id = any($2::uuid[]) and left_position is null group by chat_id`,
      [customerId, ids],
    );
    return new Map(rows.map(({ chat_id, user_ids }) => [chat_id, user_ids]));
  }

  /**
   * The chats to push, as each of these users sees them. Takes the same number of statements for any number of users.
   */
  async rowsFor(
    customerId: string,
    ids: string[],
    userIds: string[],
  ): Promise<{ userId: string; chat: TeamChat }[]> {
    const { rows } = await this.database.query<ViewedRow>(
      `${viewed} where p.chat_id = any($1::uuid[]) and p.user_id = any($2::uuid[])
          and p.customer_id = $3 and p.left_position is null`,
      [ids, userIds, customerId],
    );
    return this.chats(rows);
  }

  private async chats(rows: ViewedRow[]): Promise<{ userId: string; chat: TeamChat }[]> {
    if (rows.length === 0) return [];
    const ids = [...new Set(rows.map(({ chat_id }) => chat_id))];
    const [chats, people] = await Promise.all([
      this.database.query<ChatRow>('select * from team_chat.chat where id = any($1::uuid[])', [ids]),
      this.database.query<ParticipantRow>(
        'select * from team_chat.participant where chat_id = any($1::uuid[]) order by from_position, user_id',
        [ids],
      ),
    ]);
    const chatOf = new Map(chats.rows.map((row) => [row.id, row]));
    const participants = new Map<string, TeamChatParticipant[]>(ids.map((id) => [id, []]));
    for (const row of people.rows) participants.get(row.chat_id)!.push(toParticipant(row));
    return rows.flatMap((row) => {
      const chat = chatOf.get(row.chat_id);
      if (!chat) return [];
      return [{ userId: row.user_id, chat: toChat(chat, row, participants.get(row.chat_id)!) }];
    });
  }
}

function toChat(chat: ChatRow, { left_at, last, unread }: ViewedRow, participants: TeamChatParticipant[]) {
  return {
    id: chat.id,
    title: chat.title,
    participants,
    isArchived: left_at !== null || chat.deleted_at !== null,
    deletedAt: iso(chat.deleted_at),
    deletedById: chat.deleted_by,
    createdAt: chat.created_at.toISOString(),
    createdById: chat.created_by,
    lastMessage: last && {
      ...{ id: last.id, userId: last.user_id, position: last.position, preview: last.preview },
      ...{ type: last.type, isDeleted: last.is_deleted, mentions: last.mentions },
      createdAt: new Date(last.created_at).toISOString(),
    },
    unreadMessages: unread,
  } satisfies TeamChat;
}

function toParticipant(row: ParticipantRow): TeamChatParticipant {
  return {
    ...{ id: row.id, userId: row.user_id, from: row.from_position, addedById: row.added_by },
    ...{ leftAt: iso(row.left_at), leftById: row.left_by, readAt: iso(row.read_at) },
    ...{ deliveredUpTo: row.delivered_up_to, readUpTo: row.read_up_to },
  };
}

function iso(time: Date | null): string | null {
  return time && time.toISOString();
}
