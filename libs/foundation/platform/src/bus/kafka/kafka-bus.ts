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

/** The bus reports itself unhealthy after this long without a response from the brokers. */
const SILENT_MS = 30_000;

export interface KafkaBusOptions {
  /** Number of partitions that one consumer group handles concurrently. */
  concurrency?: number;
  /**
   * A consumer that reaches no broker for this long fails and ends its process; a restarted process may reach one.
   */
  giveUpAfterMs?: number;
}

interface RunningConsumer {
  topic: string;
  group: string;
  lastProgress: number;
}

/**
 * Bus on Apache Kafka: 24 partitions per topic, distributed among the members of a consumer group, which commits an
 * offset after each batch. Publishes without transactions: a message above Kafka's limit is refused before anything
 * is sent, but if the brokers fail during a call, they may have stored a part of it.
 */
export class KafkaBus extends Bus {
  private readonly logger = new Logger('Bus');
  private readonly kafka: Kafka;
  private readonly topics: KafkaTopics;
  private readonly parked: ParkedMessages;
  private readonly publishers = new Map<string, TopicPublisher>();
  private readonly consumers = new Set<RunningConsumer>();
  /** Head marks by group id, for each group whose lag was requested. */
  private readonly marks = new Map<string, HeadMarks>();
  /** Time of the last failed call in ms since 1970, undefined once a later call has succeeded. */
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

  /** @throws KafkaJSError if no broker responds or none accepts the credentials */
  static async open(
    settings: KafkaSettings,
    database: Database,
    options: KafkaBusOptions = {},
  ): Promise<KafkaBus> {
    // The client logs nothing here: the caller reports the error that this throws.
    const admin = connectKafka(settings, logLevel.NOTHING).admin();
    try {
      await admin.connect();
    } finally {
      await admin.disconnect();
    }
    return new KafkaBus(settings, database, options);
  }

  /** @throws CodedError `unavailable` while the brokers are down */
  protected async append(topic: string, messages: BusMessage[]): Promise<void> {
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

  /** Unhealthy if a consumer has had no response from the brokers for SILENT_MS, or if the last publish failed. */
  health(): HealthCheck {
    return { name: 'bus', check: () => Promise.resolve(this.state()) };
  }

  /**
   * @returns the lag of the groups for which this process consumes, and of the `known` groups, whichever process owns
   * the partitions
   */
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
          // The topic does not exist until its first publish or consumer.
          if (!begun.has(this.nameOf(topic))) return { topic, group, count: 0, since: null };
          return { topic, group, ...(await this.lagOf(admin, this.nameOf(topic), groupId)) };
        }),
      );
    } finally {
      await admin.disconnect();
    }
  }

  /** Closes the publishers. Consumers end with their signals. */
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
    // -1 means that the group has committed nothing: it begins with the oldest message.
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

  /** A group in Kafka can have several topics, but a group of this bus has one, so the topic is part of the id. */
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
    // An unready process gets no traffic, so no publish could show that publishing works again. The process therefore
    // reports itself ready after SILENT_MS.
    if (this.publishFailedAt !== undefined && Date.now() - this.publishFailedAt < SILENT_MS) {
      return { ok: false, detail: 'publishing failed' };
    }
    return { ok: true };
  }
}

function messageOf(error: unknown): string {
  return error instanceof KafkaJSError ? causeOf(error).message : String(error);
}

/** Whether the brokers are down or busy; false if they refused the request. */
function isOutage(error: unknown): error is KafkaJSError {
  return error instanceof KafkaJSError && causeOf(error).retriable !== false;
}
