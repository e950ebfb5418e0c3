import { Injectable } from '@nestjs/common';
import type { ChatEntry, EntryStatus } from '@parley/contracts/api/conversations';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import type { EntryContent, EntryRow, StoredAsset } from './transcript.rows';
import { visibleSql, type Viewer } from '@parley/event-sourcing/visibility/viewer';

// What a message answers may be known by the provider's id for it.
const columns = `
  e.*, case when a.message_id is null then e.context
            else jsonb_set(e.context, '{replyTo,messageId}', to_jsonb(a.message_id)) end as context,
       case when t.id is null then e.event else jsonb_set(e.event, '{tagName}', to_jsonb(t.name)) end as event`;
const joins = `
  left join transcript.alias a on a.id = (e.context -> 'replyTo' ->> 'messageId')::uuid
  left join inbox.mark t on t.id = (e.event ->> 'tagId')::uuid`;

/** Messages that a receipt is about at most: those before them have had theirs. */
const MOST_OUTGOING = 200;

/** What to read of a thread: a page, or what stands next to one entry. */
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
  /** Of the whole thread. */
  total: number;
  /** Entries of the thread that come after these. */
  newer: number;
}

/** Threads as somebody may read them. */
@Injectable()
export class TranscriptQueries {
  constructor(private readonly database: Database) {}

  /**
   * A part of a thread, newest first. Ask for the conversation with `InboxQueries.findVisible` to tell missing from empty.
   * @throws NotFound where it is to be around an entry that is not there
   */
  async entries(viewer: Viewer, { chatId, limit, ...asked }: EntriesAsked): Promise<EntriesPart> {
    const values: unknown[] = [chatId, limit];
    const where = `e.conversation_id = $1 and exists (
      select from inbox.conversation c where c.id = e.conversation_id and ${visibleSql(viewer, 'c', values)})`;
    const { rows } = await this.database.query<EntryRow & { total: string; newer: string }>(
      `with ${partSql(where, asked, values)}
       select ${columns},
              (select count(*) from transcript.entry where conversation_id = $1) as total,
              (select count(*) from transcript.entry
                where conversation_id = $1 and (time, position) > (
                  select time, position from part order by time desc, position desc limit 1)) as newer
         from part e ${joins} order by e.time desc, e.position desc`,
      values,
    );
    if (asked.around && rows.length === 0) throw new NotFound();
    return {
      entries: rows.map(toEntry),
      total: Number(rows[0]?.total ?? 0),
      newer: Number(rows[0]?.newer ?? 0),
    };
  }

  /** @throws NotFound for an entry that is missing, or of a conversation this viewer may not see. */
  async findVisible(viewer: Viewer, id: string): Promise<ChatEntry> {
    const values: unknown[] = [id];
    const { rows } = await this.database.query<EntryRow>(
      `select ${columns} from transcript.entry e join inbox.conversation c on c.id = e.conversation_id ${joins}
        where e.id = ${standsFor('$1')} and ${visibleSql(viewer, 'c', values)}`,
      values,
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    return toEntry(row);
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
          and type not in ('event', 'unsupported', 'information') and position < $3 collate "C") as is_there`,
      [customerId, chatId, position],
    );
    return rows[0]?.is_there ?? false;
  }

  /**
   * Ids of the newest messages of the organisation in a conversation that have one of these statuses, by when they were
   * written: after `from` and not after `until`, both ISO 8601 UTC. The view may be behind: see `Views.catchUp`.
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
        order by created_at desc limit ${MOST_OUTGOING}`,
      [customerId, chatId, statuses, from, until],
    );
    return rows.map(({ id }) => id);
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

  /** Where storage holds the files that a conversation had up to a position, also once it was deleted. */
  async filesUpTo(customerId: string, conversationId: string, position: string): Promise<string[]> {
    const { rows } = await this.database.query<{ path: string }>(
      `select f.path from transcript.file f join transcript.conversation c on c.id = f.conversation_id
        where c.customer_id = $1 and c.id = $2 and f.position <= $3 order by f.path`,
      [customerId, conversationId, position],
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

/** The message that an id stands for: ours, where the id is a provider's for it. */
const standsFor = (id: string) =>
  `coalesce((select message_id from transcript.alias where id = ${id}), ${id}::uuid)`;

/** Common table expressions that end in `part`: the entries that were asked for. `$2` is how many. */
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
    variant: row.type === 'information' ? 'internal-comment' : null,
    message: wordsOf(content),
    content: isWords(content) ? null : content,
    assets: (row.is_deleted ? [] : row.assets).map(({ path: _path, ...asset }) => asset),
    event: row.event,
    context: row.context,
    reactions: row.reactions,
    isEdited: row.is_edited,
    earlier: row.is_deleted
      ? []
      : row.earlier.map(({ content: said, until }) => ({ message: wordsOf(said), until: iso(until) })),
    isDeleted: row.is_deleted,
    status: row.status,
    statusReason: row.status_reason,
    statusDetail: row.status_detail,
    createdById: row.created_by_id,
    createdByEntity: row.created_by_entity,
    time: iso(row.time),
    createdAt: iso(row.created_at),
    clientKey: row.client_key,
    heldUntil: row.held_until && iso(row.held_until),
  };
}

/** Text, or a file's caption. */
function wordsOf(content: EntryContent | null): string | null {
  if (content?.type === 'asset') return content.caption ?? null;
  return content && 'text' in content ? content.text : null;
}

/** Whether the words, and the files beside them, are all there is to it. */
function isWords(
  content: EntryContent | null,
): content is Extract<EntryContent, { type: 'text' | 'asset' | 'information' }> {
  return content?.type === 'text' || content?.type === 'asset' || content?.type === 'information';
}
