import type { RecordedEvent } from '@parley/contracts/events';
import { upcast, upcasters, type Upcasters } from '@parley/contracts/events/upcasters/upcast';
import { EventStore, type EventBatch, type ExpectedVersion, type NewEvent } from './event-store';

/**
 * Hands out every event in its current version. It stands outside the sealing store: upcasters may have to change
 * personal fields, which only that one opens.
 */
export class UpcastingEventStore extends EventStore {
  constructor(
    private readonly store: EventStore,
    private readonly table: Upcasters = upcasters,
  ) {
    super();
  }

  get engineId(): string {
    return this.store.engineId;
  }

  append(
    stream: string,
    events: NewEvent[],
    options: { expected: ExpectedVersion; customerId: string },
  ): Promise<{ version: number; position: string }> {
    return this.store.append(stream, events, options);
  }

  async *readStream(
    stream: string,
    options: { customerId: string; from?: number; max?: number },
  ): AsyncIterable<RecordedEvent> {
    for await (const event of this.store.readStream(stream, options)) yield upcast(event, this.table);
  }

  async *subscribeAll(options: {
    after?: string;
    prefixes: string[];
    signal: AbortSignal;
    batchSize?: number;
  }): AsyncIterable<EventBatch> {
    for await (const batch of this.store.subscribeAll(options)) {
      yield { ...batch, events: batch.events.map((event) => upcast(event, this.table)) };
    }
  }

  head(): Promise<string | null> {
    return this.store.head();
  }
}
