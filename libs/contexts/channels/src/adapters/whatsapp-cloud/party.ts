import { identifier, list, record } from '../json';

/**
 * The first contact in a webhook, by the number or id that all webhooks about them contain. The contact is the sender
 * of a message, and the recipient of a status or an echo.
 */
export function partyOf(webhook: unknown): string | undefined {
  for (const entry of list(record(webhook).entry)) {
    for (const change of list(record(entry).changes)) {
      const { messages, statuses, message_echoes: echoes } = record(record(change).value);
      for (const message of list(messages)) {
        const { from, from_user_id: userId } = record(message);
        const party = identifier(from) ?? identifier(userId);
        if (party) return party;
      }
      for (const status of list(statuses)) {
        const { recipient_id: phone, recipient_user_id: userId } = record(status);
        const party = identifier(phone) ?? identifier(userId);
        if (party) return party;
      }
      for (const echo of list(echoes)) {
        const { to, to_user_id: userId } = record(echo);
        const party = identifier(to) ?? identifier(userId);
        if (party) return party;
      }
    }
  }
  return undefined;
}
