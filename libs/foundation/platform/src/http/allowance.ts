import type { Rate } from '../config/limits';

/** A token bucket that starts full and refills steadily, so that it permits a burst but not a flood. */
export class Allowance {
  /** Time at which the bucket will be full again, by the clock of the parameter `now`. */
  private fullAt = -Infinity;

  constructor(private readonly rate: Rate) {}

  /**
   * Takes one token.
   * @param now milliseconds of a clock that never goes back
   * @returns 0 if there was a token, otherwise the milliseconds until there is one
   */
  take(now: number): number {
    const full = Math.max(this.fullAt, now) + this.rate.withinMs / this.rate.count;
    const wait = full - now - this.rate.withinMs;
    // Tolerates rounding errors of the division, for instance by 7.
    if (wait > 0.001) return wait;
    this.fullAt = full;
    return 0;
  }

  /** @returns the number of tokens now, and the milliseconds until the bucket is full */
  left(now: number): { count: number; fullInMs: number } {
    const fullInMs = Math.max(0, this.fullAt - now);
    const { count, withinMs } = this.rate;
    // Tolerates rounding errors of the division, for instance by 7.
    return { count: Math.floor(count - (fullInMs * count) / withinMs + 0.001), fullInMs };
  }
}
