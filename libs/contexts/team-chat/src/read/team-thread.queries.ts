import { Injectable } from '@nestjs/common';
import type { TeamChatAttachment } from '@parley/contracts/events';
import type { TeamChatEntry } from '@parley/contracts/api/team-chats';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import { participantIdOf } from '../ids';
import type { Viewer } from './team-chat.queries';
import type { EntryRow } from './team-thread.projector';

export interface EntriesAsked {
  chatId: string;
  limit: number;
  page: number;
  before?: string;
  after?: string;
  around?: string;
}

interface StayRow {
  chat_id: string;
  user_id: string;
  from_position: string;
  until_position: string | null;
}

/** SQL condition: the entry `e` was sent while the user `$1` took part. */
const seen = `exists (
  select from team_thread.stay s where s.chat_id = e.chat_id and s.user_id = $1
     and e.position > s.from_position and (s.until_position is null or e.position < s.until_position))`;

/** Reads the entries of team chats for users who took part when the entries were sent. */
@Injectable()
export class TeamThreadQueries {
  constructor(private readonly database: Database) {}

  /**
   * A part of a thread, newest first; empty for a user who never took part.
   * @throws NotFound if the thread does not contain the entry `around`
   */
  async entries(
    { customerId, userId }: Viewer,
    { chatId, limit, page, before, after, around }: EntriesAsked,
  ): Promise<{ entries: TeamChatEntry[]; total: number; newer: number }> {
    const values: unknown[] = [userId, customerId, chatId, limit];
    const where = `e.customer_id = $2 and e.chat_id = $3 and ${seen}`;
    const cursor = before ?? after ?? around;
    let part: string;
    if (cursor === undefined) {
      const offset = `$${values.push((page - 1) * limit)}`;
      part = `select e.* from team_thread.entry e where ${where} order by e.position desc limit $4 offset ${offset}`;
    } else {
      const at = `(select position from team_thread.entry where id = $${values.push(cursor)} and chat_id = $3)`;
      const half = around !== undefined;
      const older = after !== undefined ? '0' : half ? '$4::integer / 2 + 1' : '$4';
      const newer = before !== undefined ? '0' : half ? '$4::integer - $4::integer / 2 - 1' : '$4';
      part = `(select e.* from team_thread.entry e where ${where} and e.position ${half ? '<=' : '<'} ${at}
                order by e.position desc limit ${older})
              union all (select e.* from team_thread.entry e where ${where} and e.position > ${at}
                order by e.position limit ${newer})`;
    }
    const { rows } = await this.database.query<EntryRow & { total: number; newer: number }>(
      `with part as (${part})
       select part.*,
              (select count(*)::integer from team_thread.entry e where ${where}) as total,
              (select count(*)::integer from team_thread.entry e
                where ${where} and e.position > (select max(position) from part)) as newer
         from part order by position desc`,
      values,
    );
    if (around !== undefined && rows.length === 0) throw new NotFound();
    return { entries: rows.map(toEntry), total: rows[0]?.total ?? 0, newer: rows[0]?.newer ?? 0 };
  }

  /** @throws NotFound if this viewer may not see the entry */
  async find({ customerId, userId }: Viewer, chatId: string, id: string): Promise<TeamChatEntry> {
    const { rows } = await this.database.query<EntryRow>(
      `select e.* from team_thread.entry e
        where e.customer_id = $2 and e.chat_id = $3 and e.id = $4 and ${seen}`,
      [userId, customerId, chatId, id],
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    return toEntry(row);
  }

  /** @throws NotFound if this viewer may not see the entry of the file */
  async findFile({ customerId, userId }: Viewer, entryId: string, id: string): Promise<TeamChatAttachment> {
    const { rows } = await this.database.query<EntryRow>(
      `select e.* from team_thread.entry e
        where e.customer_id = $2 and e.id = $3 and not e.is_deleted and ${seen}`,
      [userId, customerId, entryId],
    );
    const file = rows[0]?.attachments.find((attachment) => attachment.id === id);
    if (!file) throw new NotFound();
    return file;
  }

  /** The entries to push, each with a function that decides which users see the entry. */
  async byIds(customerId: string, ids: string[]) {
    const { rows } = await this.database.query<EntryRow>(
      'select * from team_thread.entry where customer_id = $1 and id = any($2::uuid[]) order by position',
      [customerId, ids],
    );
    const { rows: stays } = await this.database.query<StayRow>(
      'select * from team_thread.stay where chat_id = any($1::uuid[])',
      [[...new Set(rows.map(({ chat_id }) => chat_id))]],
    );
    return rows.map((row) => ({
      entry: toEntry(row),
      isSeenBy: (userId: string) =>
        stays.some(
          (stay) =>
            stay.chat_id === row.chat_id &&
            stay.user_id === userId &&
            row.position > stay.from_position &&
            (stay.until_position === null || row.position < stay.until_position),
        ),
    }));
  }
}

function toEntry(row: EntryRow): TeamChatEntry {
  return {
    ...{ id: row.id, tmpId: row.tmp_id, chatId: row.chat_id, position: row.position },
    chatParticipantId: participantIdOf(row.chat_id, row.user_id),
    ...{ userId: row.user_id, senderUserId: row.user_id, message: row.message, replyTo: row.reply_to },
    type: row.attachments.length > 0 ? 'asset' : 'text',
    attachments: row.attachments.map(({ path: _path, ...file }) => file),
    ...{ mentions: row.mentions, reactions: row.reactions },
    ...{ isEdited: row.is_edited, isDeleted: row.is_deleted },
    createdAt: new Date(row.created_at).toISOString(),
  };
}
