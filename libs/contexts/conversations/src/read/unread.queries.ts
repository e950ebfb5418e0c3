import { Injectable } from '@nestjs/common';
import type { Inbox } from '@parley/contracts/api/email';
import { isInList } from '@parley/contracts/api/chat-lists';
import type { ListCount, UnreadChat, UnreadGroup } from '@parley/contracts/api/conversations';
import { marksOn } from '@parley/read-kit/marks';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';
import { ofInboxSql } from './list-sql';
import { isUnreadSql } from './reading-sql';

/** Maximum number of unread conversations in a response, and of a single list in it. */
const MOST = 1_000;
const MAX_OF_A_LIST = 200;

/** An unread conversation with the properties that decide in which lists it is. */
export type UnreadRow = UnreadChat & { snoozed: { until: null } | null; hasFailedSend: boolean };

@Injectable()
export class UnreadQueries {
  constructor(private readonly database: Database) {}

  /** Open and snoozed conversations with a message that this viewer has not read, newest message first. */
  async chats(viewer: Viewer, inbox: Inbox = 'messaging'): Promise<UnreadRow[]> {
    const values: unknown[] = [viewer.userId];
    const { rows } = await this.database.query<Omit<UnreadRow, 'lastEntryReadAt'> & { readAt: Date | null }>(
      `with unread as (
         select c.* from inbox.conversation c
          where ${visibleSql(viewer, 'c', values)}${ofInboxSql(inbox, viewer, values)} and c.status in ('open', 'snoozed') and ${isUnreadSql('$1::uuid')}
          order by c.entry_time desc, c.id desc limit ${MOST})
       select c.id as "chatId", c.channel_id as "channelId", ${marksOn('c.id', 'inbox')} as "tagIds",
              c.assigned_team_id as "assignedTeamId", c.assigned_user_id as "assignedUserId", $1::uuid as "userId",
              false as "isChatRead", 'open' as status, c.read_for_all as "readForAll",
              case when c.status = 'snoozed' then '{"until":null}'::jsonb end as snoozed,
              c.failed_sends > 0 as "hasFailedSend",
              (select e.time from transcript.entry e
                where e.conversation_id = c.id and e.type <> 'event' and e.position < coalesce(
                  case when c.read_for_all
                    then (select min(position) from inbox.unread_message m where m.conversation_id = c.id)
                    else (select min(i.position) from inbox.inbound i
                           where i.conversation_id = c.id and i.position > coalesce(
                             (select own.position from inbox.reading own
                               where own.conversation_id = c.id and own.user_id = $1::uuid), '')) end, '')
                order by e.time desc, e.position desc limit 1) as "readAt"
         from unread c order by c.entry_time desc, c.id desc`,
      values,
    );
    return rows.map(({ readAt, ...row }) => ({
      ...row,
      lastEntryReadAt: readAt && new Date(readAt).toISOString(),
    }));
  }
}

/** Groups unread conversations by list. */
export function groupsOf(viewer: Viewer, counts: ListCount[], unread: UnreadRow[]): UnreadGroup[] {
  return counts
    .filter(({ teamId }) => teamId === null)
    .map(({ list, count, unread: unreadCount }) => ({
      statusFilter: list,
      count,
      unread: unreadCount,
      chats: unread
        .filter((chat) => isInList(chat, list, viewer))
        .slice(0, MAX_OF_A_LIST)
        .map(({ snoozed: _snoozed, hasFailedSend: _failed, ...chat }) => chat),
    }));
}
