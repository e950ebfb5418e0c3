import type { MessageEvent, StatusReason } from '@parley/contracts/events';

/** Names what is due when a deferred message is to be tried again. */
export const RESUME_SEND = 'resume-send';

/** Minutes between tries of a message that its provider would not take yet: about a day in all. */
const pauses = [1, 2, 5, 10, 20, 30, 60, 120, 240, 480, 480];

export interface Refusal {
  /** Of which attempt to send, from 1. */
  attempt: number;
  /** When it refused, ISO 8601 UTC. */
  at: string;
  /** What the provider asks for, in milliseconds. */
  retryAfterMs?: number;
  /** Of declining it, once we give up. */
  reason: StatusReason;
  providerCode?: string;
  detail?: string;
}

/** What becomes of a message that the provider refused for now: another try later, or none after about a day. */
export function afterRefusal(refusal: Refusal): MessageEvent {
  const { attempt, at, retryAfterMs = 0, reason, providerCode, detail } = refusal;
  const minutes = pauses[attempt - 1];
  if (minutes === undefined) return { type: 'MessageDeclined', data: { reason, providerCode, detail, at } };
  const retryAt = new Date(Date.parse(at) + Math.max(minutes * 60_000, retryAfterMs)).toISOString();
  return { type: 'MessageSendDeferred', data: { reason: 'waiting', retryAt } };
}
