import { identifier, list, record } from '../json';
import { eventsIn } from './envelope';

/** The contact of the first conversation in a webhook. */
export function partyOf(webhook: unknown): string | undefined {
  const { accountId, payload } = eventsIn(record(webhook));
  for (const event of list(payload.direct_message_events).map(record)) {
    const { sender_id, target } = record(event.message_create);
    const sender = identifier(sender_id);
    const party = sender === accountId ? identifier(record(target).recipient_id) : sender;
    if (party) return party;
  }
  const [read] = list(payload.direct_message_mark_read_events).map(record);
  return read && identifier(read.sender_id);
}
