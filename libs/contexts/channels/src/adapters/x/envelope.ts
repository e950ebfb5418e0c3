import { identifier, isRecord, record, text, type Json } from '../json';

/** What is in a webhook, of either generation. */
export interface Envelope {
  /** The subscribed account. */
  accountId: string | null;
  /** `dm.received` and the like; none in the Account Activity API. */
  eventType: string | undefined;
  payload: Json;
}

/** The X Activity API wraps one event in `data`; the Account Activity API names each kind by a field. */
export function eventsIn(webhook: Json): Envelope {
  if (!isRecord(webhook.data)) {
    return { accountId: identifier(webhook.for_user_id) ?? null, eventType: undefined, payload: webhook };
  }
  const { filter, event_type, payload } = webhook.data;
  const accountId = identifier(record(filter).user_id) ?? null;
  return { accountId, eventType: text(event_type, 64), payload: record(payload) };
}
