import { Counter } from 'prom-client';
import type { RecordedEvent } from '@parley/contracts/events';
import { processMetrics } from '@parley/platform/telemetry/metrics';
import { traced } from '@parley/platform/telemetry/tracing';
import { EventStore, WrongExpectedVersion, type EventBatch, type NewEvent } from './event-store';
import type { LogAudit } from './log-audit';
import { inOrder } from './reading-order';

const appended = new Counter({
  name: 'parley_events_appended_total',
  help: 'Events that this process appended to the log, by the category of their stream.',
  labelNames: ['category'],
  registers: [processMetrics],
});

const failures = new Counter({
  name: 'parley_append_failures_total',
  help: 'Appends that failed. A conflict is two at once, of which one decides again.',
  labelNames: ['reason'],
  registers: [processMetrics],
});

/** Counts and traces appends, and checks that the engine's subscriptions keep their contract. */
export class ObservedEventStore extends EventStore {
  constructor(private readonly store: EventStore) {
    super();
  }

  get engineId(): string {
    return this.store.engineId;
  }

  get audit(): LogAudit {
    return this.store.audit;
  }

  async append(...[stream, events, options]: Parameters<EventStore['append']>) {
    const category = stream.slice(0, stream.indexOf('-'));
    try {
      const done = await traced({ name: `append ${category}`, attributes: attributesOf(events) }, () =>
        this.store.append(stream, events, options),
      );
      appended.inc({ category }, events.length);
      return done;
    } catch (error) {
      failures.inc({ reason: error instanceof WrongExpectedVersion ? 'conflict' : 'failed' });
      throw error;
    }
  }

  readStream(...args: Parameters<EventStore['readStream']>): AsyncIterable<RecordedEvent> {
    return this.store.readStream(...args);
  }

  subscribeAll(options: Parameters<EventStore['subscribeAll']>[0]): AsyncIterable<EventBatch> {
    return inOrder(this.store.subscribeAll(options), options.after);
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
}

function attributesOf(events: NewEvent[]): () => Record<string, string> {
  return () => ({ 'parley.events': events.map(({ type }) => type).join(',') });
}
