import { Logger } from '@nestjs/common';
import type { RecordedEvent } from '@parley/contracts/events';
import { backoff, pause, within } from '@parley/platform/database/retry';
import type { EventStore } from './event-store';

/** Interval in ms between two comparisons of a feed with the end of the log. */
const CONFIRM_EVERY_MS = 1_000;
/** Time in ms for which a feed counts as current after a comparison. */
const CURRENT_FOR_MS = 5_000;

/** @param position position up to which the log was read: the listener then knows of every event up to it */
type Hear = (events: RecordedEvent[], position: string) => void;

/**
 * Delivers events as they are appended, to invalidate data that a process caches. Every process reads the log once
 * for its feed. Events are not repeated, except to a listener that threw, so work that must not be missed belongs in
 * a reaction.
 */
export class LogFeed {
  private readonly logger = new Logger('log feed');
  private readonly listeners = new Set<Hear>();
  /** Position up to which the log was read. */
  position = '';
  /** Position from which the log is read; null before `run`. */
  start: string | null = null;
  /** Monotonic time in ms. */
  now = () => performance.now();
  /**
   * An end of the log that the feed has not reached yet, with the time at which it was requested; null if there is
   * none.
   */
  private awaited: { end: string; at: number } | null = null;
  /** Latest time at which the log contained no event that the feed has not delivered by now. */
  private confirmedAt = -Infinity;

  constructor(
    private readonly store: EventStore,
    /** Prefixes of the streams to deliver: `user-`. */
    private readonly prefixes: string[],
  ) {}

  listen(hear: Hear): void {
    this.listeners.add(hear);
  }

  /**
   * Whether the feed has delivered everything that the log contained at some moment of the last 5 s. A feed that
   * cannot reach the log or lags behind it is not current, and neither is a feed whose process was frozen; caches
   * then serve nothing (`LogCache`).
   */
  get isCurrent(): boolean {
    return this.now() - this.confirmedAt < CURRENT_FOR_MS;
  }

  /** Returns the current end of the log. `run` from this position delivers every later event. */
  async begin(): Promise<string | undefined> {
    return (await this.store.head()) ?? undefined;
  }

  /** Reads the events after a position until `signal` aborts. */
  async run(start: string | undefined, signal: AbortSignal): Promise<void> {
    const { prefixes } = this;
    let after = start;
    this.start = this.position = start ?? '';
    for (let failures = 0; !signal.aborted;) {
      try {
        for await (const { events, checkpoint } of this.store.subscribeAll({ after, prefixes, signal })) {
          failures = 0;
          after = checkpoint;
          if (events.length > 0) this.tell(events, checkpoint);
          this.position = checkpoint;
          this.confirmReached();
        }
      } catch (error) {
        this.logger.error(`The log cannot be read: ${String(error)}`);
        await pause(backoff(++failures), signal);
      }
    }
  }

  /**
   * Compares the feed's position with the end of the log every second until `signal` aborts. Unless this runs, the
   * feed is never current.
   */
  async confirm(signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await pause(CONFIRM_EVERY_MS, signal)) {
      if (this.awaited) continue;
      const at = this.now();
      const end = await within(CURRENT_FOR_MS, this.store.head(), signal).catch(() => undefined);
      if (end === undefined) continue;
      this.awaited = { end: end ?? '', at };
      this.confirmReached();
    }
  }

  private confirmReached(): void {
    if (!this.awaited || this.start === null || this.position < this.awaited.end) return;
    this.confirmedAt = this.awaited.at;
    this.awaited = null;
  }

  /**
   * Delivers events to all listeners. A listener that throws gets the events again one by one, so that it misses no
   * others.
   */
  private tell(events: RecordedEvent[], position: string): void {
    for (const hear of this.listeners) {
      try {
        hear(events, position);
      } catch {
        for (const event of events) this.tellOne(hear, event, position);
      }
    }
  }

  private tellOne(hear: Hear, event: RecordedEvent, position: string): void {
    try {
      hear([event], position);
    } catch (error) {
      this.logger.error(
        `${event.type} at ${event.position} of ${event.stream} was not heard: ${String(error)}`,
      );
    }
  }
}
