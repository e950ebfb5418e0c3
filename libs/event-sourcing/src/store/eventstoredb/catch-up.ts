import type { RecordedEvent } from '@parley/contracts/events';
import type { EventBatch } from '../event-store';
import { EventStoreAway } from './away';
import type { Arrived, Connection } from './connection';
import type { LogHead } from './log-head';
import { fromStored, positionOf } from './stored-event';

/** Events read at once to see what a quiet subscription has left out. */
const PROBE = 100;

export interface CatchUpOptions {
  after: string;
  prefixes: string[];
  batchSize: number;
  signal: AbortSignal;
  /** How often a quiet subscription is compared with the log. */
  probeMs: number;
  /** How long the log may hold an event that the subscription does not bring. */
  silenceMs: number;
}

/**
 * One catch-up subscription, from its start to its end: made anew by the caller when it ends or fails.
 *
 * The server tells how far its filter has come only every so many events, so a quiet subscription reads on in the log
 * itself: what it passes over moves the checkpoint, and an event that should have come shows that nothing comes.
 */
export class CatchUp {
  /** Up to here everything has come, or been left out. */
  private passed: string;
  /** The newest event of ours that is known of. */
  private newest: string;
  private live = false;
  private silentSince: number | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly head: LogHead,
    private readonly options: CatchUpOptions,
  ) {
    this.passed = options.after;
    this.newest = options.after;
  }

  /** @throws EventStoreAway, or what the server failed with. */
  async *batches(): AsyncIterable<EventBatch> {
    const { after, prefixes, batchSize, signal, probeMs } = this.options;
    // Whatever is older than this has been let through or left out once the server says that it has caught up.
    const target = await this.head.now();
    this.know(target);
    const current = target <= after;
    if (current) yield { events: [], checkpoint: after, caughtUp: true };
    this.live = current;
    const subscription = this.connection.subscribe(after, prefixes, batchSize);
    try {
      for (let told = current; !signal.aborted;) {
        const arrival = await subscription.next(probeMs, signal);
        if (arrival === 'end') return;
        const before = this.checkpoint;
        const events = arrival === 'items' ? this.fold(subscription.take(batchSize), target) : [];
        if (arrival === 'late') await this.probe();
        else if (this.passed > this.newest || subscription.waiting > 0) this.know(await this.head.recent());
        const caughtUp = this.live && this.passed >= this.newest;
        if (this.checkpoint === before && caughtUp === told) continue;
        yield { events, checkpoint: this.checkpoint, caughtUp };
        told = caughtUp;
      }
    } finally {
      subscription.close();
    }
  }

  /** Never beyond our newest event, however much of its own the server has written since: that is the head. */
  private get checkpoint(): string {
    return this.passed < this.newest ? this.passed : this.newest;
  }

  private fold(items: Arrived[], target: string): RecordedEvent[] {
    this.silentSince = null;
    const events: RecordedEvent[] = [];
    for (const item of items) {
      if ('checkpoint' in item) this.moveTo(item.checkpoint);
      else if ('caughtUp' in item) {
        this.live = item.caughtUp;
        if (this.live) this.moveTo(target);
      } else {
        this.moveTo(positionOf(item));
        const event = fromStored(item);
        if (!event) continue;
        this.know(event.position);
        events.push(event);
      }
    }
    // Servers before 23.10 do not say that they have caught up.
    if (this.passed >= target) this.live = true;
    return events;
  }

  private async probe(): Promise<void> {
    this.know(await this.head.recent());
    let missing = false;
    for (let read = PROBE; read === PROBE && !missing && this.passed < this.newest;) {
      read = 0;
      for await (const resolved of this.connection.readAll(this.passed, PROBE)) {
        read++;
        const position = positionOf(resolved);
        if (position === null || position <= this.passed) continue;
        const stream = resolved.event?.streamId ?? '';
        missing = this.options.prefixes.some((prefix) => stream.startsWith(prefix));
        if (missing) break;
        this.moveTo(position);
      }
    }
    if (this.passed >= this.newest) this.live = true;
    this.silentSince = missing ? (this.silentSince ?? Date.now()) : null;
    if (this.silentSince !== null && Date.now() - this.silentSince >= this.options.silenceMs) {
      throw new EventStoreAway('the log holds an event that a subscription does not bring');
    }
  }

  private moveTo(position: string | null): void {
    if (position !== null && position > this.passed) this.passed = position;
  }

  private know(newest: string): void {
    if (newest > this.newest) this.newest = newest;
  }
}
