import { Injectable } from '@nestjs/common';
import type { ChatEntry, EntryStatus } from '@parley/contracts/api/conversations';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import { isoTime } from '@parley/platform/database/iso-time';
import type { WorkEntry } from './active-chat-log';
import type { EntryContent, EntryRow, StoredAsset } from './transcript.rows';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';

// A quote may refer to a message by the provider's id; the join with `alias` resolves that id.
export const entryColumns = `
  e.*, case when a.message_id is null then e.context
            else jsonb_set(e.context, '{replyTo,messageId}', to_jsonb(a.message_id)) end as context,
       case when t.id is null then e.event else jsonb_set(e.event, '{tagName}', to_jsonb(t.name)) end as event,
       case when e.type = 'information' then (
         select jsonb_build_object('userIds', m.user_ids, 'teamIds', m.team_ids)
           from transcript.mention m where m.comment_id = e.id) end as mentions`;
export const entryJoins = `
  left join transcript.alias a on a.id = (e.context -> 'replyTo' ->> 'messageId')::uuid
  left join inbox.mark t on t.id = (e.event ->> 'tagId')::uuid`;

/**
 * Maximum number of messages that one delivery or read receipt updates; earlier receipts have updated older messages.
 */
const MAX_OUTGOING = 200;

/** Maximum number of entries from which `activeChatLog` is computed. */
const MAX_WORK = 5_000;

/** The part of a thread to read: a page, or the entries next to one entry. */
export interface EntriesAsked {
  chatId: string;
  limit: number;
  page: number;
  before?: string;
  after?: string;
  around?: string;
}

export interface EntriesPart {
  entries: ChatEntry[];
  /** Number of entries in the whole thread. */
  total: number;
  /** Number of entries of the thread that are newer than this part. */
  newer: number;
}

/** An entry as the contact may see it, with the storage paths of its files and its author's display name. */
export interface ExchangedEntry {
  entry: ChatEntry;
  assets: StoredAsset[];
  author: string | null;
}

@Injectable()
export class TranscriptQueries {
  constructor(private readonly database: Database) {}

  /**
   * A part of a thread, newest first; empty also if the conversation is missing or hidden, which
   * `InboxQueries.findVisible` distinguishes from an empty thread.
   * @throws NotFound if the thread does not contain the entry `around`
   */
  async entries(viewer: Viewer, { chatId, limit, ...asked }: EntriesAsked): Promise<EntriesPart> {
    const values: unknown[] = [chatId, limit];
    const where = `e.conversation_id = $1 and exists (
      select from inbox.conversation c where c.id = e.conversation_id and ${visibleSql(viewer, 'c', values)})`;
    const { rows } = await this.database.query<EntryRow & { total: string; newer: string }>(
      `with ${partSql(where, asked, values)}
       select ${entryColumns},
              (select count(*) from transcript.entry where conversation_id = $1) as total,
              (select count(*) from transcript.entry
                where conversation_id = $1 and (time, position) > (
                  select time, position from part order by time desc, position desc limit 1)) as newer
         from part e ${entryJoins} order by e.time desc, e.position desc`,
      values,
    );
    if (asked.around && rows.length === 0) throw new NotFound();
    return {
      entries: rows.map(toEntry),
      total: Number(rows[0]?.total ?? 0),
      newer: Number(rows[0]?.newer ?? 0),
    };
  }

  /** @throws NotFound if the entry is missing, or its conversation is hidden from this viewer */
  async findVisible(viewer: Viewer, id: string): Promise<ChatEntry> {
    const values: unknown[] = [id];
    const { rows } = await this.database.query<EntryRow>(
      `select ${entryColumns} from transcript.entry e join inbox.conversation c on c.id = e.conversation_id ${entryJoins}
        where e.id = ${standsFor('$1')} and ${visibleSql(viewer, 'c', values)}`,
      values,
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    return toEntry(row);
  }

  /** Entries by id without an access check, for pushes: the caller checks which users may see their conversations. */
  async entriesByIds(customerId: string, ids: string[]): Promise<ChatEntry[]> {
    const { rows } = await this.database.query<EntryRow>(
      `select ${entryColumns} from transcript.entry e ${entryJoins} where e.customer_id = $1 and e.id = any($2::uuid[])
        order by e.time desc, e.position desc`,
      [customerId, ids],
    );
    return rows.map(toEntry);
  }

  /**
   * The messages of a conversation as the contact may see them, newest first: without notes, events, deleted messages
   * and unsent messages.
   * @param asked a page before an entry, the newest page, or entries by id
   */
  async exchanged(
    customerId: string,
    chatId: string,
    asked: { ids: string[] } | { limit: number; before?: string },
  ): Promise<ExchangedEntry[]> {
    const isPage = 'limit' in asked;
    const { rows } = await this.database.query<EntryRow & { author: string | null }>(
      `select e.*, s.display_name as author from transcript.entry e
         left join inbox.signer s on s.user_id = e.created_by_id and s.customer_id = e.customer_id
        where e.customer_id = $1 and e.conversation_id = $2 and not e.is_deleted
          and e.type not in ('event', 'information', 'unsupported') and e.content is not null
          and (e.direction = 'in' or e.direction = 'out' and e.status in ('sent', 'delivered', 'read'))
          and ($3::uuid[] is null or e.id = any($3::uuid[]))
          and ($4::uuid is null or (e.time, e.position) < (
            select b.time, b.position from transcript.entry b where b.id = $4 and b.conversation_id = $2))
        order by e.time desc, e.position desc limit $5`,
      [
        customerId,
        chatId,
        isPage ? null : asked.ids,
        isPage ? (asked.before ?? null) : null,
        isPage ? asked.limit : asked.ids.length,
      ],
    );
    return rows.map((row) => ({ entry: toEntry(row), assets: row.assets, author: row.author }));
  }

  /**
   * The number of messages that the contact wrote after the position `after` and up to `upTo`, counted to at most
   * `most`; and the template to which the last of these messages replies: the message that it quotes, or else the
   * message before it, if that is a template.
   */
  async routedBy(
    customerId: string,
    chatId: string,
    { after, upTo, most, quoted }: { after: string; upTo: string; most: number; quoted: string | null },
  ): Promise<{ number: number; templateId: string | null }> {
    const { rows } = await this.database.query<{ number: number; templateId: string | null }>(
      `with last as (
         select e.content from transcript.entry e
          where e.customer_id = $1 and e.conversation_id = $2 and e.direction = 'out' and e.position < $4 collate "C"
            and e.type not in ('event', 'information')
            and ($6::uuid is null or e.id = coalesce((select a.message_id from transcript.alias a where a.id = $6), $6))
          order by e.position desc limit 1)
       select (select count(*)::int from (
                 select from transcript.entry
                  where customer_id = $1 and conversation_id = $2 and direction = 'in'
                    and position > $3 collate "C" and position <= $4 collate "C" limit $5) counted) as number,
              (select content ->> 'templateId' from last where content ->> 'type' = 'template') as "templateId"`,
      [customerId, chatId, after, upTo, most, quoted],
    );
    return rows[0]!;
  }

  /** Ids of the e-mails of a conversation, oldest first, at most `most`. */
  async mailsIn(customerId: string, chatId: string, most: number): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      `select id from transcript.entry where customer_id = $1 and conversation_id = $2 and type = 'email'
        order by time, position limit $3`,
      [customerId, chatId, most],
    );
    return rows.map(({ id }) => id);
  }

  /** Whether a conversation has a message or a note. The view may lag behind the log: call `Views.catchUp` first. */
  async hasWords(customerId: string, chatId: string): Promise<boolean> {
    const { rows } = await this.database.query<{ has_words: boolean }>(
      `select exists (
         select from transcript.entry
          where customer_id = $1 and conversation_id = $2 and type <> 'event') as has_words`,
      [customerId, chatId],
    );
    return rows[0]?.has_words ?? false;
  }

  /** Whether a conversation has a message before a position, not counting unsupported content. */
  async hasMessageBefore(customerId: string, chatId: string, position: string): Promise<boolean> {
    const { rows } = await this.database.query<{ is_there: boolean }>(
      `select exists (
         select from transcript.entry where customer_id = $1 and conversation_id = $2
          and type not in ('event', 'unsupported', 'information') and position < $3 collate "C") as is_there`,
      [customerId, chatId, position],
    );
    return rows[0]?.is_there ?? false;
  }

  /**
   * Ids of the organisation's newest messages in a conversation that have one of these statuses and were created
   * after `from` and not after `until` (ISO 8601 UTC), at most `MAX_OUTGOING`. The view may lag behind the log: call
   * `Views.catchUp` first.
   */
  async outgoing(
    customerId: string,
    chatId: string,
    { statuses, from, until }: { statuses: EntryStatus[]; from: string; until: string },
  ): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      `select id from transcript.entry
        where customer_id = $1 and conversation_id = $2 and direction = 'out' and type not in ('event', 'information')
          and status = any($3::text[]) and created_at > $4 and created_at <= $5
        order by created_at desc limit ${MAX_OUTGOING}`,
      [customerId, chatId, statuses, from, until],
    );
    return rows.map(({ id }) => id);
  }

  /** When a conversation was last archived, ISO 8601 UTC; null if its thread has no such event. */
  async archivedAt(customerId: string, chatId: string): Promise<string | null> {
    const { rows } = await this.database.query<{ time: Date }>(
      `select time from transcript.entry
        where customer_id = $1 and conversation_id = $2 and event ->> 'name' = 'chat::archived'
        order by time desc, position desc limit 1`,
      [customerId, chatId],
    );
    return rows[0] ? new Date(rows[0].time).toISOString() : null;
  }

  /**
   * The organisation's entries and the events of a conversation, oldest first; if there are more than `MAX_WORK`,
   * only the newest of them.
   */
  async workOn(customerId: string, chatId: string): Promise<WorkEntry[]> {
    const { rows } = await this.database.query<Omit<WorkEntry, 'time'> & { time: Date }>(
      `select id, type, event ->> 'name' as event, event ->> 'userId' as "assignedUserId", time,
              case when created_by_entity in ('user', 'integration') then created_by_id end as "writerId"
         from transcript.entry
        where customer_id = $1 and conversation_id = $2 and (direction = 'out' or direction = 'none')
        order by time desc, position desc limit ${MAX_WORK}`,
      [customerId, chatId],
    );
    return rows.reverse().map((row) => ({ ...row, time: new Date(row.time).toISOString() }));
  }

  /** Storage paths of the files in a contact's conversations; found also after the contact's erasure. */
  async filesOf(customerId: string, contactId: string): Promise<string[]> {
    const { rows } = await this.database.query<{ path: string }>(
      `select f.path from transcript.file f
         join transcript.conversation c on c.id = f.conversation_id
        where c.customer_id = $1 and c.contact_id = $2 order by f.path`,
      [customerId, contactId],
    );
    return rows.map(({ path }) => path);
  }

  /** Storage paths of the files that a conversation had up to a position, also after its deletion. */
  async filesUpTo(customerId: string, conversationId: string, position: string): Promise<string[]> {
    const { rows } = await this.database.query<{ path: string }>(
      `select f.path from transcript.file f join transcript.conversation c on c.id = f.conversation_id
        where c.customer_id = $1 and c.id = $2 and f.position <= $3 order by f.path`,
      [customerId, conversationId, position],
    );
    return rows.map(({ path }) => path);
  }

  /** @throws NotFound if the file is missing or not stored yet, or its conversation is hidden from this viewer */
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

/** SQL of a message's id: converts the provider's id of an own message to the own message's id. */
const standsFor = (id: string) =>
  `coalesce((select message_id from transcript.alias where id = ${id}), ${id}::uuid)`;

/** Common table expressions; the last one, `part`, contains the requested entries. `$2` is their maximum number. */
function partSql(
  where: string,
  { page, before, after, around }: Omit<EntriesAsked, 'chatId' | 'limit'>,
  values: unknown[],
): string {
  const oldest = 'order by e.time desc, e.position desc';
  const cursor = before ?? after ?? around;
  if (cursor === undefined) {
    const offset = `$${values.push((page - 1) * Number(values[1]))}`;
    return `part as (select e.* from transcript.entry e where ${where} ${oldest} limit $2 offset ${offset})`;
  }
  const at = '(select time from cursor), (select position from cursor)';
  const id = standsFor(`$${values.push(cursor)}`);
  const [older, newer] = around
    ? ['$2::integer / 2 + 1', '$2::integer - $2::integer / 2 - 1']
    : before
      ? ['$2', '0']
      : ['0', '$2'];
  return `
    cursor as (select time, position from transcript.entry where id = ${id} and conversation_id = $1),
    older as (
      select e.* from transcript.entry e
       where ${where} and (e.time, e.position) ${around ? '<=' : '<'} (${at}) ${oldest} limit ${older}),
    newer as (
      select e.* from transcript.entry e
       where ${where} and (e.time, e.position) > (${at}) order by e.time, e.position limit ${newer}),
    part as (select * from older union all select * from newer)`;
}

export function toEntry(row: EntryRow & Pick<Partial<ChatEntry>, 'mentions'>): ChatEntry {
  // A deleted message shows no content to any user.
  const content = row.is_deleted ? null : row.content;
  return {
    id: row.id,
    chatId: row.conversation_id,
    position: row.position,
    direction: row.direction,
    // An edit may change the kind of content. After an erasure the content is null, so the row also stores the kind.
    type: content?.type ?? row.type,
    variant: row.type === 'information' ? 'internal-comment' : null,
    message: wordsOf(content),
    content: isWords(content) ? null : withoutFiles(content),
    assets: (row.is_deleted ? [] : row.assets).map(({ path: _path, ...asset }) => asset),
    event: row.event,
    identityId: row.identity_id,
    context: row.context,
    reactions: row.reactions,
    isEdited: row.is_edited,
    earlier: row.is_deleted
      ? []
      : row.earlier.map(({ content: said, until }) => ({ message: wordsOf(said), until: isoTime(until) })),
    isDeleted: row.is_deleted,
    status: row.status,
    statusReason: row.status_reason,
    statusDetail: row.status_detail,
    createdById: row.created_by_id,
    createdByEntity: row.created_by_entity,
    time: isoTime(row.time),
    createdAt: isoTime(row.created_at),
    clientKey: row.client_key,
    heldUntil: row.held_until && isoTime(row.held_until),
    isScheduled: row.is_scheduled,
    mentions: row.mentions ?? null,
  };
}

/** Removes the files from the content, because the response lists them in `assets`, without their storage paths. */
function withoutFiles<Content extends EntryContent | null>(content: Content): Content {
  if (content?.type !== 'template' && content?.type !== 'email') return content;
  const { assets: _assets, ...said } = content;
  return said as Content;
}

/** The text of the content, or the caption if it is a file. */
function wordsOf(content: EntryContent | null): string | null {
  if (content?.type === 'asset') return content.caption ?? null;
  return content && 'text' in content ? content.text : null;
}

/** Whether the content consists only of its text and its files, so that the response need not repeat it. */
function isWords(
  content: EntryContent | null,
): content is Extract<EntryContent, { type: 'text' | 'asset' | 'information' }> {
  return content?.type === 'text' || content?.type === 'asset' || content?.type === 'information';
}
