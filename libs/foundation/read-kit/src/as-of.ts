import type { RecordedEvent } from '@parley/contracts/events';
import type { EventStore } from '@parley/event-sourcing/store/event-store';

/** A stream that something happened to since: its events up to the position, and those after it. */
export interface Moved {
  until: RecordedEvent[];
  since: RecordedEvent[];
}

/**
 * The organisation as the log had it at a position. A row of a view that holds the position is as it was then, unless
 * its stream has moved since: then whoever needs the row folds it anew from what the stream held by then.
 */
export class AsOf {
  constructor(
    private readonly store: EventStore,
    readonly customerId: string,
    readonly position: string,
  ) {}

  /** The streams among these that have moved since, by name. */
  async moved(streams: string[]): Promise<Map<string, Moved>> {
    if (streams.length === 0) return new Map();
    const { customerId, position } = this;
    const names = await this.store.movedSince(streams, { customerId, after: position });
    const read = async (stream: string): Promise<[string, Moved]> => {
      const moved: Moved = { until: [], since: [] };
      for await (const event of this.store.readStream(stream, { customerId })) {
        (event.position <= position ? moved.until : moved.since).push(event);
      }
      return [stream, moved];
    };
    return new Map(await Promise.all([...names].map(read)));
  }
}
