import {
  idOf,
  type ConversationEvent,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
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
    const aliases = new Map<string, string>();
    for (const event of events) {
      const made = isMessageEvent(event) ? entryOfMessage(event) : entryOfConversation(event);
      if (made) {
        if (!entries.has(made.id)) entries.set(made.id, made);
        touched.set(made.id, event.position);
      } else if (event.type === 'MessageAliased') {
        aliases.set(idOf(event.stream), event.data.messageId);
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
      [...aliases].map(([id, message_id]) => ({ id, message_id })),
    );
    // An echo of a message that turned out to be ours is no entry of its own.
    if (aliases.size > 0)
      await tx.query('delete from entry where id = any($1::uuid[])', [[...aliases.keys()]]);
    return [...touched].map(([id, position]) => {
      const { customer_id: customerId, conversation_id: conversationId } = entries.get(id)!;
      return { position, customerId, id, conversationId, before: null, after: null };
    });
  },
};

function isMessageEvent(event: TranscriptEvent): event is RecordedEvent & MessageEvent {
  return event.stream.startsWith('message-');
}
