import type { Limits, Rate } from '@parley/platform/config/limits';

const REMEMBERED_AT_MOST = 10_000;

/**
 * Counts recent wrong passwords and client secrets, by IP address, and by account and IP address. The embedded
 * provider runs in a single process, so it keeps them in memory.
 */
export class FailedTries {
  private readonly failures = new Map<string, number[]>();

  constructor(private readonly limits: Pick<Limits, 'wrongPasswords' | 'wrongSecrets'>) {}

  /** @returns time in ms until another try is permitted; 0 if it is permitted now */
  blockedFor(account: string, ip: string, now: number): number {
    const { wrongPasswords, wrongSecrets } = this.limits;
    return Math.max(this.wait(pair(account, ip), wrongPasswords, now), this.wait(ip, wrongSecrets, now));
  }

  failed(account: string, ip: string, now: number): void {
    const { wrongPasswords, wrongSecrets } = this.limits;
    this.remember(pair(account, ip), wrongPasswords, now);
    this.remember(ip, wrongSecrets, now);
    for (const oldest of this.failures.keys()) {
      if (this.failures.size <= REMEMBERED_AT_MOST) break;
      this.failures.delete(oldest);
    }
  }

  /** Removes the last failure after a success, since a try is counted as failed before it is checked. */
  succeeded(account: string, ip: string): void {
    this.failures.delete(pair(account, ip));
    this.failures.get(ip)?.pop();
  }

  private remember(key: string, rate: Rate, now: number): void {
    const times = [...this.recent(key, rate, now), now].slice(-rate.count);
    // Moves the key to the end of the map, so that the key with the oldest failures is dropped first.
    this.failures.delete(key);
    this.failures.set(key, times);
  }

  private wait(key: string, rate: Rate, now: number): number {
    const times = this.recent(key, rate, now);
    const [oldest = now] = times;
    return times.length < rate.count ? 0 : oldest + rate.withinMs - now;
  }

  private recent(key: string, { withinMs }: Rate, now: number): number[] {
    return (this.failures.get(key) ?? []).filter((time) => now - time < withinMs);
  }
}

function pair(account: string, ip: string): string {
  return `${ip} ${account.trim().toLowerCase()}`;
}
