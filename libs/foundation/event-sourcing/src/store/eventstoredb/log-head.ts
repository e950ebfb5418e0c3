import { START } from '../position';
import type { Connection } from './connection';
import { fromStored, positionOf } from './stored-event';

/** Maximum age in ms of a shared result while the head does not move. */
const IDLE_AGE_MS = 1_000;

/**
 * Position of Parley's newest event. The server writes records of its own into the same log, such as statistics, so
 * the end of the log moves while this position does not.
 */
export class LogHead {
  /** Position up to which `newest` is exact. */
  private scanned = START;
  private newest = START;
  /** Position of the newest record, including the server's own. */
  private end = START;
  private request: Promise<string> | null = null;
  private requestedAt = 0;
  private movedAt = 0;

  /** @param maxAgeMs maximum age in ms of a shared result while the head moves */
  constructor(
    private readonly connection: Connection,
    private readonly maxAgeMs: number,
  ) {}

  /**
   * A head that the subscriptions of a process share. The head includes every append of this process, and those of
   * others up to 1 s ago, or up to `maxAgeMs` ago if the head has moved within the last second.
   */
  async recent(): Promise<string> {
    const now = Date.now();
    const maxAgeMs = now - this.movedAt < IDLE_AGE_MS ? this.maxAgeMs : Math.max(this.maxAgeMs, IDLE_AGE_MS);
    if (!this.request || now - this.requestedAt >= maxAgeMs) {
      this.requestedAt = now;
      this.request = this.now();
      // The next caller tries again.
      this.request.catch(() => (this.request = null));
    }
    await this.request;
    return this.newest;
  }

  /** Records the position of an appended event of Parley. */
  advance(position: string): void {
    if (position <= this.newest) return;
    this.newest = position;
    this.movedAt = Date.now();
  }

  /** The newest event's position, read now; `START` if the log has no event of Parley. */
  async now(): Promise<string> {
    if (!(await this.scan(1))) await this.scan();
    return this.newest;
  }

  /** Whether the log has a record at this position or later; reads the end of the log unless that is known already. */
  async reaches(position: string): Promise<boolean> {
    if (position > this.end) await this.now();
    return position <= this.end;
  }

  /** @returns whether the scan reached an event of Parley or the known part of the log */
  private async scan(max?: number): Promise<boolean> {
    let end = START;
    for await (const resolved of this.connection.readBack(max)) {
      const position = positionOf(resolved) ?? START;
      if (position > end) end = position;
      if (position > this.end) this.end = position;
      const isOurs = fromStored(resolved) !== null;
      if (isOurs) this.advance(position);
      if (!isOurs && position > this.scanned) continue;
      if (end > this.scanned) this.scanned = end;
      return true;
    }
    return false;
  }
}
