import {
  idOf,
  type CustomerEvent,
  type RecordedEvent,
  type TeamChatEntryEvent,
  type TeamChatEvent,
  type TeamChatParticipantEvent,
  type UserEvent,
} from '@parley/contracts/events';
import { storable, upsert } from '@parley/event-sourcing/projection/upsert';
import type { Change, View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { participantIdOf } from '../ids';

type Event = RecordedEvent &
  (CustomerEvent | TeamChatEvent | TeamChatEntryEvent | TeamChatParticipantEvent | UserEvent);

const PREVIEW_LENGTH = 140;

/** Folds the team chats with their participants and read marks, and for each entry the line that lists show. */
export const teamChatView: View = {
  name: 'team_chat',
  prefixes: ['teamChat-', 'teamChatEntry-', 'teamChatParticipant-', 'user-', 'customer-'],
  ddl: `
    create table chat (
      id uuid primary key,
      customer_id uuid not null,
      title text,
      created_at timestamptz not null,
      created_by uuid,
      -- Of the newest entry: what lists sort by, and whether there can be anything that was not read.
      last_position text collate "C",
      last_at timestamptz,
      deleted_at timestamptz,
      deleted_by uuid
    );
    create table participant (
      chat_id uuid not null,
      user_id uuid not null,
      customer_id uuid not null,
      id uuid not null,
      from_position text collate "C" not null,
      added_by uuid,
      left_position text collate "C",
      left_at timestamptz,
      left_by uuid,
      delivered_up_to text collate "C" not null,
      read_up_to text collate "C" not null,
      read_at timestamptz,
      primary key (chat_id, user_id)
    );
    create index participant_by_user on participant (user_id, chat_id);
    create table entry (
      id uuid primary key,
      chat_id uuid not null,
      customer_id uuid not null,
      position text collate "C" not null,
      user_id uuid not null,
      type text not null,
      preview text not null,
      mentions uuid[] not null,
      is_deleted boolean not null default false,
      created_at timestamptz not null
    );
    create index entry_by_chat on entry (chat_id, position);
    create table organisation (
      customer_id uuid primary key,
      -- How long a chat is kept in which nobody writes; null for ever.
      retention_days integer
    );
    create table person (
      user_id uuid primary key,
      customer_id uuid not null,
      is_active boolean not null
    );
  `,

  async project(recorded, tx) {
    const events = recorded as Event[];
    const touched = new Touched(await chatsOf(events, tx));
    const before = await accessOf(touched.known, tx);
    const waiting: Waiting = { entries: [], marks: new Map() };
    for (const event of events) {
      if (event.stream.startsWith('teamChat-')) {
        // Writes the collected entries first, because their authors have to take part at the entry's position.
        await flush(waiting, tx);
        await projectChat(event as RecordedEvent & TeamChatEvent, tx);
        touched.add(idOf(event.stream), event);
      } else if (event.stream.startsWith('teamChatEntry-')) {
        const chatId = await projectEntry(event as RecordedEvent & TeamChatEntryEvent, waiting, tx);
        touched.add(chatId ?? touched.chatOf(idOf(event.stream)), event);
      } else if (event.stream.startsWith('teamChatParticipant-')) {
        const { type, data, time } = event as RecordedEvent & TeamChatParticipantEvent;
        mark(waiting, { ...data, time, isRead: type === 'TeamChatRead' });
        touched.add(data.chatId, event);
      } else if (event.stream.startsWith('customer-')) {
        await projectRetention(event as RecordedEvent & CustomerEvent, tx);
      } else {
        await projectPerson(event as RecordedEvent & UserEvent, tx);
      }
    }
    await flush(waiting, tx);
    const after = await accessOf(touched.ids, tx);
    return touched.changes(before, after);
  },
};

/** Ids of the current participants by chat id. */
async function accessOf(ids: string[], tx: Sql): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ chat_id: string; user_ids: string[] }>(
    `select chat_id, array_agg(user_id order by user_id) as user_ids from participant
      where chat_id = any($1::uuid[]) and left_position is null group by chat_id`,
    [ids],
  );
  return new Map(rows.map(({ chat_id, user_ids }) => [chat_id, user_ids]));
}

/** The chats of a batch: by the id of each of their entries, and the ids of all chats. */
async function chatsOf(events: Event[], tx: Sql): Promise<{ byEntry: Map<string, string>; ids: string[] }> {
  const ids = events.flatMap(({ stream, data }) => {
    const { chatId } = data as { chatId?: string };
    return stream.startsWith('teamChat-') ? idOf(stream) : (chatId ?? []);
  });
  const entryIds = events.flatMap(({ stream }) => (stream.startsWith('teamChatEntry-') ? idOf(stream) : []));
  if (entryIds.length === 0) return { byEntry: new Map(), ids };
  const { rows } = await tx.query<{ id: string; chat_id: string }>(
    'select id, chat_id from entry where id = any($1::uuid[])',
    [entryIds],
  );
  const byEntry = new Map(rows.map(({ id, chat_id }) => [id, chat_id]));
  for (const event of events) {
    if (event.type === 'TeamChatEntrySent') byEntry.set(idOf(event.stream), event.data.chatId);
  }
  return { byEntry, ids: [...ids, ...byEntry.values()] };
}

/** Collects the chats that a batch changes, each with its last event. */
class Touched {
  private readonly last = new Map<string, RecordedEvent>();
  readonly known: string[];

  constructor(private readonly chats: { byEntry: Map<string, string>; ids: string[] }) {
    this.known = [...new Set(chats.ids)];
  }

  get ids(): string[] {
    return [...this.last.keys()];
  }

  chatOf(entryId: string): string | undefined {
    return this.chats.byEntry.get(entryId);
  }

  add(chatId: string | undefined, event: RecordedEvent): void {
    if (chatId !== undefined) this.last.set(chatId, event);
  }

  changes(before: Map<string, string[]>, after: Map<string, string[]>): Change[] {
    return [...this.last].map(([id, { position, customerId, correlationId }]) => ({
      ...{ position, customerId, correlationId, id, parentId: null },
      ...{ before: before.get(id) ?? null, after: after.get(id) ?? [] },
    }));
  }
}

async function projectChat(event: RecordedEvent & TeamChatEvent, tx: Sql): Promise<void> {
  const id = idOf(event.stream);
  const by = event.actor.type === 'user' ? event.actor.id : null;
  switch (event.type) {
    case 'TeamChatStarted':
      await tx.query(
        `insert into chat (id, customer_id, title, created_at, created_by) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
        [id, event.customerId, event.data.title, event.time, by],
      );
      return join(event, event.data.userIds, by, tx);
    case 'TeamChatRenamed':
      await tx.query('update chat set title = $2 where id = $1', [id, event.data.title]);
      return;
    case 'TeamChatParticipantAdded':
      return join(event, [event.data.userId], by, tx);
    case 'TeamChatParticipantRemoved':
    case 'TeamChatParticipantLeft':
      await tx.query(
        `update participant set left_position = $3, left_at = $4, left_by = $5
          where chat_id = $1 and user_id = $2 and left_position is null`,
        [id, event.data.userId, event.position, event.time, by],
      );
      return;
    case 'TeamChatDeleted':
      await tx.query('update chat set deleted_at = $2, deleted_by = $3 where id = $1', [id, event.time, by]);
      return;
    case 'TeamChatExpired':
      await tx.query('delete from entry where chat_id = $1', [id]);
      await tx.query('delete from participant where chat_id = $1', [id]);
      await tx.query('delete from chat where id = $1', [id]);
      return;
  }
}

async function join(
  { stream, customerId, position }: RecordedEvent,
  userIds: string[],
  by: string | null,
  tx: Sql,
): Promise<void> {
  const chatId = idOf(stream);
  await tx.query(
    `insert into participant
       (chat_id, user_id, id, customer_id, from_position, added_by, delivered_up_to, read_up_to)
     select $1, user_id, id, $2, $3, $4, $3, $3 from unnest($5::uuid[], $6::uuid[]) as joined(user_id, id)
     on conflict (chat_id, user_id) do update set from_position = excluded.from_position,
       added_by = excluded.added_by, delivered_up_to = excluded.from_position,
       read_up_to = excluded.from_position, left_position = null, left_at = null, left_by = null`,
    [chatId, customerId, position, by, userIds, userIds.map((userId) => participantIdOf(chatId, userId))],
  );
}

interface Mark {
  chatId: string;
  userId: string;
  upTo: string;
  time: string;
  isRead: boolean;
}

interface Waiting {
  entries: object[];
  /** The highest marks of each user in each chat. */
  marks: Map<
    string,
    { chat_id: string; user_id: string; delivered: string; read: string; at: string | null }
  >;
}

function mark({ marks }: Waiting, { chatId, userId, upTo, time, isRead }: Mark): void {
  const key = `${chatId}/${userId}`;
  const row = marks.get(key) ?? { chat_id: chatId, user_id: userId, delivered: '', read: '', at: null };
  marks.set(key, row);
  if (upTo > row.delivered) row.delivered = upTo;
  if (!isRead || upTo <= row.read) return;
  row.read = upTo;
  row.at = time;
}

/**
 * Folds an event of an entry.
 * @returns the id of the chat if the entry is new; undefined for later events of an entry
 */
async function projectEntry(
  event: RecordedEvent & TeamChatEntryEvent,
  waiting: Waiting,
  tx: Sql,
): Promise<string | undefined> {
  const id = idOf(event.stream);
  switch (event.type) {
    case 'TeamChatEntrySent': {
      const { chatId, userId, personal, mentions } = event.data;
      waiting.entries.push({
        ...{ id, chat_id: chatId, customer_id: event.customerId, user_id: userId, mentions },
        ...{ position: event.position, created_at: event.time, is_deleted: false },
        type: personal && personal.attachments.length > 0 ? 'asset' : 'text',
        preview: previewOf(personal?.message ?? personal?.attachments[0]?.fileName ?? ''),
      });
      // A participant who writes has read all earlier entries.
      mark(waiting, { chatId, userId, upTo: event.position, time: event.time, isRead: true });
      return chatId;
    }
    case 'TeamChatEntryEdited':
      await flush(waiting, tx);
      await tx.query('update entry set preview = $2 where id = $1', [
        id,
        previewOf(event.data.personal?.message ?? ''),
      ]);
      return undefined;
    case 'TeamChatEntryDeleted':
      await flush(waiting, tx);
      await tx.query(`update entry set preview = '', is_deleted = true where id = $1`, [id]);
      return undefined;
    case 'TeamChatEntryReacted':
      return undefined;
  }
}

/** Writes the collected entries and marks. Drops entries whose author did not take part at the entry's position. */
async function flush(waiting: Waiting, tx: Sql): Promise<void> {
  if (waiting.entries.length > 0) {
    await tx.query(
      `with said as (
         insert into entry
         select e.* from jsonb_populate_recordset(null::entry, $1::jsonb) e
           join participant p on p.chat_id = e.chat_id and p.user_id = e.user_id and p.left_position is null
           join chat c on c.id = e.chat_id and c.deleted_at is null
         on conflict do nothing returning chat_id, position, created_at),
       newest as (
         select distinct on (chat_id) chat_id, position, created_at from said order by chat_id, position desc)
       update chat c set last_position = n.position, last_at = n.created_at from newest n
        where c.id = n.chat_id and (c.last_position is null or c.last_position < n.position)`,
      [JSON.stringify(waiting.entries, storable)],
    );
    waiting.entries = [];
  }
  if (waiting.marks.size > 0) {
    await tx.query(
      `update participant p set
         delivered_up_to = greatest(p.delivered_up_to, m.delivered collate "C"),
         read_up_to = greatest(p.read_up_to, m.read collate "C"),
         read_at = case when m.read collate "C" > p.read_up_to then m.at::timestamptz else p.read_at end
        from jsonb_to_recordset($1::jsonb) as m(chat_id uuid, user_id uuid, delivered text, read text, at text)
       where p.chat_id = m.chat_id and p.user_id = m.user_id and p.left_position is null`,
      [JSON.stringify([...waiting.marks.values()])],
    );
    waiting.marks.clear();
  }
}

function previewOf(text: string): string {
  return [...text.replace(/\s+/g, ' ').trim()].slice(0, PREVIEW_LENGTH).join('');
}

async function projectRetention(event: RecordedEvent & CustomerEvent, tx: Sql): Promise<void> {
  if (event.type !== 'CustomerSettingChanged' || event.data.name !== 'customDataRetentionDays') return;
  const retention_days = event.data.value === -1 ? null : event.data.value;
  await upsert(tx, 'organisation', ['customer_id'], [{ customer_id: event.customerId, retention_days }]);
}

async function projectPerson(event: RecordedEvent & UserEvent, tx: Sql): Promise<void> {
  const id = idOf(event.stream);
  switch (event.type) {
    case 'UserAdded':
    case 'UserInvited':
      await tx.query('insert into person values ($1, $2, $3) on conflict do nothing', [
        id,
        event.customerId,
        event.type === 'UserAdded',
      ]);
      return;
    case 'UserActivated':
      await tx.query('update person set is_active = true where user_id = $1', [id]);
      return;
    case 'UserDeactivated':
    case 'UserDeleted':
      await tx.query('update person set is_active = false where user_id = $1', [id]);
      return;
  }
}
