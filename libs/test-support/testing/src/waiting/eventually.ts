import { setTimeout as pause } from 'node:timers/promises';

/** Interval between two probes in ms. */
const INTERVAL_MS = 10;
/** Time limit in ms, long enough for a busy machine. */
const TIMEOUT_MS = 30_000;

type Absent = undefined | null | false;

/**
 * Calls `probe` until it returns a value other than undefined, null or false, and returns that value.
 * @param what names the awaited state in the error
 * @throws Error with `what` if `timeoutMs` has passed before
 */
export async function eventually<Found>(
  what: string,
  probe: () => Found | Promise<Found>,
  timeoutMs = TIMEOUT_MS,
): Promise<Exclude<Found, Absent>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (isFound(found)) return found;
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
    await pause(INTERVAL_MS);
  }
}

function isFound<Found>(found: Found): found is Exclude<Found, Absent> {
  return found !== undefined && found !== null && found !== false;
}
