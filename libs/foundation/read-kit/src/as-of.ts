import type { RecordedEvent } from '@parley/contracts/events';
import type { EventStore } from '@parley/event-sourcing/store/event-store';

/** The events of a stream up to a log position, and those after it, of which there is at least one. */
export interface Moved {
  until: RecordedEvent[];
  since: RecordedEvent[];
}

/**
 * Reads an organisation's data as they were at a log position. If a view has folded the log up to the position or
 * beyond, its rows are as they were then, except those whose streams have later events: the caller folds these rows
 * again from `Moved.until`.
 */
export class AsOf {
  constructor(
    private readonly store: EventStore,
    readonly customerId: string,
    readonly position: string,
  ) {}

  /** @returns those of the streams that have events after the position, by stream name */
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
