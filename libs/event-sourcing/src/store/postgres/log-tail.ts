import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@parley/platform/database/database';
import { START, toPosition } from '../position';

/** How soon to look again while appends that began earlier are still under way. */
const IN_FLIGHT_PAUSE_MS = 3;

interface Sample {
  head: string;
  in_flight: string[];
}

/**
 * How far the log can be read without skipping an append that is still on its way. Shared by all readers of a
 * process, so that they cost one sample together.
 */
export class LogTail {
  /** The newest event that is safe to read. */
  private safe = START;
  /** Up to here every number drawn belongs to a transaction that has ended. */
  private settled = START;
  /** A head, and those of the transactions in flight under it that had not ended when last seen. */
  private candidate: { head: string; awaited: Set<string> } | null = null;
  private current: Promise<Sample> | null = null;
  private next: Promise<Sample> | null = null;
  private waiting = new Set<() => void>();
  private wakes = 0;

  constructor(
    private readonly database: Database,
    private readonly pollMs: number,
  ) {}

  /** Something was appended: whoever waits looks again. */
  wake(): void {
    this.wakes++;
    for (const resume of this.waiting) resume();
  }

  /** Waits for an event after a position that is safe to read. @returns the newest such position. */
  async beyond(position: string, signal: AbortSignal): Promise<string> {
    while (this.safe <= position && !signal.aborted) {
      const wakes = this.wakes;
      await this.advance();
      if (this.safe > position || wakes !== this.wakes) continue;
      await this.woken(this.candidate ? IN_FLIGHT_PAUSE_MS : this.pollMs, signal);
    }
    return this.safe;
  }

  /** The newest event of everything appended before this call. */
  async head(): Promise<string> {
    const { head } = await this.advance();
    while (this.settled < toPosition(head)) {
      await pause(IN_FLIGHT_PAUSE_MS);
      await this.advance();
    }
    return this.safe;
  }

  /** Takes a sample that begins after this call; callers who ask while one is under way share the one after it. */
  private advance(): Promise<Sample> {
    if (!this.current) return this.start();
    this.next ??= this.current
      .catch(() => undefined)
      .then(() => {
        this.next = null;
        return this.start();
      });
    return this.next;
  }

  private start(): Promise<Sample> {
    this.current ??= this.sample().finally(() => (this.current = null));
    return this.current;
  }

  private async sample(): Promise<Sample> {
    const { rows } = await this.database.query<{ head: string; in_flight: string[] }>(
      'select head, in_flight from event_log.watermark()',
    );
    const sample = rows[0] ?? { head: '0', in_flight: [] };
    const appending = new Set(sample.in_flight);
    const settled = this.settle(sample.head, appending);
    if (settled !== null) await this.moveTo(settled);
    return sample;
  }

  /** @returns the head of which all appends have ended, if that is a newer one than before. */
  private settle(head: string, appending: Set<string>): string | null {
    if (appending.size === 0) {
      this.candidate = null;
      return toPosition(head) > this.settled ? head : null;
    }
    if (!this.candidate) {
      this.candidate = { head, awaited: appending };
      return null;
    }
    const { awaited, head: earlier } = this.candidate;
    for (const transaction of awaited) if (!appending.has(transaction)) awaited.delete(transaction);
    if (awaited.size > 0) return null;
    this.candidate = { head, awaited: appending };
    return earlier;
  }

  /**
   * To the last event at or before a settled head. The head itself will not do: numbers drawn by a transaction that
   * rolled back are drawn again after a crash, and whoever had gone past them would miss the event.
   */
  private async moveTo(head: string): Promise<void> {
    const { rows } = await this.database.query<{ position: string | null }>(
      'select max(position) as position from event_log.event where position <= $1',
      [head],
    );
    this.safe = toPosition(rows[0]?.position ?? '0');
    this.settled = toPosition(head);
  }

  private async woken(afterMs: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', resume);
        this.waiting.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, afterMs);
      signal.addEventListener('abort', resume);
      this.waiting.add(resume);
    });
  }
}
