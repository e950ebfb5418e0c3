import { steadily } from './steadily';

/**
 * Measures latencies in ms of work that begins at a steady rate, as if independent users began it.
 * @param once does the work for the nth time
 */
export async function latencies(
  perSecond: number,
  count: number,
  once: (nth: number) => Promise<unknown>,
): Promise<number[]> {
  const taken: number[] = [];
  await steadily(perSecond, count, async (nth) => {
    const began = performance.now();
    await once(nth);
    taken.push(performance.now() - began);
  });
  return taken;
}
