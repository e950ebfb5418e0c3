const WIDTH = 20;

/** The start of the log: before every event. */
export const START = '0'.repeat(WIDTH);

/** A place in the log, given as a whole number below 2^64, as a position: fixed-width, so that text order is log order. */
export function toPosition(sequence: string | bigint): string {
  return sequence.toString().padStart(WIDTH, '0');
}
