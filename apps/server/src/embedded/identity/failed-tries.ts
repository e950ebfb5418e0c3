const WINDOW_MS = 10 * 60_000;
const TRIES = 5;
const TRIES_OF_ADDRESS = 50;
const REMEMBERED_AT_MOST = 10_000;

/**
 * Wrong passwords of the last minutes, per account and address, and per address over all accounts. The embedded
 * provider runs in one process, so memory will do.
 */
export class FailedTries {
  private readonly failures = new Map<string, number[]>();

  /** Whether another try is refused for now. */
  isBlocked(email: string, ip: string, now: number): boolean {
    return (
      this.recent(pair(email, ip), now).length >= TRIES || this.recent(ip, now).length >= TRIES_OF_ADDRESS
    );
  }

  failed(email: string, ip: string, now: number): void {
    for (const key of [pair(email, ip), ip]) {
      const times = [...this.recent(key, now), now].slice(-TRIES_OF_ADDRESS);
      // Put last again: what is dropped first is what failed longest ago.
      this.failures.delete(key);
      this.failures.set(key, times);
    }
    for (const oldest of this.failures.keys()) {
      if (this.failures.size <= REMEMBERED_AT_MOST) break;
      this.failures.delete(oldest);
    }
  }

  /** The try that was last counted as failed was right after all. */
  succeeded(email: string, ip: string): void {
    this.failures.delete(pair(email, ip));
    this.failures.get(ip)?.pop();
  }

  private recent(key: string, now: number): number[] {
    return (this.failures.get(key) ?? []).filter((time) => now - time < WINDOW_MS);
  }
}

function pair(email: string, ip: string): string {
  return `${ip} ${email.trim().toLowerCase()}`;
}
