import type { RecordedEvent } from '@parley/contracts/events';

/**
 * What the product does because something happened: issue a command or publish a message. It writes no rows, may
 * run twice for one event, and never runs for events that only a rebuild replays.
 */
export interface Reaction {
  /** Names its checkpoint. */
  name: string;
  prefixes: string[];
  /** The facts that it reacts to; all if left out. */
  types?: readonly string[];
  /**
   * Of the facts of a batch, in log order, those that something may have to be done for; all if left out. Asked for
   * all at once, so that looking them up costs one statement. One that is left out is never reacted to.
   */
  select?(events: RecordedEvent[]): RecordedEvent[] | Promise<RecordedEvent[]>;
  react(event: RecordedEvent): Promise<void>;
  /** Events of one lane are reacted to in order, those of different ones side by side. Left out: the stream. */
  laneOf?(event: RecordedEvent): string;
  /** Lanes at once, where each waits for little and shares what it waits for with the others; 16 if left out. */
  atOnce?: number;
}
