const HOUR_MS = 3_600_000;

export type CareWindow =
  | { state: 'unlimited' }
  | { state: 'closed'; closedAt: number | null }
  | { state: 'open'; remainingMs: number; urgency: 'calm' | 'soon' | 'now' };

/**
 * When the care window closes, in ms since 1970; null if the channel has no window (0 hours) or the contact never
 * wrote.
 */
export function closingTime(lastInboundMessageTime: string | null, hours: number): number | null {
  return hours === 0 || lastInboundMessageTime === null
    ? null
    : Date.parse(lastInboundMessageTime) + hours * HOUR_MS;
}

/**
 * The care window of a conversation (spec, section 4): free text is allowed until `hours` after the contact's last
 * message. A window
 * of 0 hours never closes; before the contact's first message the window is closed.
 * @param now in ms since 1970
 */
export function careWindow(lastInboundMessageTime: string | null, hours: number, now: number): CareWindow {
  if (hours === 0) return { state: 'unlimited' };
  const closesAt = closingTime(lastInboundMessageTime, hours);
  if (closesAt === null) return { state: 'closed', closedAt: null };
  const remainingMs = closesAt - now;
  if (remainingMs < 0) return { state: 'closed', closedAt: closesAt };
  const urgency = remainingMs < HOUR_MS / 4 ? 'now' : remainingMs < 2 * HOUR_MS ? 'soon' : 'calm';
  return { state: 'open', remainingMs, urgency };
}
