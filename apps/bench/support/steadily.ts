import { setTimeout as pause } from 'node:timers/promises';

/**
 * Begins work at a steady rate, without waiting for earlier work, so that slow work does not lower the rate. Resolves
 * once all work is done.
 */
export async function steadily(
  perSecond: number,
  count: number,
  once: (index: number) => Promise<unknown>,
): Promise<void> {
  const started = performance.now();
  const begun: Promise<unknown>[] = [];
  for (let index = 0; index < count; index++) {
    const early = started + (index * 1000) / perSecond - performance.now();
    if (early > 0) await pause(early);
    begun.push(once(index));
  }
  await Promise.all(begun);
}
