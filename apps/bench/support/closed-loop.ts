/**
 * Lets `clients` clients work for a while; each makes one call at a time.
 * @param once makes one call of a client
 * @returns calls per second, and the latency of each in ms
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
