import {
  idOf,
  type RecordedEvent,
  type TeamChatAttachment,
  type TeamChatEntryEvent,
  type TeamChatEvent,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';

export interface EntryRow {
  id: string;
  chat_id: string;
  customer_id: string;
  position: string;
  user_id: string;
  tmp_id: string;
  message: string | null;
  attachments: TeamChatAttachment[];
  reply_to: string | null;
  mentions: string[];
  reactions: { userId: string; emoji: string }[];
  is_edited: boolean;
  is_deleted: boolean;
  created_at: string;
}

type Event = RecordedEvent & (TeamChatEvent | TeamChatEntryEvent);

/** Folds the entries of team chats, and the periods in which each user took part and so sees entries. */
export const teamThreadView: View = {
  name: 'team_thread',
  prefixes: ['teamChat-', 'teamChatEntry-'],
  ddl: `
    create table entry (
      id uuid primary key,
      chat_id uuid not null,
      customer_id uuid not null,
      position text collate "C" not null,
      user_id uuid not null,
      tmp_id text not null,
      message text,
      attachments jsonb not null,
      reply_to uuid,
      mentions uuid[] not null,
      reactions jsonb not null,
      is_edited boolean not null,
      is_deleted boolean not null,
      created_at timestamptz not null
    );
    create index entry_by_chat on entry (chat_id, position);
    -- Between two positions somebody takes part: they see the entries that came meanwhile.
    create table stay (
      chat_id uuid not null,
      user_id uuid not null,
      from_position text collate "C" not null,
      until_position text collate "C",
      primary key (chat_id, user_id, from_position)
    );
  `,

  async project(recorded, tx) {
    const events = recorded as Event[];
    const entries = await loadEntries(events, tx);
    const touched = new Map<string, RecordedEvent>();
    for (const event of events) {
      const id = idOf(event.stream);
      if (event.stream.startsWith('teamChat-')) {
        if (event.type === 'TeamChatExpired') forget(id, entries, touched);
        await projectStay(event as RecordedEvent & TeamChatEvent, tx);
        continue;
      }
      const row = entryAfter(entries.get(id), event as RecordedEvent & TeamChatEntryEvent);
      if (!row) continue;
      entries.set(id, row);
      touched.set(id, event);
    }
    const changed = [...touched.keys()].map((id) => entries.get(id)!);
    await upsert(tx, 'entry', ['id'], await ofParticipants(changed, tx));
    return [...touched].map(([id, { position, customerId, correlationId }]) => ({
      ...{ position, customerId, correlationId, id, parentId: entries.get(id)!.chat_id },
      ...{ before: null, after: null },
    }));
  },
};

/** Removes an expired chat's loaded entries from the batch, so that the batch does not write them. */
function forget(chatId: string, entries: Map<string, EntryRow>, touched: Map<string, RecordedEvent>): void {
  for (const [id, { chat_id }] of entries) {
    if (chat_id !== chatId) continue;
    entries.delete(id);
    touched.delete(id);
  }
}

async function loadEntries(events: Event[], tx: Sql): Promise<Map<string, EntryRow>> {
  const ids = events.flatMap(({ stream }) => (stream.startsWith('teamChatEntry-') ? idOf(stream) : []));
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ row: EntryRow }>(
    'select to_jsonb(e) as row from entry e where id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ row }) => [row.id, row]));
}

/** Returns those entries whose authors took part in the chat at the entry's position. */
async function ofParticipants(entries: EntryRow[], tx: Sql): Promise<EntryRow[]> {
  if (entries.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>(
    `select e.id from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as e(id, chat_id, user_id, position)
      where exists (select from stay s where s.chat_id = e.chat_id and s.user_id = e.user_id
              and e.position collate "C" > s.from_position
              and (s.until_position is null or e.position collate "C" < s.until_position))`,
    [
      entries.map(({ id }) => id),
      entries.map(({ chat_id }) => chat_id),
      entries.map(({ user_id }) => user_id),
      entries.map(({ position }) => position),
    ],
  );
  const theirs = new Set(rows.map(({ id }) => id));
  return entries.filter(({ id }) => theirs.has(id));
}

function entryAfter(row: EntryRow | undefined, event: RecordedEvent & TeamChatEntryEvent): EntryRow | null {
  if (event.type === 'TeamChatEntrySent') {
    const { chatId, userId, tmpId, personal, replyTo, mentions } = event.data;
    return {
      ...{ id: idOf(event.stream), chat_id: chatId, customer_id: event.customerId, user_id: userId },
      ...{ position: event.position, tmp_id: tmpId, reply_to: replyTo, mentions, reactions: [] },
      ...{ message: personal?.message ?? null, attachments: personal?.attachments ?? [] },
      ...{ is_edited: false, is_deleted: false, created_at: event.time },
    };
  }
  if (!row) return null;
  switch (event.type) {
    case 'TeamChatEntryEdited': {
      const { personal, mentions } = event.data;
      return { ...row, message: personal?.message ?? null, mentions, is_edited: true };
    }
    case 'TeamChatEntryDeleted':
      return { ...row, message: null, attachments: [], mentions: [], reactions: [], is_deleted: true };
    case 'TeamChatEntryReacted': {
      const { userId, emoji } = event.data;
      const others = row.reactions.filter((reaction) => reaction.userId !== userId);
      return { ...row, reactions: emoji === null ? others : [...others, { userId, emoji }] };
    }
  }
}

async function projectStay(event: RecordedEvent & TeamChatEvent, tx: Sql): Promise<void> {
  const chatId = idOf(event.stream);
  const until = (which: string, ...values: unknown[]) =>
    tx.query(
      `update stay set until_position = $2 where chat_id = $1 and until_position is null and ${which}`,
      [chatId, event.position, ...values],
    );
  switch (event.type) {
    case 'TeamChatStarted':
    case 'TeamChatParticipantAdded': {
      const userIds = event.type === 'TeamChatStarted' ? event.data.userIds : [event.data.userId];
      await tx.query(
        `insert into stay (chat_id, user_id, from_position) select $1, unnest($2::uuid[]), $3
         on conflict do nothing`,
        [chatId, userIds, event.position],
      );
      return;
    }
    case 'TeamChatParticipantRemoved':
    case 'TeamChatParticipantLeft':
      await until('user_id = $3', event.data.userId);
      return;
    case 'TeamChatDeleted':
      await until('true');
      return;
    case 'TeamChatExpired':
      await tx.query('delete from entry where chat_id = $1', [chatId]);
      await tx.query('delete from stay where chat_id = $1', [chatId]);
      return;
    case 'TeamChatRenamed':
      return;
  }
}
