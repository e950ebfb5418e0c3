import { wordsOf } from '@parley/contracts/api/search-query';
import {
  idOf,
  type ChannelEvent,
  type ContactEvent,
  type ConversationEvent,
  type LabelEvent,
  type MessageEvent,
  type RecordedEvent,
  type TagEvent,
  type TeamEvent,
  type UserEvent,
} from '@parley/contracts/events';
import { forgetErased } from '@parley/read-kit/erased';
import { write } from '@parley/event-sourcing/projection/fold-sql';
import { MarksFold } from '@parley/read-kit/marks';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import { projectConversationAccess } from '@parley/access-rules/conversation-access';
import { projectViewers, viewerPrefixes } from '@parley/access-rules/viewer-tables';
import type { Sql } from '@parley/platform/database/database';
import { contactAfter, edited, entryOfMessage, entryOfNote, isAboutContact } from './search.fold';
import { searchDdl, searchIndexes, type ContactRow, type EntryRow, type NamedRow } from './search.rows';
import { projectWhose } from './whose.fold';

type Seen = RecordedEvent &
  (
    | ChannelEvent
    | ContactEvent
    | ConversationEvent
    | LabelEvent
    | MessageEvent
    | TagEvent
    | TeamEvent
    | UserEvent
  );

/** Events of the delivery of a message, which change nothing that can be searched. */
const ofSending: ReadonlySet<string> = new Set<MessageEvent['type']>([
  ...(['MessageSendStarted', 'MessageSent', 'MessageAcknowledged', 'MessageDelivered'] as const),
  ...(['MessageRead', 'MessageDeclined', 'MessageSendDeferred', 'MessageOutcomeUnknown'] as const),
]);

/**
 * Folds the searchable data of an organisation, with its access rules. The view writes nothing to the change feed,
 * because clients repeat a search only on request. ADR 24 describes the handling of personal data.
 */
export const searchView: View = {
  name: 'search',
  prefixes: ['message-', 'conversation-', 'contact-', 'tag-', 'label-', ...viewerPrefixes],
  ignores: ({ type }) => ofSending.has(type),
  ddl: searchDdl,
  remembersErased: true,
  gatherMs: 1_000,
  indexes: searchIndexes,

  async project(recorded, tx) {
    const { events, erased } = await forgetErased(recorded as Seen[], tx);
    const entries = await editedEntries(events, tx);
    const contacts = await knownContacts(events, tx);
    const changed = new Set<string>();
    const gone = new Set<string>();
    const touched = new Set<string>();
    const aliases = new Map<string, string>();
    const marks = new MarksFold();
    const keep = (entry: EntryRow | null, id: string) => {
      if (entry) entries.set(id, entry);
      else entries.delete(id);
      (entry ? touched : gone).add(id);
      (entry ? gone : touched).delete(id);
    };
    for (const event of events) {
      marks.apply(event);
      await projectViewers(event, tx);
      await nameAfter(event, tx);
      const id = idOf(event.stream);
      switch (event.type) {
        case 'MessageEdited': {
          const known = entries.get(id);
          if (known) keep(edited(known, event), id);
          break;
        }
        case 'MessageMoved': {
          const known = entries.get(id);
          if (known) keep({ ...known, conversation_id: event.data.to }, id);
          break;
        }
        case 'MessageAliased':
          aliases.set(id, event.data.messageId);
          keep(null, id);
          break;
        case 'MessageDeleted':
          keep(null, id);
          break;
        case 'InternalCommentAdded': {
          const note = entryOfNote(event);
          if (note) keep(note, note.id);
          break;
        }
        case 'ConversationDeleted':
          for (const [entryId, entry] of entries) if (entry.conversation_id === id) keep(null, entryId);
          await tx.query('delete from entry where conversation_id = $1', [id]);
          break;
        default: {
          if (isAboutContact(event)) {
            const contact = contactAfter(contacts.get(id), event);
            if (contact) contacts.set(id, contact);
            if (contact) changed.add(id);
          } else if (event.stream.startsWith('message-')) {
            const entry = entryOfMessage(event as RecordedEvent & MessageEvent);
            if (entry) keep(entry, id);
          }
        }
      }
    }
    await upsert(
      tx,
      'entry',
      ['id'],
      [...touched].map((id) => entries.get(id)!),
    );
    await removeEntries(gone, tx);
    await upsert(
      tx,
      'alias',
      ['id'],
      [...aliases].map(([id, message_id]) => ({ id, message_id })),
    );
    await upsert(
      tx,
      'contact',
      ['id'],
      [...changed].map((id) => contacts.get(id)!),
    );
    await projectConversationAccess(events, tx);
    await projectWhose(events, tx);
    await marks.saveMarks(tx);
    await marks.saveMarkings(tx);
    await remove('entry', 'subject_id', erased, tx);
    await remove('contact', 'id', erased, tx);
    return [];
  },
};

/**
 * Deletes entries. The batch writes no rows of the same messages, so the deletion can share a statement with other
 * writes. Most ids belong to messages without an entry.
 */
async function removeEntries(ids: Set<string>, tx: Sql): Promise<void> {
  if (ids.size === 0) return;
  const text = 'delete from entry where id = any($1::uuid[])';
  await write(tx, { table: 'entry, gone', text, values: [[...ids]] });
}

async function remove(table: string, column: string, ids: Set<string>, tx: Sql): Promise<void> {
  if (ids.size > 0) await tx.query(`delete from ${table} where ${column} = any($1::uuid[])`, [[...ids]]);
}

/**
 * Loads the entries of messages that a batch edits or moves. Other messages need no loading: their events contain
 * either the whole entry or no part of it.
 */
async function editedEntries(events: Seen[], tx: Sql): Promise<Map<string, EntryRow>> {
  const ids = events
    .filter(({ type }) => type === 'MessageEdited' || type === 'MessageMoved')
    .map(({ stream }) => idOf(stream));
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<EntryRow>('select * from entry where id = any($1::uuid[])', [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

async function knownContacts(events: Seen[], tx: Sql): Promise<Map<string, ContactRow>> {
  const ids = new Set(events.filter(isAboutContact).map(({ stream }) => idOf(stream)));
  if (ids.size === 0) return new Map();
  const { rows } = await tx.query<ContactRow>('select * from contact where id = any($1::uuid[])', [[...ids]]);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Folds the names of users, channels and teams. Rows stay after a deletion or disconnection, because searches may
 * still refer to them.
 */
async function nameAfter(event: Seen, tx: Sql): Promise<void> {
  const named = nameIn(event);
  if (!named || named.name === undefined) return;
  const { kind, name } = named;
  const row: NamedRow = {
    id: idOf(event.stream),
    customer_id: event.customerId,
    kind,
    name: name ?? '',
    search: namedSearchOf(name ?? ''),
  };
  await upsert(tx, 'named', ['id'], [row]);
}

function nameIn(event: Seen): { kind: NamedRow['kind']; name: string | null | undefined } | null {
  switch (event.type) {
    case 'UserAdded':
    case 'UserInvited':
    case 'UserDetailsChanged':
      return { kind: 'user', name: event.data.personal?.displayName ?? null };
    case 'TeamCreated':
    case 'TeamDetailsChanged':
      return { kind: 'team', name: event.data.name };
    case 'ChannelConnected':
      return { kind: 'channel', name: event.data.name };
    case 'ChannelSettingsChanged':
      return { kind: 'channel', name: event.data.settings.name };
    default:
      return null;
  }
}

/** A name in the form in which `from:`, `channel:` and `team:` search it: each word follows a blank. */
export function namedSearchOf(name: string): string {
  return ` ${wordsOf(name).join(' ')}`;
}
