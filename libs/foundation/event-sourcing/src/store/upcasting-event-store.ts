import type { RecordedEvent } from '@parley/contracts/events';
import { UnknownEvent, upcast, upcasters, type Upcasters } from '@parley/contracts/events/upcasters/upcast';
import { EventStore, type EventBatch, type ExpectedVersion, type NewEvent } from './event-store';
import type { LogAudit } from './log-audit';
import { inOrder } from './reading-order';

/**
 * Returns every event in its current version. An event of an unknown type gets a `fault`. An event of an unknown
 * version gets one in subscriptions, but makes reading its stream fail. Wraps the encrypting store, since upcasters
 * may change personal fields, which only that store decrypts.
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

  get audit(): LogAudit {
    return this.store.audit;
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
    for await (const event of this.store.readStream(stream, options)) {
      const read = upcast(event, this.table);
      yield Object.hasOwn(this.table, read.type) ? read : this.readable(read);
    }
  }

  async *subscribeAll(options: {
    after?: string;
    prefixes: string[];
    except?: readonly string[];
    signal: AbortSignal;
    batchSize?: number;
  }): AsyncIterable<EventBatch> {
    for await (const batch of inOrder(this.store.subscribeAll(options), options.after)) {
      yield { ...batch, events: batch.events.map((event) => this.readable(event)) };
    }
  }

  override aboutBetween(from: string, to: string): number {
    return this.store.aboutBetween(from, to);
  }

  override movedSince(...args: Parameters<EventStore['movedSince']>): Promise<Set<string>> {
    return this.store.movedSince(...args);
  }

  head(): Promise<string | null> {
    return this.store.head();
  }

  /** The event in its current version, or unchanged with a fault. */
  private readable(event: RecordedEvent): RecordedEvent {
    if (event.fault) return event;
    try {
      this.requireKnown(event);
      return upcast(event, this.table);
    } catch (error) {
      return { ...event, fault: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  /** @throws UnknownEvent if the type is unknown or the event has no data */
  private requireKnown({ type, data }: RecordedEvent): void {
    if (!Object.hasOwn(this.table, type)) throw new UnknownEvent(`This release knows no event ${type}.`);
    if (typeof data !== 'object' || data === null) throw new UnknownEvent(`${type} holds no data.`);
  }
}
