const WIDTH = 20;

/** The position before every event. */
export const START = '0'.repeat(WIDTH);

/** Converts a whole number below 2^64 to a position: fixed-width, so that text order is log order. */
export function toPosition(sequence: string | bigint): string {
  return sequence.toString().padStart(WIDTH, '0');
}
