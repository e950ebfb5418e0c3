import {
  idOf,
  type AssetEvent,
  type ContactEvent,
  type ConversationEvent,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { forgetErased } from '@parley/read-kit/erased';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { Change, View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { dueSends, isFirstTry } from './due-sends';
import { amendEntry, entryOfConversation, entryOfMessage, linesOfMove } from './transcript.fold';
import { projectMentions } from './mentions.rows';
import { transcriptDdl, transcriptIndexes, type EntryRow } from './transcript.rows';

type TranscriptEvent = RecordedEvent & (AssetEvent | ContactEvent | ConversationEvent | MessageEvent);

/** A file that was stored for a message that has no entry. */
interface Orphan {
  messageId: string;
  position: string;
}

/** Folds the threads: the messages, notes and events of each conversation in order. */
export const transcriptView: View = {
  name: 'transcript',
  prefixes: ['conversation-', 'message-', 'asset-', 'contact-'],
  ignores: isFirstTry,
  ddl: transcriptDdl,
  remembersErased: true,
  indexes: transcriptIndexes,

  async project(recorded, tx) {
    const { events, erased } = await forgetErased(recorded as TranscriptEvent[], tx);
    const entries = await loadEntries(events, tx);
    const touched = new Map<string, string>();
    const aliases = new Map<string, string>();
    const conversations = new Map<string, object>();
    const files = new Map<string, object>();
    const orphans = new Map<string, Orphan>();
    const removed = new Map<string, EntryRow>();
    const moves = new Moves();
    for (const event of events) {
      if (event.type === 'AssetUploaded') {
        const { path, conversationId } = event.data;
        files.set(path, { path, conversation_id: conversationId, position: event.position });
      } else if (isMessageEvent(event)) {
        applyMessage(event, { entries, touched, aliases, files, orphans, removed });
        if (event.type === 'MessageMoved') moves.add(event, entries.get(idOf(event.stream)));
      } else if (event.type === 'ConversationDeleted') {
        // Messages that were removed before the deletion do not belong to the conversation, so their rows are deleted
        // first.
        await saveRemoved(removed, entries, tx);
        for (const id of await deleteEntries(idOf(event.stream), entries, tx)) touched.delete(id);
      } else if (isConversationEvent(event)) {
        if (event.type === 'ConversationStarted') {
          const id = idOf(event.stream);
          const { customerId: customer_id, data } = event;
          conversations.set(id, { id, customer_id, contact_id: data.contactId });
        }
        const line = entryOfConversation(event);
        if (line) entries.set(line.id, line);
        if (line) touched.set(line.id, event.position);
      }
      if (!isMessageEvent(event) && !isConversationEvent(event)) continue;
      for (const line of linesOfMove(event)) {
        entries.set(line.id, line);
        touched.set(line.id, event.position);
      }
    }
    await saveRemoved(removed, entries, tx);
    const changed = [...touched.keys()].flatMap((id) => entries.get(id) ?? []);
    await upsert(tx, 'entry', ['id'], changed);
    await upsert(tx, 'conversation', ['id'], [...conversations.values()]);
    const mentioning = await projectMentions(events, tx);
    await upsert(tx, 'file', ['path'], [...files.values()]);
    await moves.save(tx);
    await saveOrphans(orphans, tx);
    await saveAliases(aliases, tx);
    await dueSends(events).save(tx);
    const scrubbed = await scrub(erased, tx);
    const erasedAt = events.findLast((event) => event.type === 'ContactErased')?.position;
    for (const entry of scrubbed) touched.set(entry.id, erasedAt!);
    for (const entry of scrubbed) entries.set(entry.id, entry);
    const changes = [...touched].map(([id, position]) => {
      const entry = entries.get(id) ?? removed.get(id)!;
      const { customer_id: customerId, conversation_id: parentId } = entry;
      return { position, customerId, id, parentId, before: null, after: null };
    });
    return [...changes, ...moves.changes(), ...mentioning];
  },
};

/** Collects the messages that a batch moves from one thread to another. */
class Moves {
  private readonly left: Change[] = [];
  /** The new conversation of each moved file, by the file's storage path. */
  private readonly files = new Map<string, string>();

  add(
    { stream, position, customerId, data }: RecordedEvent & Extract<MessageEvent, { type: 'MessageMoved' }>,
    entry: EntryRow | undefined,
  ): void {
    if (!entry) return;
    // Makes clients that have the source thread open remove the message.
    this.left.push({
      position,
      customerId,
      id: idOf(stream),
      parentId: data.from,
      before: null,
      after: null,
    });
    for (const { path } of entry.assets) if (path) this.files.set(path, data.to);
  }

  changes(): Change[] {
    return this.left;
  }

  async save(tx: Sql): Promise<void> {
    if (this.files.size === 0) return;
    await tx.query(
      `update file f set conversation_id = m.conversation_id
         from unnest($1::text[], $2::uuid[]) m(path, conversation_id) where f.path = m.path collate "C"`,
      [[...this.files.keys()], [...this.files.values()]],
    );
  }
}

/** Loads the existing entries of all messages that the events change. */
async function loadEntries(events: TranscriptEvent[], tx: Sql): Promise<Map<string, EntryRow>> {
  const ids = events.filter(isMessageEvent).map((event) => idOf(event.stream));
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<EntryRow>('select * from entry where id = any($1::uuid[])', [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

function applyMessage(
  event: RecordedEvent & MessageEvent,
  {
    entries,
    touched,
    aliases,
    files,
    orphans,
    removed,
  }: {
    entries: Map<string, EntryRow>;
    touched: Map<string, string>;
    /** Ids of the own messages that echoes repeat, by the id of the echo. */
    aliases: Map<string, string>;
    files: Map<string, object>;
    /** Messages that have no entry, by the path of the file that was stored for them. */
    orphans: Map<string, Orphan>;
    /** Entries that are removed from their thread, as they were before the removal. */
    removed: Map<string, EntryRow>;
  },
): void {
  const id = idOf(event.stream);
  const made = entryOfMessage(event);
  if (made) {
    // When a delayed message is sent, a new entry with the time of sending replaces the entry of the delayed message.
    if (!entries.has(id) || entries.get(id)?.held_until) entries.set(id, made);
    touched.set(id, event.position);
    // A visitor's file is stored before their message arrives, so it is recorded here; an agent's upload has recorded
    // its file already.
    if (event.type === 'MessageReceived') {
      for (const { path } of made.assets) {
        if (path) files.set(path, { path, conversation_id: made.conversation_id, position: event.position });
      }
    }
    return;
  }
  if (event.type === 'MessageAliased') aliases.set(id, event.data.messageId);
  const entry = entries.get(id);
  if (!entry) {
    if (event.type === 'AssetStored')
      orphans.set(event.data.path, { messageId: id, position: event.position });
    return;
  }
  touched.set(id, event.position);
  if (isRemoval(event)) {
    removed.set(id, entry);
    entries.delete(id);
    return;
  }
  amendEntry(entry, event);
  if (event.type === 'AssetStored') {
    const { path } = event.data;
    files.set(path, { path, conversation_id: entry.conversation_id, position: event.position });
  }
}

/**
 * Deletes all entries of a conversation.
 * @returns the ids of the entries that the batch had loaded or created
 */
async function deleteEntries(
  conversationId: string,
  entries: Map<string, EntryRow>,
  tx: Sql,
): Promise<string[]> {
  const ofBatch = [...entries.values()].filter((entry) => entry.conversation_id === conversationId);
  // Entries that the batch moved elsewhere still have this conversation's id in the table.
  const elsewhere = [...entries.values()]
    .filter((entry) => entry.conversation_id !== conversationId)
    .map(({ id }) => id);
  for (const { id } of ofBatch) entries.delete(id);
  const messages = ofBatch.filter(({ type }) => type !== 'event').map(({ id }) => id);
  await tx.query(
    `with gone as (
       delete from entry where conversation_id = $1 and id <> all($3::uuid[]) or id = any($2::uuid[]) returning id, type)
     insert into deleted_entry
     select id, $1 from gone where type <> 'event' union select unnest($2::uuid[]), $1
     on conflict do nothing`,
    [conversationId, messages, elsewhere],
  );
  return ofBatch.map(({ id }) => id);
}

/** Deletes the rows of removed entries. */
async function saveRemoved(
  removed: Map<string, EntryRow>,
  entries: Map<string, EntryRow>,
  tx: Sql,
): Promise<void> {
  const ids = [...removed.keys()].filter((id) => !entries.has(id));
  if (ids.length > 0) await tx.query('delete from entry where id = any($1::uuid[])', [ids]);
}

/**
 * Records files that were stored after their conversation was deleted, so that an erasure of the contact finds them.
 */
async function saveOrphans(orphans: Map<string, Orphan>, tx: Sql): Promise<void> {
  if (orphans.size === 0) return;
  await tx.query(
    `insert into file
     select o.path, d.conversation_id, o.position
       from unnest($1::text[], $2::uuid[], $3::text[]) o(path, id, position) join deleted_entry d using (id)
     on conflict do nothing`,
    [
      [...orphans.keys()],
      [...orphans.values()].map(({ messageId }) => messageId),
      [...orphans.values()].map(({ position }) => position),
    ],
  );
}

async function saveAliases(aliases: Map<string, string>, tx: Sql): Promise<void> {
  const rows = [...aliases].map(([id, messageId]) => ({ id, message_id: messageId }));
  await upsert(tx, 'alias', ['id'], rows);
}

/** Erases the content of all entries of erased contacts; the entries stay in their threads. */
async function scrub(erased: Set<string>, tx: Sql): Promise<EntryRow[]> {
  if (erased.size === 0) return [];
  const { rows } = await tx.query<EntryRow>(
    `update entry e set content = null, earlier = '[]', assets = '[]', context = null, reactions = '[]'
       from conversation c
      where c.id = e.conversation_id and c.contact_id = any($1::uuid[]) and e.type <> 'event'
     returning e.*`,
    [[...erased]],
  );
  return rows;
}

/** Whether an event removes an entry: an echo proved to be an own message, or a message was withdrawn. */
function isRemoval(event: MessageEvent): boolean {
  return event.type === 'MessageAliased' || event.type === 'MessageWithdrawn';
}

function isMessageEvent(event: TranscriptEvent): event is RecordedEvent & MessageEvent {
  return event.stream.startsWith('message-');
}

function isConversationEvent(event: TranscriptEvent): event is RecordedEvent & ConversationEvent {
  return event.stream.startsWith('conversation-');
}
