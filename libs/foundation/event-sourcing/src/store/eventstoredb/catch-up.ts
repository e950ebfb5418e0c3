import type { RecordedEvent } from '@parley/contracts/events';
import type { EventBatch } from '../event-store';
import { readingFaults, ReadingOutOfOrder } from '../reading-order';
import { EventStoreAway } from './away';
import type { Arrived, Connection } from './connection';
import type { LogHead } from './log-head';
import { fromStored, positionOf } from './stored-event';

/** Number of records that one probe reads from the log. */
const PROBE_SIZE = 100;

export interface CatchUpOptions {
  after: string;
  prefixes: string[];
  batchSize: number;
  signal: AbortSignal;
  /** Time in ms between two probes of a quiet subscription: comparisons with the log itself. */
  probeMs: number;
  /**
   * Time in ms after which a subscription is replaced if the server has not confirmed it, or has not delivered an
   * event that the log contains.
   */
  silenceMs: number;
  /** Called for a checkpoint of the server that lies beyond the end of the log, and that the reader ignores. */
  onFault: (fault: string) => void;
}

/**
 * One catch-up subscription from its start to its end; the caller creates another one when it ends or fails.
 *
 * A reader whose checkpoint moves past an event that it has not received loses that event without notice. So the
 * checkpoint moves only to positions that are certain: a delivered event, a record that a probe has read in the log
 * and that no prefix matches, a checkpoint of the server that the log is known to reach, or, once the server reports
 * that it has caught up, the head as it was before the subscription began.
 *
 * The server reports its filter's progress only every few hundred records. So a quiet subscription is compared with
 * the log itself: records that no prefix matches move the checkpoint, and a matching one shows that the subscription
 * is dead.
 */
export class CatchUp {
  /** Every matching event up to this position has been delivered. */
  private passed: string;
  /** Position of the newest known event that Parley has written. */
  private newest: string;
  private isConfirmed = false;
  private live = false;
  /**
   * Time in `performance.now()` since which the log contains an event that the subscription has not delivered; null
   * if there is none.
   */
  private silentSince: number | null = null;
  private isFaulty = false;

  constructor(
    private readonly connection: Connection,
    private readonly head: LogHead,
    private readonly options: CatchUpOptions,
  ) {
    this.passed = options.after;
    this.newest = options.after;
  }

  /** @throws EventStoreAway, ReadingOutOfOrder, or the server's error */
  async *batches(): AsyncIterable<EventBatch> {
    const { after, prefixes, batchSize, signal, probeMs } = this.options;
    const target = await this.head.now();
    this.know(target);
    const isCurrent = target <= after;
    if (isCurrent) yield { events: [], checkpoint: after, caughtUp: true };
    this.live = isCurrent;
    const subscription = this.connection.subscribe(after, prefixes, batchSize);
    const began = performance.now();
    try {
      for (let reported = isCurrent; !signal.aborted;) {
        const arrival = await subscription.next(probeMs, signal);
        if (arrival === 'end') return;
        const before = this.checkpoint;
        const events = arrival === 'items' ? await this.receive(subscription.take(batchSize), target) : [];
        if (arrival === 'late') {
          this.requireConfirmed(began);
          await this.probe();
        } else if (this.passed > this.newest || subscription.waiting > 0) this.know(await this.head.recent());
        const caughtUp = this.live && this.passed >= this.newest;
        if (events.length === 0 && this.checkpoint === before && caughtUp === reported) continue;
        yield { events, checkpoint: this.checkpoint, caughtUp };
        reported = caughtUp;
      }
    } finally {
      subscription.close();
    }
  }

  /** Never beyond Parley's newest event, even if the server has written records of its own since. */
  private get checkpoint(): string {
    return this.passed < this.newest ? this.passed : this.newest;
  }

  private async receive(items: Arrived[], target: string): Promise<RecordedEvent[]> {
    this.silentSince = null;
    const events: RecordedEvent[] = [];
    for (const item of items) {
      if ('confirmed' in item) this.isConfirmed = true;
      else if ('checkpoint' in item) await this.accept(item.checkpoint);
      else if ('caughtUp' in item) {
        this.live = item.caughtUp;
        if (this.live) this.moveTo(target);
      } else {
        const position = positionOf(item);
        const event = fromStored(item);
        if (event) {
          this.requireUnpassed(event);
          this.know(event.position);
          events.push(event);
        }
        this.moveTo(position);
      }
    }
    // Servers before 23.10 do not report that they have caught up.
    if (this.passed >= target) this.live = true;
    return events;
  }

  /** Ignores a checkpoint beyond the end of the log, reports the first one, and continues with probes. */
  private async accept(checkpoint: string): Promise<void> {
    if (await this.head.reaches(checkpoint)) return this.moveTo(checkpoint);
    readingFaults.inc({ fault: 'checkpoint_beyond_log' });
    if (this.isFaulty) return;
    this.isFaulty = true;
    this.options.onFault(`A subscription reported the checkpoint ${checkpoint}, beyond the end of the log.`);
  }

  private requireUnpassed({ position, stream }: RecordedEvent): void {
    if (position > this.passed) return;
    readingFaults.inc({ fault: 'event_out_of_order' });
    throw new ReadingOutOfOrder(
      `The event at ${position} of ${stream} was delivered after everything up to ${this.passed}: views that read these streams have to be rebuilt.`,
    );
  }

  private requireConfirmed(began: number): void {
    if (this.isConfirmed || performance.now() - began < this.options.silenceMs) return;
    throw new EventStoreAway('it does not confirm a subscription');
  }

  private async probe(): Promise<void> {
    this.know(await this.head.recent());
    let isMissing = false;
    for (let read = PROBE_SIZE; read === PROBE_SIZE && !isMissing && this.passed < this.newest;) {
      read = 0;
      for await (const resolved of this.connection.readAll(this.passed, PROBE_SIZE)) {
        read++;
        const position = positionOf(resolved);
        if (position === null || position <= this.passed) continue;
        const stream = resolved.event?.streamId ?? '';
        isMissing = this.options.prefixes.some((prefix) => stream.startsWith(prefix));
        if (isMissing) break;
        this.moveTo(position);
      }
    }
    if (this.passed >= this.newest) this.live = true;
    this.silentSince = isMissing ? (this.silentSince ?? performance.now()) : null;
    if (this.silentSince !== null && performance.now() - this.silentSince >= this.options.silenceMs) {
      throw new EventStoreAway('a subscription keeps back an event that the log holds');
    }
  }

  private moveTo(position: string | null): void {
    if (position !== null && position > this.passed) this.passed = position;
  }

  private know(newest: string): void {
    if (newest > this.newest) this.newest = newest;
  }
}
