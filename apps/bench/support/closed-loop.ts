/**
 * Has a number of clients do one thing after the other for a while.
 * @param once does one piece of work of a client
 * @returns how often it was done, and how many milliseconds each took
 */
export async function closedLoop(
  clients: number,
  seconds: number,
  once: (client: number) => Promise<unknown>,
): Promise<{ perSecond: number; latencies: number[] }> {
  const latencies: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const run = async (client: number) => {
    for (let before = started; before < end;) {
      await once(client);
      const now = performance.now();
      latencies.push(now - before);
      before = now;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  return { perSecond: latencies.length / ((performance.now() - started) / 1000), latencies };
}
