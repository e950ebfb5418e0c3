import type { Connection } from './connection';

/** The newest position of the log, asked for once by all the subscriptions of a process. */
export class LogHead {
  private asked: Promise<string> | null = null;
  private askedAt = 0;

  /** @param maxAgeMs how old an answer may be. */
  constructor(
    private readonly connection: Connection,
    private readonly maxAgeMs: number,
  ) {}

  async recent(): Promise<string> {
    if (!this.asked || Date.now() - this.askedAt >= this.maxAgeMs) {
      this.askedAt = Date.now();
      this.asked = this.connection.newest();
      // Whoever comes next asks again.
      this.asked.catch(() => (this.asked = null));
    }
    return this.asked;
  }
}
