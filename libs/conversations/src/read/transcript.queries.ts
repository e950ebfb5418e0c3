import { Injectable } from '@nestjs/common';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import type { EntryRow, StoredAsset } from './transcript.rows';
import { visibleSql, type Viewer } from './visibility';

// What a message answers may be known by the provider's id for it.
const columns = `
  e.*, case when a.message_id is null then e.context
            else jsonb_set(e.context, '{replyTo,messageId}', to_jsonb(a.message_id)) end as context,
       case when t.id is null then e.event else jsonb_set(e.event, '{tagName}', to_jsonb(t.name)) end as event`;
const joins = `
  left join transcript.alias a on a.id = (e.context -> 'replyTo' ->> 'messageId')::uuid
  left join inbox.mark t on t.id = (e.event ->> 'tagId')::uuid`;

/** Threads as somebody may read them. */
@Injectable()
export class TranscriptQueries {
  constructor(private readonly database: Database) {}

  /** One page of a thread, newest first. Ask for the conversation with `InboxQueries.findVisible` to tell missing from empty. */
  async entries(
    viewer: Viewer,
    { chatId, page, limit }: { chatId: string; page: number; limit: number },
  ): Promise<{ entries: ChatEntry[]; total: number }> {
    const values: unknown[] = [chatId, limit, (page - 1) * limit];
    const where = `e.conversation_id = $1 and exists (
      select from inbox.conversation c where c.id = e.conversation_id and ${visibleSql(viewer, 'c', values)})`;
    const { rows } = await this.database.query<EntryRow & { total: string }>(
      `with page as (
         select e.* from transcript.entry e where ${where} order by e.time desc, e.position desc limit $2 offset $3)
       select ${columns}, (select count(*) from transcript.entry where conversation_id = $1) as total
         from page e ${joins} order by e.time desc, e.position desc`,
      values,
    );
    return { entries: rows.map(toEntry), total: Number(rows[0]?.total ?? 0) };
  }

  /** Entries for pushes: the caller has checked who may see their conversations. */
  async entriesByIds(customerId: string, ids: string[]): Promise<ChatEntry[]> {
    const { rows } = await this.database.query<EntryRow>(
      `select ${columns} from transcript.entry e ${joins} where e.customer_id = $1 and e.id = any($2::uuid[])
        order by e.time desc, e.position desc`,
      [customerId, ids],
    );
    return rows.map(toEntry);
  }

  /** Whether anybody wrote in a conversation before a position, not counting what the channel cannot show. */
  async hasMessageBefore(customerId: string, chatId: string, position: string): Promise<boolean> {
    const { rows } = await this.database.query<{ is_there: boolean }>(
      `select exists (
         select from transcript.entry where customer_id = $1 and conversation_id = $2
          and type not in ('event', 'unsupported') and position < $3 collate "C") as is_there`,
      [customerId, chatId, position],
    );
    return rows[0]?.is_there ?? false;
  }

  /** Where storage holds the files of a contact's conversations, also once they were erased. */
  async filesOf(customerId: string, contactId: string): Promise<string[]> {
    const { rows } = await this.database.query<{ path: string }>(
      `select f.path from transcript.file f
         join transcript.conversation c on c.id = f.conversation_id
        where c.customer_id = $1 and c.contact_id = $2 order by f.path`,
      [customerId, contactId],
    );
    return rows.map(({ path }) => path);
  }

  /** @throws NotFound for a file that is missing, not stored yet, or of a conversation this viewer may not see. */
  async findAsset(
    viewer: Viewer,
    messageId: string,
    assetId: string,
  ): Promise<StoredAsset & { path: string }> {
    const values: unknown[] = [messageId];
    const { rows } = await this.database.query<{ assets: StoredAsset[] }>(
      `select e.assets from transcript.entry e join inbox.conversation c on c.id = e.conversation_id
        where e.id = $1 and not e.is_deleted and ${visibleSql(viewer, 'c', values)}`,
      values,
    );
    const asset = rows[0]?.assets.find((candidate) => candidate.id === assetId);
    if (!asset?.path) throw new NotFound();
    return { ...asset, path: asset.path };
  }
}

function toEntry(row: EntryRow): ChatEntry {
  // What somebody took back is not shown to anybody.
  const content = row.is_deleted ? null : row.content;
  const iso = (time: string | Date) => new Date(time).toISOString();
  return {
    id: row.id,
    chatId: row.conversation_id,
    position: row.position,
    direction: row.direction,
    // An edit may be of another kind than what it replaces; the row keeps the kind that stays when all else is erased.
    type: content?.type ?? row.type,
    message:
      content?.type === 'asset'
        ? (content.caption ?? null)
        : content && 'text' in content
          ? content.text
          : null,
    content: content?.type === 'text' || content?.type === 'asset' ? null : content,
    assets: (row.is_deleted ? [] : row.assets).map(({ path: _path, ...asset }) => asset),
    event: row.event,
    context: row.context,
    reactions: row.reactions,
    isEdited: row.is_edited,
    isDeleted: row.is_deleted,
    status: row.status,
    statusReason: row.status_reason,
    statusDetail: row.status_detail,
    createdById: row.created_by_id,
    createdByEntity: row.created_by_entity,
    time: iso(row.time),
    createdAt: iso(row.created_at),
    clientKey: row.client_key,
  };
}
