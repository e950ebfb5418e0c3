import {
  idOf,
  type RecordedEvent,
  type TeamChatEntryEvent,
  type TeamChatEvent,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { wordsFound } from '../words/found';

/** A searchable entry of a team chat. */
export interface TeamEntryRow {
  id: string;
  customer_id: string;
  chat_id: string;
  author_id: string;
  position: string;
  time: string;
  text: string;
  files: string[];
  terms: string;
}

type Event = RecordedEvent & (TeamChatEvent | TeamChatEntryEvent);

/**
 * Folds the searchable entries of team chats, and the periods in which each user took part. The view writes nothing
 * to the change feed, because clients repeat a search only on request.
 */
export const teamSearchView: View = {
  name: 'team_search',
  prefixes: ['teamChat-', 'teamChatEntry-'],
  ddl: `
    create table entry (
      id uuid primary key,
      customer_id uuid not null,
      chat_id uuid not null,
      author_id uuid not null,
      position text collate "C" not null,
      time timestamptz not null,
      text text not null,
      files text[] not null,
      terms tsvector not null
    );
    -- Who takes part finds the entries that came since then. Whoever left finds nothing.
    create table stay (
      chat_id uuid not null,
      user_id uuid not null,
      from_position text collate "C" not null,
      until_position text collate "C",
      primary key (chat_id, user_id, from_position)
    );
    create index stay_by_user on stay (user_id, chat_id) where until_position is null;
  `,
  indexes: `
    select pg_advisory_xact_lock(hashtext('create extension'));
    create extension if not exists btree_gin schema public;
    create index entry_by_terms on entry using gin (customer_id, terms);
    create index entry_by_time on entry (customer_id, time desc, id desc);
    create index entry_by_chat on entry (chat_id);
  `,

  async project(recorded, tx) {
    const events = recorded as Event[];
    const entries = await editedEntries(events, tx);
    const touched = new Set<string>();
    const gone = new Set<string>();
    for (const event of events) {
      const id = idOf(event.stream);
      switch (event.type) {
        case 'TeamChatEntrySent':
          entries.set(id, entryOf(event));
          touched.add(id);
          break;
        case 'TeamChatEntryEdited': {
          const known = entries.get(id);
          if (!known) break;
          entries.set(id, { ...known, ...wordsFound(event.data.personal?.message ?? '', known.files) });
          touched.add(id);
          break;
        }
        case 'TeamChatEntryDeleted':
          entries.delete(id);
          touched.delete(id);
          gone.add(id);
          break;
        case 'TeamChatExpired':
          for (const [entryId, { chat_id }] of entries) if (chat_id === id) entries.delete(entryId);
          await tx.query('delete from entry where chat_id = $1', [id]);
          await tx.query('delete from stay where chat_id = $1', [id]);
          break;
        case 'TeamChatEntryReacted':
        case 'TeamChatRenamed':
          break;
        default:
          await projectStay(event, tx);
      }
    }
    const changed = [...touched].flatMap((id) => entries.get(id) ?? []);
    await upsert(tx, 'entry', ['id'], await ofParticipants(changed, tx));
    if (gone.size > 0) await tx.query('delete from entry where id = any($1::uuid[])', [[...gone]]);
    return [];
  },
};

function entryOf(
  event: RecordedEvent & Extract<TeamChatEntryEvent, { type: 'TeamChatEntrySent' }>,
): TeamEntryRow {
  const { chatId, userId, personal } = event.data;
  const files = (personal?.attachments ?? []).map(({ fileName }) => fileName);
  return {
    ...{ id: idOf(event.stream), customer_id: event.customerId, chat_id: chatId, author_id: userId },
    ...{ position: event.position, time: event.time },
    ...wordsFound(personal?.message ?? '', files),
  };
}

async function editedEntries(events: Event[], tx: Sql): Promise<Map<string, TeamEntryRow>> {
  const ids = events.flatMap(({ type, stream }) => (type === 'TeamChatEntryEdited' ? idOf(stream) : []));
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ row: TeamEntryRow }>(
    'select to_jsonb(e) as row from entry e where id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ row }) => [row.id, row]));
}

/**
 * Returns those entries whose authors took part in the chat at the entry's position, and which have words to search.
 */
async function ofParticipants(entries: TeamEntryRow[], tx: Sql): Promise<TeamEntryRow[]> {
  const said = entries.filter(({ terms }) => terms !== '');
  if (said.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>(
    `select e.id from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as e(id, chat_id, user_id, position)
      where exists (select from stay s where s.chat_id = e.chat_id and s.user_id = e.user_id
              and e.position collate "C" > s.from_position
              and (s.until_position is null or e.position collate "C" < s.until_position))`,
    [
      said.map(({ id }) => id),
      said.map(({ chat_id }) => chat_id),
      said.map(({ author_id }) => author_id),
      said.map(({ position }) => position),
    ],
  );
  const theirs = new Set(rows.map(({ id }) => id));
  return said.filter(({ id }) => theirs.has(id));
}

type OfStay = Exclude<TeamChatEvent, { type: 'TeamChatRenamed' | 'TeamChatExpired' }>;

async function projectStay(event: RecordedEvent & OfStay, tx: Sql): Promise<void> {
  const chatId = idOf(event.stream);
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
    case 'TeamChatDeleted': {
      const who = 'userId' in event.data ? event.data.userId : null;
      await tx.query(
        `update stay set until_position = $2
          where chat_id = $1 and until_position is null and ($3::uuid is null or user_id = $3)`,
        [chatId, event.position, who],
      );
      return;
    }
  }
}
