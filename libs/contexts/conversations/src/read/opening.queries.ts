import { Injectable } from '@nestjs/common';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { checkpointSql } from '@parley/event-sourcing/projection/view-schema';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';
import { chatColumns, chatJoins, toChat, type Joined } from './inbox.queries';
import { inboxView } from './inbox.projector';
import { unreadSql } from './reading-sql';
import { entryColumns, entryJoins, toEntry } from './transcript.queries';
import { transcriptView } from './transcript.projector';
import type { EntryRow } from './transcript.rows';

/** A conversation and its newest entries, each with the position of their view at the time of reading. */
export interface Opening {
  chat: Chat;
  position: string;
  /** The newest entries of the thread, newest first. */
  entries: ChatEntry[];
  entriesPosition: string;
  /** Number of entries in the whole thread. */
  total: number;
}

/** Reads the data for opening a conversation in one statement. */
@Injectable()
export class OpeningQueries {
  constructor(private readonly database: Database) {}

  /** @throws NotFound if the conversation does not exist, or is hidden from this viewer */
  async open(viewer: Viewer, id: string, limit: number): Promise<Opening> {
    const values: unknown[] = [id, viewer.userId, limit];
    const { rows } = await this.database.query<{
      chat: Joined;
      entries: EntryRow[];
      total: number;
      inbox: string;
      transcript: string;
    }>(
      `select to_json(row) as chat,
              (select coalesce(json_agg(shown), '[]') from (
                select ${entryColumns}, e.time as by_time, e.position as by_position
                  from (select * from transcript.entry
                         where conversation_id = row.id order by time desc, position desc limit $3) e ${entryJoins}
                 order by by_time desc, by_position desc) shown) as entries,
              (select count(*)::integer from transcript.entry where conversation_id = $1) as total,
              ${checkpointSql(`'${inboxView.name}'`)} as inbox,
              ${checkpointSql(`'${transcriptView.name}'`)} as transcript
         from (select ${chatColumns(unreadSql('$2::uuid'))} from inbox.conversation c ${chatJoins}
                where c.id = $1 and ${visibleSql(viewer, 'c', values)}) row`,
      values,
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    return {
      chat: toChat(row.chat),
      position: row.inbox,
      entries: row.entries.map(toEntry),
      entriesPosition: row.transcript,
      total: row.total,
    };
  }
}
