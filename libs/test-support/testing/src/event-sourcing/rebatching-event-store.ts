import type { RecordedEvent } from '@parley/contracts/events';
import { EventStore, type EventBatch } from '@parley/event-sourcing/store/event-store';

/**
 * Splits the batches of another store at random places and inserts empty ones, as the contract of `subscribeAll`
 * permits. Tests with it show that readers do not depend on how an engine splits the log.
 */
export class RebatchingEventStore extends EventStore {
  /** @param draw returns a random integer from 0 to below its argument */
  constructor(
    private readonly store: EventStore,
    private readonly draw: (limit: number) => number,
  ) {
    super();
  }

  get engineId(): string {
    return this.store.engineId;
  }

  get audit(): EventStore['audit'] {
    return this.store.audit;
  }

  append(...args: Parameters<EventStore['append']>): ReturnType<EventStore['append']> {
    return this.store.append(...args);
  }

  readStream(...args: Parameters<EventStore['readStream']>): AsyncIterable<RecordedEvent> {
    return this.store.readStream(...args);
  }

  async *subscribeAll(options: Parameters<EventStore['subscribeAll']>[0]): AsyncIterable<EventBatch> {
    let checkpoint = options.after;
    for await (const batch of this.store.subscribeAll(options)) {
      const rest = [...batch.events];
      while (rest.length > 0) {
        if (checkpoint !== undefined && this.draw(3) === 0) yield { events: [], checkpoint, caughtUp: false };
        const events = rest.splice(0, 1 + this.draw(4));
        const isLast = rest.length === 0 && this.draw(2) === 0;
        checkpoint = isLast ? batch.checkpoint : events.at(-1)!.position;
        yield { events, checkpoint, caughtUp: isLast && batch.caughtUp };
      }
      if (checkpoint !== batch.checkpoint || batch.events.length === 0 || batch.caughtUp) {
        yield { ...batch, events: [] };
      }
      ({ checkpoint } = batch);
    }
  }

  head(): Promise<string | null> {
    return this.store.head();
  }
}
