import { Injectable } from '@nestjs/common';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { eventByFact, publicPrefixes } from '@parley/webhooks/catalogue/catalogue';

/**
 * Wakes listeners when their organisation has a new event. All listeners share one feed of the log, which runs only
 * while there are listeners.
 */
@Injectable()
export class EventNews {
  private readonly feed: LogFeed;
  /** Position of each organisation's newest event since the feed began. */
  private readonly newest = new Map<string, string>();
  private readonly sleepers = new Map<string, Set<() => void>>();
  private hearing: { stop: AbortController; begun: Promise<void> } | null = null;
  private listeners = 0;

  constructor(store: EventStore) {
    this.feed = new LogFeed(store, publicPrefixes);
    this.feed.listen((events) => {
      for (const { type, customerId, position } of events) {
        if (!eventByFact.has(type)) continue;
        this.newest.set(customerId, position);
        for (const wake of this.sleepers.get(customerId) ?? []) wake();
      }
    });
  }

  /** Registers a listener, and starts the feed for the first one; earlier events wake no listener. */
  async begin(): Promise<void> {
    this.listeners++;
    this.hearing ??= this.hear();
    await this.hearing.begun;
  }

  end(): void {
    if (--this.listeners > 0) return;
    this.hearing?.stop.abort();
    this.hearing = null;
    this.newest.clear();
  }

  /**
   * Waits for an event of the organisation after a position.
   * @returns the event's position; '' if `signal` aborts
   */
  async after(customerId: string, position: string, signal: AbortSignal): Promise<string> {
    while (!signal.aborted) {
      const newest = this.newest.get(customerId) ?? '';
      if (newest > position) return newest;
      await this.sleep(customerId, signal);
    }
    return '';
  }

  private hear() {
    const stop = new AbortController();
    const begun = this.feed.begin().then((head) => void this.feed.run(head, stop.signal));
    return { stop, begun };
  }

  private sleep(customerId: string, signal: AbortSignal): Promise<void> {
    const own = this.sleepers.get(customerId) ?? new Set();
    this.sleepers.set(customerId, own);
    return new Promise((resolve) => {
      const wake = () => {
        own.delete(wake);
        if (own.size === 0 && this.sleepers.get(customerId) === own) this.sleepers.delete(customerId);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      own.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
