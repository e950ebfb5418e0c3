import { backoff, pause } from '../../database/retry';
import type { DeliveredMessage } from '../bus';
import type { Slots } from '../slots';

/**
 * Approximate maximum number of waiting messages, and of their bytes, per partition; above either, fetching pauses.
 */
const MAX_WAITING = 500;
const MAX_WAITING_BYTES = 1024 * 1024;
/** Maximum bytes of values in a batch, unless its first message alone is larger. */
const BATCH_BYTES = 8 * 1024 * 1024;

export interface LaneWork {
  batchSize: number;
  slots: Slots;
  handle(batch: DeliveredMessage[]): Promise<void>;
  /** Records that the group has handled everything before this offset. */
  commit(partition: number, next: string): Promise<void>;
  /** Called when a full lane has room again. */
  onRoom(partition: number): void;
  warn(doing: string, error: unknown): void;
}

/**
 * Queue of the messages that were fetched from one partition. The lane handles them in order, one batch at a time,
 * commits each batch before the next and retries a failing batch in place. Fetching continues while a batch runs, so
 * that a slow partition does not delay the others.
 */
export class PartitionLane {
  private waiting: DeliveredMessage[] = [];
  private bytes = 0;
  /** Number of waiting messages that are being handled now. */
  private inHand = 0;
  /** Offset after the last waiting message. Undefined until the first fetch. */
  private end: string | undefined;
  private working: Promise<void> | undefined;
  private holding = new AbortController();
  private refused: string | undefined;
  private isAbandoned = false;

  constructor(
    private readonly partition: number,
    private readonly work: LaneWork,
  ) {}

  /**
   * Takes messages that were fetched from offset `from` on, if they continue the queue without a gap: otherwise a
   * message could be skipped. If two fetches show the same gap, the broker has deleted the messages in it, and the
   * messages after it are taken.
   * @returns the offset to fetch from instead, undefined if the messages were taken
   */
  take(from: string, messages: DeliveredMessage[], end: string): string | undefined {
    if (this.end !== undefined && from !== this.end && from !== this.refused) {
      this.refused = from;
      return this.end;
    }
    if (from === this.refused) this.work.warn(`fetching: offsets ${this.end} to ${from} are gone`, '');
    this.refused = undefined;
    this.waiting.push(...messages);
    this.bytes += sizeOf(messages);
    this.end = end;
    this.start();
    return undefined;
  }

  isFull(): boolean {
    return this.waiting.length > MAX_WAITING || this.bytes > MAX_WAITING_BYTES;
  }

  /** Starts no further batch. Resolves once the running batch is done and, if possible, committed. */
  async hold(): Promise<void> {
    this.holding.abort();
    await this.working;
  }

  /** Resolves once all messages are handled, or the running batch is done after `hold`. */
  async idle(): Promise<void> {
    while (this.working) await this.working;
  }

  /** Drops messages whose handling has not begun: they will be fetched again. */
  reset(): void {
    const dropped = this.waiting.splice(this.inHand);
    if (dropped[0]) this.end = dropped[0].offset;
    this.bytes = sizeOf(this.waiting);
    this.refused = undefined;
  }

  /** Continues after `hold`. */
  release(): void {
    this.holding = new AbortController();
    this.start();
  }

  /** Called when the partition has another owner: the running batch is then not committed. */
  abandon(): void {
    this.isAbandoned = true;
    this.holding.abort();
  }

  private start(): void {
    if (this.working || this.holding.signal.aborted) return;
    this.working = this.handleAll().finally(() => {
      this.working = undefined;
      // Messages may have been taken while the loop ended.
      if (this.waiting.length > 0) this.start();
    });
  }

  private async handleAll(): Promise<void> {
    for (let failures = 0; this.waiting.length > 0 && !this.isHeld();) {
      try {
        await this.work.slots.use(() => this.handleNext());
        failures = 0;
      } catch (error) {
        this.work.warn(`handling partition ${this.partition}`, error);
        await pause(backoff(++failures), this.holding.signal);
      }
    }
  }

  private async handleNext(): Promise<void> {
    if (this.isHeld()) return;
    const batch = this.nextBatch();
    this.inHand = batch.length;
    try {
      await this.work.handle(batch);
    } catch (error) {
      this.inHand = 0;
      throw error;
    }
    this.inHand = 0;
    const wasFull = this.isFull();
    this.waiting.splice(0, batch.length);
    this.bytes -= sizeOf(batch);
    if (wasFull && !this.isFull()) this.work.onRoom(this.partition);
    await this.commit(String(BigInt(batch.at(-1)!.offset) + 1n));
  }

  private nextBatch(): DeliveredMessage[] {
    let bytes = 0;
    const batch = this.waiting.slice(0, this.work.batchSize);
    const tooMany = batch.findIndex(({ value }, index) => (bytes += value.length) > BATCH_BYTES && index > 0);
    return tooMany === -1 ? batch : batch.slice(0, tooMany);
  }

  /**
   * Retries until the commit succeeds or `hold` is called; if it was not committed, the next owner handles the batch
   * again.
   */
  private async commit(next: string): Promise<void> {
    for (let failures = 0; !this.isAbandoned;) {
      try {
        return await this.work.commit(this.partition, next);
      } catch (error) {
        this.work.warn(`committing partition ${this.partition}`, error);
        if (this.isHeld()) return;
        await pause(backoff(++failures), this.holding.signal);
      }
    }
  }

  private isHeld(): boolean {
    return this.holding.signal.aborted;
  }
}

function sizeOf(messages: DeliveredMessage[]): number {
  return messages.reduce((sum, { value }) => sum + value.length, 0);
}
