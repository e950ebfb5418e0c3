import type { Bench, Measurement } from '../figure';
import { inTurns, median, percentile } from '../statistics';
import { closedLoop } from './closed-loop';
import { latencies } from './latencies';

/** Number of concurrent clients in the measurement of the maximum rate. */
const CONNECTIONS = 4;

interface Asked {
  /** Name of the measurement, such as `open at 10,000`. */
  name: string;
  /** Steady rate in requests per second; a request is made even if earlier ones have no response yet. */
  perSecond: number;
  /** Number of requests in a round at the steady rate. */
  count: number;
  once: () => Promise<unknown>;
  /** Unit of the maximum rate, and its goal. */
  atOnce: { unit: string; atLeast: number };
  /** Goals of the median latency and its 95th percentile, in ms. */
  p50: number;
  p95: number;
}

/** Measures the latency of a request at a steady rate, and the maximum rate of several concurrent clients. */
export async function served(bench: Bench, asked: Asked): Promise<Measurement[]> {
  const { name, perSecond, count, once, atOnce } = asked;
  await latencies(perSecond, count, once);
  const { taken } = await inTurns(bench.rounds, { taken: () => latencies(perSecond, count, once) });
  const { all } = await inTurns(bench.rounds, {
    all: () => closedLoop(CONNECTIONS, bench.seconds(3), once),
  });
  const within = (share: 50 | 95, atMost: number): Measurement => ({
    name: `${name}, p${share}`,
    value: percentile(taken.flat(), share / 100),
    unit: 'ms',
    goal: { of: 'value', atMost },
  });
  return [
    {
      name: `${name}, ${CONNECTIONS} at once`,
      value: median(all.map((round) => round.perSecond)),
      unit: atOnce.unit,
      goal: { of: 'value', atLeast: atOnce.atLeast },
    },
    within(50, asked.p50),
    within(95, asked.p95),
  ];
}
