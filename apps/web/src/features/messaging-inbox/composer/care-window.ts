const hour = 3_600_000;

export type CareWindow =
  | { state: 'unlimited' }
  | { state: 'closed'; closedAt: number | null }
  | { state: 'open'; remainingMs: number; urgency: 'calm' | 'soon' | 'now' };

/** When the care window closes, in milliseconds; null where it never does, or never was open. */
export function closingTime(lastInboundMessageTime: string | null, hours: number): number | null {
  return hours === 0 || lastInboundMessageTime === null
    ? null
    : Date.parse(lastInboundMessageTime) + hours * hour;
}

/**
 * Whether one may write freely to a contact (spec, section 4): until `hours` after their last message. 0 is always;
 * without a message of theirs the window is closed.
 */
export function careWindow(lastInboundMessageTime: string | null, hours: number, now: number): CareWindow {
  if (hours === 0) return { state: 'unlimited' };
  const closesAt = closingTime(lastInboundMessageTime, hours);
  if (closesAt === null) return { state: 'closed', closedAt: null };
  const remainingMs = closesAt - now;
  if (remainingMs < 0) return { state: 'closed', closedAt: closesAt };
  const urgency = remainingMs < hour / 4 ? 'now' : remainingMs < 2 * hour ? 'soon' : 'calm';
  return { state: 'open', remainingMs, urgency };
}

/** Whole hours and minutes that remain. */
export function hoursAndMinutes(ms: number): { hours: number; minutes: number } {
  return { hours: Math.floor(ms / hour), minutes: Math.floor((ms % hour) / 60_000) };
}
