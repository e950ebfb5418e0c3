import type { RecordedEvent } from '@parley/contracts/events';

/**
 * Code that runs because of an event and issues a command or publishes a message. A reaction writes no rows, may run
 * twice for an event, and never runs for events that a rebuild replays.
 */
export interface Reaction {
  /** Name of the reaction and of its checkpoint. */
  name: string;
  prefixes: string[];
  /** The types of events that it handles; all by default. */
  types?: readonly string[];
  /**
   * Selects the events of a batch, in log order, that may need a reaction; all by default. The whole batch is passed,
   * so that one statement can look up everything that the selection needs. The other events are skipped.
   */
  select?(events: RecordedEvent[]): RecordedEvent[] | Promise<RecordedEvent[]>;
  react(event: RecordedEvent): Promise<void>;
  /**
   * Returns the key queue of an event; by default its stream. Events of one queue are handled in order, those of
   * different queues in parallel.
   */
  laneOf?(event: RecordedEvent): string;
  /**
   * Number of key queues that run in parallel; 16 by default. For reactions whose queues would wait for the same
   * resource.
   */
  atOnce?: number;
}
