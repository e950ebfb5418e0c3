import { steadily } from './steadily';

/**
 * Milliseconds that something takes when it is begun at a steady rate, as by many who do not know of each other.
 * @param once does it for the nth time
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
