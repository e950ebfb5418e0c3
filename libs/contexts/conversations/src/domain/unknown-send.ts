import type { NextLook } from '@parley/contracts/events';

/** Names what is due when a provider is to be asked whether it has a message. */
export const LOOK_UP_SEND = 'look-up-send';

/** Seconds until each look, from the one before. */
const pauses = [30, 90, 600, 3600, 21_600];

/** When a provider is asked next; undefined once it was asked often enough. @param now ISO 8601 UTC */
export function nextLook(looks: number, now: string): NextLook | undefined {
  const seconds = pauses[looks];
  if (seconds === undefined) return undefined;
  return { count: looks + 1, at: new Date(Date.parse(now) + seconds * 1000).toISOString() };
}
