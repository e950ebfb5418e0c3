import { CORRELATION_HEADER, currentCorrelation } from '../telemetry/correlation';
import { traced } from '../telemetry/tracing';

export interface BusMessage {
  /** Messages with the same key are delivered in order. */
  key: string;
  id: string;
  value: Buffer;
  headers: Record<string, string>;
}

export interface DeliveredMessage extends BusMessage {
  partition: number;
  /** Increases within a partition. */
  offset: string;
}

/** @returns the correlation id of a message: the header if it has one, otherwise the id of the message */
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
  /**
   * The oldest waiting message was published at this time or earlier. Null or undefined if no message waits or the
   * bus does not know the time.
   */
  since?: Date | null;
}

/**
 * Carries messages from the process that receives them to the process that handles them. Messages are stored durably,
 * ordered per key and delivered at least once.
 */
export abstract class Bus {
  /**
   * Stores the messages durably before it resolves. If the engine refuses a message, it stores none of the call's
   * messages. If the connection breaks during the call, the engine may have stored some of them: the caller then
   * publishes all again, and consumers skip the repetitions. A message without a correlation id gets that of the work
   * that publishes it.
   */
  publish(topic: string, messages: BusMessage[]): Promise<void> {
    const correlationId = currentCorrelation();
    const correlated =
      correlationId === undefined
        ? messages
        : messages.map((message) => ({
            ...message,
            headers: { [CORRELATION_HEADER]: correlationId, ...message.headers },
          }));
    return traced({ name: `publish ${topic}`, kind: 'producer' }, () => this.append(topic, correlated));
  }

  protected abstract append(topic: string, messages: BusMessage[]): Promise<void>;

  /**
   * Passes each partition's messages to `handle`, in order, one batch at a time, for this consumer group, until
   * `signal` aborts. An offset is committed after `handle` returns; if `handle` throws, the bus retries the batch in
   * place with growing pauses. `handle` parks a message that can never succeed, and returns.
   */
  abstract consume(
    topic: string,
    group: string,
    handle: (batch: DeliveredMessage[]) => Promise<void>,
    options: { signal: AbortSignal; batchSize?: number },
  ): Promise<void>;

  /** Stores a message as a dead letter, with the error, for an administrator. */
  abstract park(topic: string, group: string, message: DeliveredMessage, error: string): Promise<void>;

  /**
   * @returns the lag of the groups for which this process consumes, and of the groups in `known`, which may run in
   * other processes
   */
  abstract lag(known?: readonly ConsumerGroup[]): Promise<GroupLag[]>;
}
