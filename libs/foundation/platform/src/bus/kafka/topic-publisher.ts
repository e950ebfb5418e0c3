import { KafkaJSError, Partitioners, type Kafka, type Message, type Producer } from 'kafkajs';
import type { BusMessage } from '../bus';
import { MAX_MESSAGE_BYTES, sizeOf, toKafka } from './kafka-messages';
import type { KafkaTopics } from './kafka-topics';

/** Maximum bytes of one request, unless a single message is larger. */
const REQUEST_BYTES = 4 * 1024 * 1024;

/** A message exceeds MAX_MESSAGE_BYTES. */
export class TooLarge extends Error {}

interface Call {
  messages: BusMessage[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Publishes to one topic. Calls that arrive while a request runs share the next one.
 *
 * Only one request runs at a time, its retries included. The client numbers its requests, and if a response is lost
 * it gives the same number to the next request; the broker has seen that number and would drop the next request as a
 * repetition. For the same reason a producer that failed finally is not used again.
 */
export class TopicPublisher {
  private waiting: Call[] = [];
  private sending: Promise<void> | undefined;
  private producer: Producer | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly topics: KafkaTopics,
    private readonly topic: string,
  ) {}

  /**
   * Resolves once the brokers have stored all messages.
   * @throws TooLarge before anything is published
   */
  publish(messages: BusMessage[]): Promise<void> {
    const large = messages.find((message) => sizeOf(message) > MAX_MESSAGE_BYTES);
    if (large) {
      const size = sizeOf(large);
      return Promise.reject(new TooLarge(`Message ${large.id} for ${this.topic} has ${size} bytes.`));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ messages, resolve, reject });
      this.sending ??= this.sendWaiting().finally(() => (this.sending = undefined));
    });
  }

  async close(): Promise<void> {
    await this.sending;
    await this.discard();
  }

  private async sendWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const calls = this.takeCalls();
      try {
        await this.send(calls);
        calls.forEach((call) => call.resolve());
      } catch (error) {
        // The topic may have been deleted, so the next call checks it again.
        this.topics.forget(this.topic);
        await this.discard();
        if (isRefusal(error) && calls.length > 1) await this.sendAlone(calls);
        // While the brokers are down, the waiting calls fail as well: otherwise each in turn would wait for its own
        // timeout.
        else [...calls, ...(isRefusal(error) ? [] : this.waiting.splice(0))].forEach((c) => c.reject(error));
      }
    }
  }

  /** Takes the waiting calls that fit into a request, and at least one. */
  private takeCalls(): Call[] {
    let bytes = 0;
    const fitting = this.waiting.findIndex(({ messages }, index) => {
      bytes += messages.reduce((sum, message) => sum + sizeOf(message), 0);
      return index > 0 && bytes > REQUEST_BYTES;
    });
    return this.waiting.splice(0, fitting === -1 ? this.waiting.length : fitting);
  }

  /** Sends each call in a request of its own, so that only the refused call fails. */
  private async sendAlone(calls: Call[]): Promise<void> {
    for (const call of calls) {
      try {
        await this.send([call]);
        call.resolve();
      } catch (error) {
        await this.discard();
        call.reject(error);
      }
    }
  }

  private async send(calls: Call[]): Promise<void> {
    await this.topics.ensure(this.topic);
    const producer = await this.connected();
    for (const messages of requestsOf(calls.flatMap((call) => call.messages))) {
      await producer.send({ topic: this.topic, acks: -1, messages });
    }
  }

  private async connected(): Promise<Producer> {
    if (this.producer) return this.producer;
    const producer = this.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      // Every message names its partition, but the client warns unless a partitioner is set.
      createPartitioner: Partitioners.DefaultPartitioner,
      retry: { initialRetryTime: 200, maxRetryTime: 2_000, retries: 5 },
    });
    this.producer = producer;
    await producer.connect();
    return producer;
  }

  private async discard(): Promise<void> {
    const { producer } = this;
    this.producer = undefined;
    await producer?.disconnect().catch(() => undefined);
  }
}

/** Splits messages into requests, in order. */
function requestsOf(messages: BusMessage[]): Message[][] {
  const requests: Message[][] = [];
  let bytes = Infinity;
  for (const message of messages) {
    bytes += sizeOf(message);
    if (bytes > REQUEST_BYTES) {
      requests.push([]);
      bytes = sizeOf(message);
    }
    requests.at(-1)!.push(toKafka(message));
  }
  return requests;
}

/** Whether the brokers refused the request; false if they are down or busy. */
function isRefusal(error: unknown): boolean {
  return !(error instanceof KafkaJSError) || causeOf(error).retriable === false;
}

/** Unwraps an error: the client wraps it once it has given up. */
export function causeOf(error: KafkaJSError): KafkaJSError {
  const { cause } = error as { cause?: unknown };
  return cause instanceof KafkaJSError && cause !== error ? causeOf(cause) : error;
}
