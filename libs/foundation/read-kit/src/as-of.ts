import type { RecordedEvent } from '@parley/contracts/events';
import type { EventStore } from '@parley/event-sourcing/store/event-store';

/** The events of a stream up to the position and after it, if there are any after it. */
export interface Moved {
  until: RecordedEvent[];
  since: RecordedEvent[];
}

/**
 * An organisation as of a log position. A row of a view that has folded the position is right as of then, unless its
 * stream has later events: then the caller folds the row again from `Moved.until`.
 */
export class AsOf {
  constructor(
    private readonly store: EventStore,
    readonly customerId: string,
    readonly position: string,
  ) {}

  /** @returns those of the streams that have events after the position, by name */
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
