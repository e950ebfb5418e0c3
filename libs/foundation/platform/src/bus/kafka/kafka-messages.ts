import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { BusMessage, DeliveredMessage } from '../bus';
import { partitionOf } from '../partitions';

/**
 * Header with the id of a message, which Kafka does not have. The prefix avoids a clash with a publisher's headers.
 */
const ID_HEADER = 'parley-id';

/** Maximum size of a message; with Kafka's overhead it stays below the `max.message.bytes` of the topics. */
export const MAX_MESSAGE_BYTES = 7 * 1024 * 1024;

/**
 * Converts a message for the client. The partition follows the rule of the PostgreSQL bus instead of the client's
 * own.
 */
export function toKafka({ key, id, value, headers }: BusMessage): Message {
  return { key, value, partition: partitionOf(key), headers: { ...headers, [ID_HEADER]: id } };
}

/**
 * Converts a message of Kafka. A message of another program has no id, so its id is made of its partition and offset.
 */
export function fromKafka(partition: number, message: KafkaMessage): DeliveredMessage {
  const { [ID_HEADER]: id, ...headers } = textsOf(message.headers ?? {});
  const { key, value, offset } = message;
  return {
    partition,
    offset,
    id: id ?? `${partition}-${offset}`,
    key: key?.toString('utf8') ?? '',
    value: value ?? Buffer.alloc(0),
    headers,
  };
}

/** @returns the bytes of a message that count towards the limits */
export function sizeOf({ key, id, value, headers }: BusMessage): number {
  const texts = [key, id, ...Object.entries(headers).flat()];
  return value.length + texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** Decodes headers, which are bytes in Kafka. If a header occurs several times, the last value counts. */
function textsOf(headers: IHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const last = Array.isArray(value) ? value.at(-1) : value;
      return [name, last?.toString('utf8') ?? ''];
    }),
  );
}
