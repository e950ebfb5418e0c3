import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { BusMessage, DeliveredMessage } from '../bus';
import { partitionOf } from '../partitions';

/** Kafka's messages have no id. The name is ours: a header of a publisher may be called anything else. */
const ID_HEADER = 'parley-id';

/** Bytes a message may have: with what Kafka adds, it stays below what topics are made to take. */
export const MAX_MESSAGE_BYTES = 7 * 1024 * 1024;

/** The partition is the one of the PostgreSQL bus, whatever the client's own rule. */
export function toKafka({ key, id, value, headers }: BusMessage): Message {
  return { key, value, partition: partitionOf(key), headers: { ...headers, [ID_HEADER]: id } };
}

/** A message that another program put there has its place for an id. */
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

/** Bytes of a message as they count against limits. */
export function sizeOf({ key, id, value, headers }: BusMessage): number {
  const texts = [key, id, ...Object.entries(headers).flat()];
  return value.length + texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** Kafka's headers are bytes, and one may stand there several times: its last one counts. */
function textsOf(headers: IHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const last = Array.isArray(value) ? value.at(-1) : value;
      return [name, last?.toString('utf8') ?? ''];
    }),
  );
}
