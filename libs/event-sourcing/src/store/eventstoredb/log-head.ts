import { START } from '../position';
import type { Connection } from './connection';
import { fromStored, positionOf } from './stored-event';

/**
 * The newest event of ours. The server writes events of its own between them, statistics for one, so that the end of
 * its log moves while ours is at rest.
 */
export class LogHead {
  /** What is known of the log: up to `scanned`, our newest event is at `newest`. */
  private scanned = START;
  private newest = START;
  private asked: Promise<string> | null = null;
  private askedAt = 0;

  /** @param maxAgeMs how old a shared answer may be. */
  constructor(
    private readonly connection: Connection,
    private readonly maxAgeMs: number,
  ) {}

  /** Asked once for all the subscriptions of a process. */
  async recent(): Promise<string> {
    if (!this.asked || Date.now() - this.askedAt >= this.maxAgeMs) {
      this.askedAt = Date.now();
      this.asked = this.now();
      // Whoever comes next asks again.
      this.asked.catch(() => (this.asked = null));
    }
    return this.asked;
  }

  /** `START` while the log holds nothing of ours. */
  async now(): Promise<string> {
    if (!(await this.scan(1))) await this.scan();
    return this.newest;
  }

  /** @returns whether it came to something of ours, or to what is known. */
  private async scan(max?: number): Promise<boolean> {
    let end = START;
    for await (const resolved of this.connection.readBack(max)) {
      const position = positionOf(resolved) ?? START;
      if (position > end) end = position;
      const isOurs = fromStored(resolved) !== null;
      if (isOurs && position > this.newest) this.newest = position;
      if (!isOurs && position > this.scanned) continue;
      if (end > this.scanned) this.scanned = end;
      return true;
    }
    return false;
  }
}
