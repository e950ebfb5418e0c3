import { setTimeout as pause } from 'node:timers/promises';

/** Time between two probes, in ms. */
const INTERVAL_MS = 10;
/** A busy machine is slow: a test that waits in vain fails after this time, in ms, with a sentence. */
const TIMEOUT_MS = 30_000;

/**
 * Waits until `probe` returns a value other than undefined or false, and returns it.
 * @param what names the awaited fact in the error
 * @throws Error with `what` once `timeoutMs` has passed
 */
export async function eventually<Found>(
  what: string,
  probe: () => Found | Promise<Found>,
  timeoutMs = TIMEOUT_MS,
): Promise<Exclude<Found, undefined | false>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found as Exclude<Found, undefined | false>;
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
    await pause(INTERVAL_MS);
  }
}
