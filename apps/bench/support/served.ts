import type { Bench, Measurement } from '../figure';
import { inTurns, median, percentile } from '../statistics';
import { closedLoop } from './closed-loop';
import { latencies } from './latencies';

/** Those who ask as fast as they are answered. */
const CONNECTIONS = 4;

interface Asked {
  /** What is measured: `open at 10,000`. */
  name: string;
  /** Requests a second, begun whether or not those before are answered. */
  perSecond: number;
  /** Requests of a round. */
  count: number;
  once: () => Promise<unknown>;
  /** What a request is, and how many of them a second there should be at once. */
  atOnce: { unit: string; atLeast: number };
  /** Milliseconds. */
  p50: number;
  p95: number;
}

/** How long a request takes at a steady rate, and how many a second are answered at once. */
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
