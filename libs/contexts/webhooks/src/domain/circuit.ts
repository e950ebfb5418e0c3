import { PATIENCE_MS, retryDelayMs } from './retry-schedule';

/** State of a receiver's circuit breaker. Times are in ms since the epoch. */
export interface Circuit {
  /** Number of consecutive failed attempts, of any events. */
  failures: number;
  failingSince: number | null;
  /** Time before which no delivery is sent; null if the circuit is closed. */
  openUntil: number | null;
}

export const closed: Circuit = { failures: 0, failingSince: null, openUntil: null };

/**
 * Number of consecutive failures that open the circuit: from then on, one event at a time is tried, after growing
 * waits.
 */
const OPENS_AT = 5;
/** Maximum wait in ms between tries while the circuit is open, so that a recovered receiver soon gets its events. */
const MAX_WAIT_MS = 3_600_000;

/**
 * @param at start of the attempt, in ms since the epoch
 * @param now time of its failure, in ms since the epoch
 */
export function afterFailure(
  { failures, failingSince }: Circuit,
  { at, now }: { at: number; now: number },
  random: number,
): Circuit {
  const count = failures + 1;
  const wait = Math.min(retryDelayMs(count - OPENS_AT + 1, random), MAX_WAIT_MS);
  return {
    failures: count,
    failingSince: failingSince ?? at,
    openUntil: count < OPENS_AT ? null : now + wait,
  };
}

export function isOpen({ failures }: Circuit): boolean {
  return failures >= OPENS_AT;
}

/** Whether the receiver has accepted nothing for three days. */
export function isGivenUp({ failingSince }: Circuit, now: number): boolean {
  return failingSince !== null && now - failingSince >= PATIENCE_MS;
}
