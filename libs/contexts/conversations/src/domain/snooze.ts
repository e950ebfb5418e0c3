import type { ConversationEvent, DataOf } from '@parley/contracts/events';
import { Rejected } from '@parley/event-sourcing/decider/decider';

/** Name of the scheduled command that wakes a snoozed conversation. */
export const WAKE = 'wake';

type Snoozed = DataOf<'ConversationSnoozed'>;

/**
 * Takes an open conversation out of the lists until a time, or, if `until` is null, until its contact writes.
 * @throws Rejected `conversation_closed`; `time_passed` if `until` is not after `now`
 */
export function snooze(
  { status, snoozed }: { status: string; snoozed: Snoozed | null },
  { until, seenUpTo, userId, now }: Snoozed & { now: string },
): ConversationEvent[] {
  if (status === 'closed') throw new Rejected('conversation_closed');
  if (until !== null && until <= now) throw new Rejected('time_passed');
  if (snoozed?.until === until) return [];
  return [{ type: 'ConversationSnoozed', data: { until, seenUpTo, userId } }];
}

/**
 * Wakes a conversation on a user's request (`at` null), or at the end `at` of its snooze. If another snooze replaced
 * the one that ends at `at`, this is a no-op.
 */
export function wake(snoozed: Snoozed | null, at: string | null): ConversationEvent[] {
  if (!snoozed) return [];
  if (at === null) return [woken('user')];
  return snoozed.until === at ? [woken('time')] : [];
}

/** Wakes a conversation for a message after the last one that the user had seen when they snoozed it. */
export function wakeForMessage({ seenUpTo }: Snoozed, position: string): ConversationEvent[] {
  return position > seenUpTo ? [woken('message')] : [];
}

export function woken(cause: DataOf<'ConversationWoken'>['cause']): ConversationEvent {
  return { type: 'ConversationWoken', data: { cause } };
}
