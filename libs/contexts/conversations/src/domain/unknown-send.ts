import type { NextLook } from '@parley/contracts/events';

/** Name of the scheduled command that looks up at a provider whether it has a message whose outcome is unknown. */
export const LOOK_UP_SEND = 'look-up-send';

/** Seconds before each look-up; the first pause starts at the send whose outcome is unknown. */
const pauses = [30, 90, 600, 3600, 21_600];

/**
 * The next look-up after `looks` earlier ones; undefined after the last.
 * @param now ISO 8601 UTC
 */
export function nextLook(looks: number, now: string): NextLook | undefined {
  const seconds = pauses[looks];
  if (seconds === undefined) return undefined;
  return { count: looks + 1, at: new Date(Date.parse(now) + seconds * 1000).toISOString() };
}
