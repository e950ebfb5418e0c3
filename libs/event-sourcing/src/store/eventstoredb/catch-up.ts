import type { RecordedEvent } from '@parley/contracts/events';
import type { EventBatch } from '../event-store';
import { EventStoreAway } from './away';
import type { Arrived, Connection } from './connection';
import type { LogHead } from './log-head';
import type { Received } from './received';
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
  private checkpoint: string;
  private live = false;
  private silentSince: number | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly head: LogHead,
    private readonly options: CatchUpOptions,
  ) {
    this.checkpoint = options.after;
  }

  /** @throws EventStoreAway, or what the server failed with. */
  async *batches(): AsyncIterable<EventBatch> {
    const { after, prefixes, batchSize, signal, probeMs } = this.options;
    // Whatever is older than this has been let through or left out once the server says that it has caught up.
    const target = await this.connection.newest();
    const current = target <= after;
    if (current) yield { events: [], checkpoint: after, caughtUp: true };
    this.live = current;
    const subscription = this.connection.subscribe(after, prefixes, batchSize);
    try {
      while (!signal.aborted) {
        const arrival = await subscription.next(probeMs, signal);
        if (arrival === 'end') return;
        const before = { checkpoint: this.checkpoint, live: this.live };
        const events = arrival === 'items' ? this.fold(subscription.take(batchSize), target) : [];
        if (arrival === 'late') await this.probe();
        if (this.checkpoint === before.checkpoint && this.live === before.live) continue;
        yield { events, checkpoint: this.checkpoint, caughtUp: this.isCaughtUp(subscription) };
      }
    } finally {
      subscription.close();
    }
  }

  private isCaughtUp(subscription: Received<Arrived>): boolean {
    return this.live && subscription.waiting === 0;
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
        if (event) events.push(event);
      }
    }
    // Servers before 23.10 do not say that they have caught up.
    if (this.checkpoint >= target) this.live = true;
    return events;
  }

  private async probe(): Promise<void> {
    const newest = await this.head.recent();
    let missing = false;
    for (let page = PROBE; page === PROBE && !missing && this.checkpoint < newest;) {
      page = 0;
      for await (const resolved of this.connection.readAll(this.checkpoint, PROBE)) {
        page++;
        if ((positionOf(resolved) ?? '') <= this.checkpoint) continue;
        const stream = resolved.event?.streamId ?? '';
        missing = this.options.prefixes.some((prefix) => stream.startsWith(prefix));
        if (missing) break;
        this.moveTo(positionOf(resolved));
      }
    }
    if (this.checkpoint >= newest) this.live = true;
    this.silentSince = missing ? (this.silentSince ?? Date.now()) : null;
    if (this.silentSince !== null && Date.now() - this.silentSince >= this.options.silenceMs) {
      throw new EventStoreAway('the log holds an event that a subscription does not bring');
    }
  }

  private moveTo(position: string | null): void {
    if (position !== null && position > this.checkpoint) this.checkpoint = position;
  }
}
