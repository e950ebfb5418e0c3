import { CodedError } from '@parley/contracts/api/coded-error';
import type { Rate } from '../config/limits';
import { Allowance } from './allowance';

/** Of so many is it known how much they asked; about 100 bytes each. */
const REMEMBERED_AT_MOST = 20_000;

/** Somebody asks more often than they may. */
export class TooManyRequests extends CodedError {
  /** @param waitMs after which one more is let through */
  constructor(readonly waitMs: number) {
    super('too_many_requests');
  }

  /** What `Retry-After` says: whole seconds, at least one. */
  get retryAfter(): number {
    return retryAfter(this.waitMs);
  }
}

/** What the header `Retry-After` says of a wait in milliseconds. */
export function retryAfter(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/** How much of a rate somebody has left. */
export interface RateLeft {
  /** How many may come at once. */
  limit: number;
  remaining: number;
  /** Until as many as that may come again. */
  resetSeconds: number;
}

/**
 * How often each of those who ask may do so, in this process. Who asked longest ago is forgotten first where they are
 * too many to remember: a crowd of new ones resets nobody who goes on asking.
 */
export class RateLimit {
  private readonly allowances = new Map<string, Allowance>();

  /**
   * @param rate of each; null lets everybody through
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    private readonly rate: Rate | null,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @returns what is left; null without a rate
   * @throws TooManyRequests
   */
  take(who: string): RateLeft | null {
    if (this.rate === null) return null;
    const allowance = this.allowances.get(who) ?? new Allowance(this.rate);
    // Put last again: who is dropped first is who asked longest ago.
    this.allowances.delete(who);
    this.allowances.set(who, allowance);
    if (this.allowances.size > REMEMBERED_AT_MOST) this.forgetOldest();
    const now = this.now();
    const wait = allowance.take(now);
    if (wait > 0) throw new TooManyRequests(wait);
    const { count: remaining, fullInMs } = allowance.left(now);
    return { limit: this.rate.count, remaining, resetSeconds: Math.ceil(fullInMs / 1000) };
  }

  private forgetOldest(): void {
    for (const oldest of this.allowances.keys()) {
      this.allowances.delete(oldest);
      return;
    }
  }
}
