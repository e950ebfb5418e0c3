import { identifier, list, record } from '../json';

/** The first contact in a webhook. In an echo, the contact is the recipient. */
export function partyOf(webhook: unknown): string | undefined {
  for (const entry of list(record(webhook).entry).map(record)) {
    for (const event of [...list(entry.messaging), ...list(entry.standby)].map(record)) {
      const isEcho = record(event.message).is_echo === true;
      const { id, user_ref } = record(isEcho ? event.recipient : event.sender);
      const party = identifier(id) ?? identifier(user_ref);
      if (party) return party;
    }
  }
  return undefined;
}
