import { PATIENCE_MS, retryDelayMs } from './retry-schedule';

/** How a receiver fares. Times are milliseconds since the epoch. */
export interface Circuit {
  /** Attempts that failed in a row, of whatever events. */
  failures: number;
  failingSince: number | null;
  /** Nothing is sent before that. */
  openUntil: number | null;
}

export const closed: Circuit = { failures: 0, failingSince: null, openUntil: null };

/** So many failures in a row open it: one event at a time is tried from then on, after waits that grow. */
const OPENS_AT = 5;
/** A receiver that is back gets what waits within so much. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * @param at when the attempt began
 * @param now when it had failed
 */
export function afterFailure(
  { failures, failingSince }: Circuit,
  { at, now }: { at: number; now: number },
  random: number,
): Circuit {
  const count = failures + 1;
  const wait = Math.min(retryDelayMs(count - OPENS_AT + 1, random), LONGEST_WAIT_MS);
  return {
    failures: count,
    failingSince: failingSince ?? at,
    openUntil: count < OPENS_AT ? null : now + wait,
  };
}

export function isOpen({ failures }: Circuit): boolean {
  return failures >= OPENS_AT;
}

/** Whether it has taken nothing for three days. */
export function isGivenUp({ failingSince }: Circuit, now: number): boolean {
  return failingSince !== null && now - failingSince >= PATIENCE_MS;
}
