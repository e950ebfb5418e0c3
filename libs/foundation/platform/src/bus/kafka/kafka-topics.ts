import { KafkaJSProtocolError, type Admin, type Kafka } from 'kafkajs';
import { backoff } from '../../database/retry';
import { PARTITIONS } from '../partitions';
import { MAX_MESSAGE_BYTES } from './kafka-messages';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Configuration of the topics that the bus creates. The replication factor is the cluster's default. */
const SETTINGS = {
  // Kafka deletes a segment when its last message reaches this age: six days and one day for a segment make 7 days.
  'retention.ms': String(6 * DAY_MS),
  'segment.ms': String(DAY_MS),
  'cleanup.policy': 'delete',
  // A request has one batch per partition, and Kafka applies this limit to the whole request.
  'max.message.bytes': String(MAX_MESSAGE_BYTES + 1024 * 1024),
};

/** An existing topic has the wrong number of partitions. */
export class UnfitTopic extends Error {}

/** Creates missing topics. */
export class KafkaTopics {
  private readonly found = new Map<string, Promise<void>>();

  constructor(private readonly kafka: Kafka) {}

  /**
   * Resolves once the topic exists with the right number of partitions. Checks each topic once.
   * @throws UnfitTopic if the topic has another number of partitions
   */
  ensure(topic: string): Promise<void> {
    const found = this.found.get(topic) ?? this.find(topic);
    this.found.set(topic, found);
    found.catch(() => this.found.delete(topic));
    return found;
  }

  /** The next call of `ensure` checks the topic again. */
  forget(topic: string): void {
    this.found.delete(topic);
  }

  private async find(topic: string): Promise<void> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      if (!(await admin.listTopics()).includes(topic)) await create(admin, topic);
      const partitions = await partitionsOf(admin, topic);
      if (partitions !== PARTITIONS) {
        throw new UnfitTopic(
          `The topic ${topic} has ${partitions} partitions instead of ${PARTITIONS}: the order of messages depends on their number. Create it anew, or let Parley do it.`,
        );
      }
    } finally {
      await admin.disconnect();
    }
  }
}

/** Creates a topic. Succeeds also if another process creates it at the same time. */
async function create(admin: Admin, topic: string): Promise<void> {
  await admin.createTopics({
    waitForLeaders: true,
    topics: [
      {
        topic,
        numPartitions: PARTITIONS,
        replicationFactor: -1,
        configEntries: Object.entries(SETTINGS).map(([name, value]) => ({ name, value })),
      },
    ],
  });
}

/**
 * @returns the number of partitions. Retries while a broker does not know a new topic, which the controller knows
 * first.
 */
async function partitionsOf(admin: Admin, topic: string): Promise<number> {
  for (let failures = 0; ;) {
    try {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      return topics[0]?.partitions.length ?? 0;
    } catch (error) {
      const isNews = error instanceof KafkaJSProtocolError && error.type === 'UNKNOWN_TOPIC_OR_PARTITION';
      if (!isNews || ++failures > 6) throw error;
      await new Promise((resolve) => setTimeout(resolve, backoff(failures)));
    }
  }
}
