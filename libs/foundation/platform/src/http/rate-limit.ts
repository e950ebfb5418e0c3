import { CodedError } from '@parley/contracts/api/coded-error';
import type { Rate } from '../config/limits';
import { Allowance } from './allowance';

/** Maximum number of clients whose token buckets are kept, at some 100 bytes each. */
const REMEMBERED_AT_MOST = 20_000;

/** A client exceeds its rate. */
export class TooManyRequests extends CodedError {
  /** @param waitMs milliseconds until one more request is permitted */
  constructor(readonly waitMs: number) {
    super('too_many_requests');
  }

  /** Value of the `Retry-After` header. */
  get retryAfter(): number {
    return retryAfter(this.waitMs);
  }
}

/** Converts a wait in ms into `Retry-After`: whole seconds, at least one. */
export function retryAfter(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/** Unused part of a client's rate. */
export interface RateLeft {
  /** Size of a burst. */
  limit: number;
  remaining: number;
  /** Seconds until a burst of `limit` is possible again. */
  resetSeconds: number;
}

/**
 * Limits the rate of each client in this process. Above the maximum number of clients, forgets the client whose last
 * request is the oldest, so that new clients cannot reset the limit of a client that continues to send requests.
 */
export class RateLimit {
  private readonly allowances = new Map<string, Allowance>();

  /**
   * @param rate rate of each client; null for no limit
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    private readonly rate: Rate | null,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @returns the unused part of the rate; null without a rate
   * @throws TooManyRequests if the client exceeds it
   */
  take(who: string): RateLeft | null {
    if (this.rate === null) return null;
    const allowance = this.allowances.get(who) ?? new Allowance(this.rate);
    // Moves the client to the end: the map drops the first key, the client whose last request is the oldest.
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
