const hour = 3_600_000;

export type CareWindow =
  | { state: 'unlimited' }
  | { state: 'closed'; closedAt: number | null }
  | { state: 'open'; remainingMs: number; urgency: 'calm' | 'soon' | 'now' };

/**
 * Whether one may write freely to a contact (spec, section 4): until `hours` after their last message. 0 is always;
 * without a message of theirs the window is closed.
 */
export function careWindow(lastInboundMessageTime: string | null, hours: number, now: number): CareWindow {
  if (hours === 0) return { state: 'unlimited' };
  if (lastInboundMessageTime === null) return { state: 'closed', closedAt: null };
  const closesAt = Date.parse(lastInboundMessageTime) + hours * hour;
  const remainingMs = closesAt - now;
  if (remainingMs < 0) return { state: 'closed', closedAt: closesAt };
  const urgency = remainingMs < hour / 4 ? 'now' : remainingMs < 2 * hour ? 'soon' : 'calm';
  return { state: 'open', remainingMs, urgency };
}

/** Whole hours and minutes that remain. */
export function hoursAndMinutes(ms: number): { hours: number; minutes: number } {
  return { hours: Math.floor(ms / hour), minutes: Math.floor((ms % hour) / 60_000) };
}
