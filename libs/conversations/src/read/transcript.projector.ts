import {
  idOf,
  type ConversationEvent,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { dueSends } from './due-sends';
import { amendEntry, entryOfConversation, entryOfMessage } from './transcript.fold';
import { transcriptDdl, type EntryRow } from './transcript.rows';

type TranscriptEvent = RecordedEvent & (ConversationEvent | MessageEvent);

/** The threads: what was said and what happened, in order. */
export const transcriptView: View = {
  name: 'transcript',
  prefixes: ['conversation-', 'message-'],
  ddl: transcriptDdl,

  async project(recorded, tx) {
    const events = recorded as TranscriptEvent[];
    const messageIds = events
      .filter((event) => event.stream.startsWith('message-'))
      .map((event) => idOf(event.stream));
    const { rows } = await tx.query<EntryRow>('select * from entry where id = any($1::uuid[])', [messageIds]);
    const entries = new Map(rows.map((row) => [row.id, row]));
    const touched = new Map<string, string>();
    const aliases = new Map<string, Alias>();
    for (const event of events) {
      const made = isMessageEvent(event) ? entryOfMessage(event) : entryOfConversation(event);
      if (made) {
        if (!entries.has(made.id)) entries.set(made.id, made);
        touched.set(made.id, event.position);
      } else if (event.type === 'MessageAliased') {
        aliases.set(idOf(event.stream), { messageId: event.data.messageId, position: event.position });
      } else if (isMessageEvent(event)) {
        const entry = entries.get(idOf(event.stream));
        if (!entry) continue;
        amendEntry(entry, event);
        touched.set(entry.id, event.position);
      }
    }
    await upsert(
      tx,
      'entry',
      ['id'],
      [...touched.keys()].map((id) => entries.get(id)!),
    );
    await upsert(
      tx,
      'alias',
      ['id'],
      [...aliases].map(([id, { messageId }]) => ({ id, message_id: messageId })),
    );
    await dueSends(events).save(tx);
    for (const echo of await deleteEchoes(aliases, tx)) {
      entries.set(echo.id, echo);
      touched.set(echo.id, aliases.get(echo.id)!.position);
    }
    return [...touched].map(([id, position]) => {
      const { customer_id: customerId, conversation_id: conversationId } = entries.get(id)!;
      return { position, customerId, id, conversationId, before: null, after: null };
    });
  },
};

interface Alias {
  messageId: string;
  position: string;
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

function isMessageEvent(event: TranscriptEvent): event is RecordedEvent & MessageEvent {
  return event.stream.startsWith('message-');
}
