import type { RecordedEvent } from '@parley/contracts/events';

/**
 * Code that the product runs because of an event: it issues a command or publishes a message. A reaction writes no
 * rows, may run twice for an event, and never runs for events that a rebuild replays.
 */
export interface Reaction {
  /** Also the name of its checkpoint. */
  name: string;
  prefixes: string[];
  /** The types of events that it reacts to; all by default. */
  types?: readonly string[];
  /**
   * Selects the events of a batch, in log order, that may need a reaction; all by default. The whole batch is passed
   * at once, so that looking events up takes one statement. Other events are never reacted to.
   */
  select?(events: RecordedEvent[]): RecordedEvent[] | Promise<RecordedEvent[]>;
  react(event: RecordedEvent): Promise<void>;
  /**
   * The key queue of an event: events of one queue are handled in order, those of different queues in parallel. By
   * default the stream.
   */
  laneOf?(event: RecordedEvent): string;
  /** Number of key queues that run in parallel, for reactions that share what they wait for; 16 by default. */
  atOnce?: number;
}
