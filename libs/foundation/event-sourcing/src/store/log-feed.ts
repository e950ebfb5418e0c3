import { Logger } from '@nestjs/common';
import type { RecordedEvent } from '@parley/contracts/events';
import { backoff, pause } from '@parley/platform/database/retry';
import type { EventStore } from './event-store';

/** @param position how far the log was read: what these events say, and everything before them, is known by then */
type Hear = (events: RecordedEvent[], position: string) => void;

/**
 * What is appended from now on, for whoever keeps something in memory that it makes old. Every process reads it once
 * and, but to a listener that failed at it, nothing of it is repeated: work that must not be missed is a reaction.
 */
export class LogFeed {
  private readonly logger = new Logger('log feed');
  private readonly listeners = new Set<Hear>();
  /** How far the log was read. */
  position = '';
  /** From where on it is read; null before that is. */
  start: string | null = null;

  constructor(
    private readonly store: EventStore,
    /** Of the streams that are heard: `user-`. */
    private readonly prefixes: string[],
  ) {}

  listen(hear: Hear): void {
    this.listeners.add(hear);
  }

  /** Where the log ends now. Whoever names it to `run` misses nothing from here on. */
  async begin(): Promise<string | undefined> {
    return (await this.store.head()) ?? undefined;
  }

  /** Reads what follows a position until `signal` aborts. */
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
        }
      } catch (error) {
        this.logger.error(`The log cannot be read: ${String(error)}`);
        await pause(backoff(++failures), signal);
      }
    }
  }

  /** Who cannot make something of an event keeps nobody else from hearing of it, and misses none of the others. */
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
