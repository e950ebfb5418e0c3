import type { MessageEvent, StatusReason } from '@parley/contracts/events';

/** Name of the scheduled command that retries a message which its provider refused temporarily. */
export const RESUME_SEND = 'resume-send';

/** Minutes between the attempts to send a message that its provider refuses temporarily; together about a day. */
const pauses = [1, 2, 5, 10, 20, 30, 60, 120, 240, 480, 480];

export interface Refusal {
  /** Number of the refused attempt, counted from 1. */
  attempt: number;
  /** Time of the refusal, ISO 8601 UTC. */
  at: string;
  /** Minimum pause in ms that the provider demands; 0 if absent. */
  retryAfterMs?: number;
  /** Reason to record if the provider refuses the last attempt, too. */
  reason: StatusReason;
  providerCode?: string;
  detail?: string;
}

/** Plans the next attempt after a temporary refusal, or declines the message after about a day. */
export function afterRefusal(refusal: Refusal): MessageEvent {
  const { attempt, at, retryAfterMs = 0, reason, providerCode, detail } = refusal;
  const minutes = pauses[attempt - 1];
  if (minutes === undefined) return { type: 'MessageDeclined', data: { reason, providerCode, detail, at } };
  const retryAt = new Date(Date.parse(at) + Math.max(minutes * 60_000, retryAfterMs)).toISOString();
  return { type: 'MessageSendDeferred', data: { reason: 'waiting', retryAt } };
}
