import { Logger } from '@nestjs/common';
import { KafkaJSError, logLevel, type Admin, type Kafka } from 'kafkajs';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { Database } from '../../database/database';
import { backoff, pause } from '../../database/retry';
import type { Health, HealthCheck } from '../../telemetry/health';
import { Bus, type BusMessage, type ConsumerGroup, type DeliveredMessage, type GroupLag } from '../bus';
import { ParkedMessages } from '../parked-messages';
import { Slots } from '../slots';
import { GroupSession } from './group-session';
import { HeadMarks } from './head-marks';
import { connectKafka, type KafkaSettings } from './kafka-client';
import { KafkaTopics, UnfitTopic } from './kafka-topics';
import { causeOf, TopicPublisher } from './topic-publisher';

/** Without a word from the brokers for so long, readiness says so. */
const SILENT_MS = 30_000;

export interface KafkaBusOptions {
  /** Partitions that one consumer group handles at the same time. */
  concurrency?: number;
  /** A consumer that reached no broker for so long fails, and its process with it: a new one may fare better. */
  giveUpAfterMs?: number;
}

interface RunningConsumer {
  topic: string;
  group: string;
  lastProgress: number;
}

/**
 * The bus on Apache Kafka: 24 partitions a topic, shared out among the members of a consumer group, an offset
 * committed after each batch. Published without transactions: what is larger than Kafka takes is refused whole, but
 * where the brokers are lost in mid-call, a part of it may be there.
 */
export class KafkaBus extends Bus {
  private readonly logger = new Logger('Bus');
  private readonly kafka: Kafka;
  private readonly topics: KafkaTopics;
  private readonly parked: ParkedMessages;
  private readonly publishers = new Map<string, TopicPublisher>();
  private readonly consumers = new Set<RunningConsumer>();
  /** Of each group whose lag was asked for. */
  private readonly marks = new Map<string, HeadMarks>();
  /** Of the last call that failed, unless one has succeeded since. */
  private publishFailedAt: number | undefined;

  constructor(
    private readonly settings: KafkaSettings,
    database: Database,
    private readonly options: KafkaBusOptions = {},
  ) {
    super();
    this.kafka = connectKafka(settings);
    this.topics = new KafkaTopics(this.kafka);
    this.parked = new ParkedMessages(database);
  }

  /** @throws KafkaJSError where no broker answers or none lets us in. */
  static async open(
    settings: KafkaSettings,
    database: Database,
    options: KafkaBusOptions = {},
  ): Promise<KafkaBus> {
    // The caller reports the error that this throws.
    const admin = connectKafka(settings, logLevel.NOTHING).admin();
    try {
      await admin.connect();
    } finally {
      await admin.disconnect();
    }
    return new KafkaBus(settings, database, options);
  }

  /** @throws CodedError `unavailable` while the brokers are away. */
  async publish(topic: string, messages: BusMessage[]): Promise<void> {
    if (messages.length === 0) return;
    try {
      await this.publisherOf(topic).publish(messages);
      this.publishFailedAt = undefined;
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.publishFailedAt = Date.now();
      this.logger.warn(`publishing to ${topic} failed: ${messageOf(error)}`);
      throw new CodedError('unavailable', 'The bus is away.');
    }
  }

  async consume(
    topic: string,
    group: string,
    handle: (batch: DeliveredMessage[]) => Promise<void>,
    { signal, batchSize = 100 }: { signal: AbortSignal; batchSize?: number },
  ): Promise<void> {
    const { concurrency = 12, giveUpAfterMs = 300_000 } = this.options;
    const consumer = { topic, group, lastProgress: Date.now() };
    this.consumers.add(consumer);
    const subscription = {
      topic: this.nameOf(topic),
      groupId: this.groupIdOf(topic, group),
      batchSize,
      slots: new Slots(concurrency),
      handle,
      signal,
      onProgress: () => (consumer.lastProgress = Date.now()),
    };
    try {
      for (let failures = 0; !signal.aborted;) {
        const begin = Date.now();
        try {
          await this.topics.ensure(subscription.topic);
          await new GroupSession(connectKafka(this.settings), subscription).run();
        } catch (error) {
          const isHopeless = Date.now() - consumer.lastProgress > giveUpAfterMs;
          if (error instanceof UnfitTopic || isHopeless) throw error;
          this.logger.warn(`${group} lost Kafka and will try again: ${messageOf(error)}`);
          if (consumer.lastProgress > begin) failures = 0;
          await pause(backoff(++failures), signal);
        }
      }
    } finally {
      this.consumers.delete(consumer);
    }
  }

  park(topic: string, group: string, message: DeliveredMessage, error: string): Promise<void> {
    return this.parked.park(topic, group, message, error);
  }

  /** Whether this process hears from the brokers: its consumers lately, its publishers the last time they tried. */
  health(): HealthCheck {
    return { name: 'bus', check: () => Promise.resolve(this.state()) };
  }

  /** How far the groups that this process consumes for and `known` ones are behind, whoever owns the partitions. */
  async lag(known: readonly ConsumerGroup[] = []): Promise<GroupLag[]> {
    const groups = new Map(
      [...this.consumers, ...known].map(({ topic, group }) => [
        this.groupIdOf(topic, group),
        { topic, group },
      ]),
    );
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      const begun = new Set(await admin.listTopics());
      return await Promise.all(
        [...groups].map(async ([groupId, { topic, group }]) => {
          // Made when it is first published to or consumed.
          if (!begun.has(this.nameOf(topic))) return { topic, group, count: 0, since: null };
          return { topic, group, ...(await this.lagOf(admin, this.nameOf(topic), groupId)) };
        }),
      );
    } finally {
      await admin.disconnect();
    }
  }

  /** Ends what publishes. Consumers end with their signals. */
  async close(): Promise<void> {
    await Promise.all([...this.publishers.values()].map((publisher) => publisher.close()));
  }

  private async lagOf(
    admin: Admin,
    name: string,
    groupId: string,
  ): Promise<Required<Pick<GroupLag, 'count' | 'since'>>> {
    const [ends, [committed]] = await Promise.all([
      admin.fetchTopicOffsets(name),
      admin.fetchOffsets({ groupId, topics: [name] }),
    ]);
    const reached = new Map(
      committed?.partitions.map(({ partition, offset }) => [partition, Number(offset)]) ?? [],
    );
    const heads = new Map(ends.map(({ partition, high }) => [partition, Number(high)]));
    // -1: it has committed nothing yet, and begins with the oldest.
    const next = new Map(
      ends.map(({ partition, low }) => [partition, Math.max(reached.get(partition) ?? -1, Number(low))]),
    );
    const marks = this.marks.get(groupId) ?? new HeadMarks();
    this.marks.set(groupId, marks);
    const count = [...heads].reduce((sum, [each, head]) => sum + Math.max(head - next.get(each)!, 0), 0);
    return { count, since: marks.look(heads, next, new Date()) };
  }

  private publisherOf(topic: string): TopicPublisher {
    const name = this.nameOf(topic);
    const publisher = this.publishers.get(name) ?? new TopicPublisher(this.kafka, this.topics, name);
    this.publishers.set(name, publisher);
    return publisher;
  }

  private nameOf(topic: string): string {
    return `${this.settings.prefix}${topic}`;
  }

  /** Kafka's groups span topics, ours do not. */
  private groupIdOf(topic: string, group: string): string {
    return `${this.nameOf(topic)}.${group}`;
  }

  private state(): Health {
    const silent = [...this.consumers].filter(({ lastProgress }) => Date.now() - lastProgress > SILENT_MS);
    if (silent.length > 0) {
      const longest = Math.max(...silent.map(({ lastProgress }) => Date.now() - lastProgress));
      const detail = `${silent.length} of ${this.consumers.size} consumers have heard nothing for ${Math.round(longest / 1000)} s`;
      return { ok: false, detail };
    }
    // Traffic that is kept away could not show that publishing works again: after a while it is let in.
    if (this.publishFailedAt !== undefined && Date.now() - this.publishFailedAt < SILENT_MS) {
      return { ok: false, detail: 'publishing failed' };
    }
    return { ok: true };
  }
}

function messageOf(error: unknown): string {
  return error instanceof KafkaJSError ? causeOf(error).message : String(error);
}

/** Whether the brokers are away or busy, rather than unwilling. */
function isOutage(error: unknown): error is KafkaJSError {
  return error instanceof KafkaJSError && causeOf(error).retriable !== false;
}
