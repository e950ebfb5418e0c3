import type { Rate } from '../config/limits';

/**
 * How much of a rate somebody has left: a bucket that is full at first and fills steadily, so that a burst is let
 * through and a flood is not.
 */
export class Allowance {
  /** When the bucket will be full again, by the clock of those who ask. */
  private fullAt = -Infinity;

  constructor(private readonly rate: Rate) {}

  /**
   * Takes one.
   * @param now milliseconds of a clock that never goes back
   * @returns 0 where it was there to take, or else the milliseconds until one is
   */
  take(now: number): number {
    const full = Math.max(this.fullAt, now) + this.rate.withinMs / this.rate.count;
    const wait = full - now - this.rate.withinMs;
    // A bucket of sevenths is never quite empty by the numbers of a computer.
    if (wait > 0.001) return wait;
    this.fullAt = full;
    return 0;
  }

  /** How many are there to take, and in how many milliseconds all of them will be. */
  left(now: number): { count: number; fullInMs: number } {
    const fullInMs = Math.max(0, this.fullAt - now);
    const { count, withinMs } = this.rate;
    // A bucket of sevenths is never quite whole by the numbers of a computer.
    return { count: Math.floor(count - (fullInMs * count) / withinMs + 0.001), fullInMs };
  }
}
