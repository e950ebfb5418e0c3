import { identifier, isRecord, record, text, type Json } from '../json';

/** The parts of a webhook of either of X's APIs. */
export interface Envelope {
  /** The id of the account that is subscribed to events. */
  accountId: string | null;
  /** `dm.received` and the like; undefined in the Account Activity API. */
  eventType: string | undefined;
  payload: Json;
}

/**
 * The X Activity API wraps one event in `data`; in the Account Activity API, each kind of event has a field of its
 * own.
 */
export function eventsIn(webhook: Json): Envelope {
  if (!isRecord(webhook.data)) {
    return { accountId: identifier(webhook.for_user_id) ?? null, eventType: undefined, payload: webhook };
  }
  const { filter, event_type, payload } = webhook.data;
  const accountId = identifier(record(filter).user_id) ?? null;
  return { accountId, eventType: text(event_type, 64), payload: record(payload) };
}
