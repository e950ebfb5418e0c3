import {
  idOf,
  type AssetEvent,
  type ContactEvent,
  type ConversationEvent,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { forgetErased } from '@parley/event-sourcing/projection/erased';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { dueSends } from './due-sends';
import { amendEntry, entryOfConversation, entryOfMessage } from './transcript.fold';
import { transcriptDdl, transcriptIndexes, type EntryRow } from './transcript.rows';

type TranscriptEvent = RecordedEvent & (AssetEvent | ContactEvent | ConversationEvent | MessageEvent);

/** The threads: what was said and what happened, in order. */
export const transcriptView: View = {
  name: 'transcript',
  prefixes: ['conversation-', 'message-', 'asset-', 'contact-'],
  ddl: transcriptDdl,
  indexes: transcriptIndexes,

  async project(recorded, tx) {
    const { events, erased } = await forgetErased(recorded as TranscriptEvent[], tx);
    const entries = await loadEntries(events, tx);
    const touched = new Map<string, string>();
    const aliases = new Map<string, Alias>();
    const conversations = new Map<string, object>();
    const files = new Map<string, object>();
    for (const event of events) {
      if (event.type === 'AssetUploaded') {
        const { path, conversationId } = event.data;
        files.set(path, { path, conversation_id: conversationId });
      } else if (isMessageEvent(event)) {
        applyMessage(event, { entries, touched, aliases, files });
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
    }
    const changed = [...touched.keys()].map((id) => entries.get(id)!);
    await upsert(tx, 'entry', ['id'], changed);
    await upsert(tx, 'conversation', ['id'], [...conversations.values()]);
    await upsert(tx, 'file', ['path'], [...files.values()]);
    await saveAliases(aliases, tx);
    await dueSends(events).save(tx);
    const echoes = await deleteEchoes(aliases, tx);
    for (const echo of echoes) touched.set(echo.id, aliases.get(echo.id)!.position);
    const scrubbed = await scrub(erased, tx);
    const erasedAt = events.findLast((event) => event.type === 'ContactErased')?.position;
    for (const entry of scrubbed) touched.set(entry.id, erasedAt!);
    for (const entry of [...echoes, ...scrubbed]) entries.set(entry.id, entry);
    return [...touched].map(([id, position]) => {
      const { customer_id: customerId, conversation_id: conversationId } = entries.get(id)!;
      return { position, customerId, id, conversationId, before: null, after: null };
    });
  },
};

/** The entries of all messages that the events are of, as far as they are there. */
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
  }: {
    entries: Map<string, EntryRow>;
    touched: Map<string, string>;
    aliases: Map<string, Alias>;
    files: Map<string, object>;
  },
): void {
  const id = idOf(event.stream);
  const made = entryOfMessage(event);
  if (made) {
    if (!entries.has(id)) entries.set(id, made);
    touched.set(id, event.position);
    return;
  }
  if (event.type === 'MessageAliased') {
    aliases.set(id, { messageId: event.data.messageId, position: event.position });
    return;
  }
  const entry = entries.get(id);
  if (!entry) return;
  amendEntry(entry, event);
  touched.set(id, event.position);
  if (event.type === 'AssetStored') {
    const { path } = event.data;
    files.set(path, { path, conversation_id: entry.conversation_id });
  }
}

interface Alias {
  messageId: string;
  position: string;
}

async function saveAliases(aliases: Map<string, Alias>, tx: Sql): Promise<void> {
  const rows = [...aliases].map(([id, { messageId }]) => ({ id, message_id: messageId }));
  await upsert(tx, 'alias', ['id'], rows);
}

/** An echo of a message that turned out to be ours is no entry of its own. */
async function deleteEchoes(aliases: Map<string, Alias>, tx: Sql): Promise<EntryRow[]> {
  if (aliases.size === 0) return [];
  const ids = [...aliases.keys()];
  const { rows } = await tx.query<EntryRow>('delete from entry where id = any($1::uuid[]) returning *', [
    ids,
  ]);
  return rows;
}

/** What erased contacts wrote and were told keeps its place and loses its words. */
async function scrub(erased: Set<string>, tx: Sql): Promise<EntryRow[]> {
  if (erased.size === 0) return [];
  const { rows } = await tx.query<EntryRow>(
    `update entry e set content = null, assets = '[]', context = null, reactions = '[]'
       from conversation c
      where c.id = e.conversation_id and c.contact_id = any($1::uuid[]) and e.type <> 'event'
     returning e.*`,
    [[...erased]],
  );
  return rows;
}

function isMessageEvent(event: TranscriptEvent): event is RecordedEvent & MessageEvent {
  return event.stream.startsWith('message-');
}

function isConversationEvent(event: TranscriptEvent): event is RecordedEvent & ConversationEvent {
  return event.stream.startsWith('conversation-');
}
