import { START } from '../position';
import type { Connection } from './connection';
import { fromStored, positionOf } from './stored-event';

/** Maximum age in ms of a shared result while no events are appended. */
const IDLE_AGE_MS = 1_000;

/**
 * Determines the position of Parley's newest event. The server writes records of its own, such as statistics, into
 * the same log, so the log's end is no measure of it.
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

  /** @param maxAgeMs maximum age in ms of a shared result while events are appended */
  constructor(
    private readonly connection: Connection,
    private readonly maxAgeMs: number,
  ) {}

  /**
   * The head, from a read that the subscriptions of a process share. The result includes every append of this
   * process, and appends of other processes up to 1 s ago, or up to `maxAgeMs` ago if the head has moved within the
   * last second.
   */
  async recent(): Promise<string> {
    const now = Date.now();
    const maxAgeMs = now - this.movedAt < IDLE_AGE_MS ? this.maxAgeMs : Math.max(this.maxAgeMs, IDLE_AGE_MS);
    if (!this.request || now - this.requestedAt >= maxAgeMs) {
      this.requestedAt = now;
      this.request = this.now();
      // After a failure, the next caller reads again.
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

  /** Reads the newest event's position; `START` if the log has no event of Parley. */
  async now(): Promise<string> {
    if (!(await this.scan(1))) await this.scan();
    return this.newest;
  }

  /**
   * Whether the log has a record at this position or a later one. Reads the end of the log only if that is not known
   * yet.
   */
  async reaches(position: string): Promise<boolean> {
    if (position > this.end) await this.now();
    return position <= this.end;
  }

  /** @returns true if the scan found an event of Parley or reached the part of the log that is already known */
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
