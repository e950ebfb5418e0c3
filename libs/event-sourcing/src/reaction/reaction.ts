import type { RecordedEvent } from '@parley/contracts/events';

/**
 * What the product does because something happened: issue a command or publish a message. It writes no rows, may
 * run twice for one event, and never runs for events that only a rebuild replays.
 */
export interface Reaction {
  /** Names its checkpoint. */
  name: string;
  prefixes: string[];
  react(event: RecordedEvent): Promise<void>;
  /** Events of one lane are reacted to in order, those of different ones side by side. Left out: the stream. */
  laneOf?(event: RecordedEvent): string;
}
