/** For so long, in milliseconds, a receiver may fail before it is given up. */
export const PATIENCE_MS = 72 * 3_600_000;

const DELAYS_S = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 72_000, 86_400];

/** A try comes so much earlier or later at most, as a part of its delay: those that failed together are not tried together. */
const JITTER = 0.1;

/**
 * When a delivery that failed is tried again, in milliseconds since the epoch. Null: three days have passed.
 * @param tries that failed so far, from 1
 * @param firstAt when the first one did
 * @param random from 0 to 1
 */
export function retryAt(tries: number, firstAt: number, now: number, random: number): number | null {
  if (now >= firstAt + PATIENCE_MS) return null;
  return Math.min(now + retryDelayMs(tries, random), firstAt + PATIENCE_MS);
}

/** @returns milliseconds after the n-th failure in a row */
export function retryDelayMs(tries: number, random: number): number {
  const delay = DELAYS_S[Math.min(tries, DELAYS_S.length) - 1] ?? DELAYS_S[0]!;
  return Math.round(delay * 1000 * (1 - JITTER + 2 * JITTER * random));
}
