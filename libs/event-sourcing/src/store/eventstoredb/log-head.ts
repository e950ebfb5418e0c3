import { START } from '../position';
import type { Connection } from './connection';
import { fromStored, positionOf } from './stored-event';

/**
 * Position of the newest event of Parley. The server writes records of its own into the same log, statistics for one, so
 * the end of its log moves while this position does not.
 */
export class LogHead {
  /** Position up to which `newest` is exact. */
  private scanned = START;
  private newest = START;
  /** Position of the newest record, the server's own included. */
  private end = START;
  private request: Promise<string> | null = null;
  private requestedAt = 0;

  /** @param maxAgeMs maximum age of an answer that `recent` shares, in ms */
  constructor(
    private readonly connection: Connection,
    private readonly maxAgeMs: number,
  ) {}

  /** The newest event's position, read once within `maxAgeMs` for all subscriptions of the process. */
  async recent(): Promise<string> {
    if (!this.request || Date.now() - this.requestedAt >= this.maxAgeMs) {
      this.requestedAt = Date.now();
      this.request = this.now();
      // The next caller tries again.
      this.request.catch(() => (this.request = null));
    }
    return this.request;
  }

  /** The newest event's position, read now; `START` if the log holds no event of Parley. */
  async now(): Promise<string> {
    if (!(await this.scan(1))) await this.scan();
    return this.newest;
  }

  /** Whether the log holds a record at this position or after it; reads the end of the log unless that is known. */
  async reaches(position: string): Promise<boolean> {
    if (position > this.end) await this.now();
    return position <= this.end;
  }

  /** @returns whether the scan reached an event of Parley or the part of the log that is known */
  private async scan(max?: number): Promise<boolean> {
    let end = START;
    for await (const resolved of this.connection.readBack(max)) {
      const position = positionOf(resolved) ?? START;
      if (position > end) end = position;
      if (position > this.end) this.end = position;
      const isOurs = fromStored(resolved) !== null;
      if (isOurs && position > this.newest) this.newest = position;
      if (!isOurs && position > this.scanned) continue;
      if (end > this.scanned) this.scanned = end;
      return true;
    }
    return false;
  }
}
