import { CORRELATION_HEADER } from '../telemetry/correlation';

export interface BusMessage {
  /** Messages of one key keep their order. */
  key: string;
  id: string;
  value: Buffer;
  headers: Record<string, string>;
}

export interface DeliveredMessage extends BusMessage {
  partition: number;
  /** Rises within its partition. */
  offset: string;
}

/** What its message came of: the id of a request, a webhook or an event's own cause. */
export function correlationOf({ headers, id }: BusMessage): string {
  return headers[CORRELATION_HEADER] ?? id;
}

export interface ConsumerGroup {
  topic: string;
  group: string;
}

export interface GroupLag extends ConsumerGroup {
  /** Messages that the group has yet to handle. */
  count: number;
  /** Since when, at the least, one of them waits; null where nothing does or nobody knows. */
  since?: Date | null;
}

/** The road between what receives and what works: durable, ordered per key, at least once. */
export abstract class Bus {
  /**
   * Durable on return. What the engine refuses it refuses whole; where it is lost in mid-call, some may be there: the
   * caller publishes all of it again, and what a message causes is done once.
   */
  abstract publish(topic: string, messages: BusMessage[]): Promise<void>;

  /**
   * Hands each partition's messages to `handle`, in order, one batch at a time, for this consumer group, until
   * `signal` aborts. An offset is committed after `handle` returns; if it throws, the batch is tried again in place
   * with growing pauses. `handle` parks what can never succeed and returns.
   */
  abstract consume(
    topic: string,
    group: string,
    handle: (batch: DeliveredMessage[]) => Promise<void>,
    options: { signal: AbortSignal; batchSize?: number },
  ): Promise<void>;

  /** Sets a message aside with the reason it cannot be processed, for an administrator. */
  abstract park(topic: string, group: string, message: DeliveredMessage, error: string): Promise<void>;

  /** How far groups are behind: at least those that this process consumes for, and `known`, wherever they run. */
  abstract lag(known?: readonly ConsumerGroup[]): Promise<GroupLag[]>;
}
