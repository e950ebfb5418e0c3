/** Time in ms after which a failing delivery is given up, and a webhook without any success is switched off. */
export const PATIENCE_MS = 72 * 3_600_000;

const DELAYS_S = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 72_000, 86_400];

/**
 * Maximum random deviation of a delay, as a fraction, so that deliveries that failed together are not retried
 * together.
 */
const JITTER = 0.1;

/**
 * Time of the next try of a failed delivery, in ms since the epoch; null if three days have passed.
 * @param tries number of failed tries so far, from 1
 * @param firstAt time of the first of them, in ms since the epoch
 * @param random from 0 to 1
 */
export function retryAt(tries: number, firstAt: number, now: number, random: number): number | null {
  if (now >= firstAt + PATIENCE_MS) return null;
  return Math.min(now + retryDelayMs(tries, random), firstAt + PATIENCE_MS);
}

/** @returns delay in ms after the n-th consecutive failure */
export function retryDelayMs(tries: number, random: number): number {
  const delay = DELAYS_S[Math.min(tries, DELAYS_S.length) - 1] ?? DELAYS_S[0]!;
  return Math.round(delay * 1000 * (1 - JITTER + 2 * JITTER * random));
}
