import { KafkaJSProtocolError, type Admin, type Kafka } from 'kafkajs';
import { backoff } from '../../database/retry';
import { PARTITIONS } from '../partitions';
import { MAX_MESSAGE_BYTES } from './kafka-messages';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What holds for topics that we make. How often a topic is kept is the cluster's default.replication.factor. */
const SETTINGS = {
  // Segments go as a whole, once the last message of one is as old as that: every message within 7 days.
  'retention.ms': String(6 * DAY_MS),
  'segment.ms': String(DAY_MS),
  'cleanup.policy': 'delete',
  // A request has one batch for each partition, and counts as a whole.
  'max.message.bytes': String(MAX_MESSAGE_BYTES + 1024 * 1024),
};

/** A topic that somebody else made cannot be used as it is. */
export class UnfitTopic extends Error {}

/** Makes topics that are not there. */
export class KafkaTopics {
  private readonly found = new Map<string, Promise<void>>();

  constructor(private readonly kafka: Kafka) {}

  /**
   * Back once the topic is there with the right number of partitions. Asked once for each topic.
   * @throws UnfitTopic
   */
  ensure(topic: string): Promise<void> {
    const found = this.found.get(topic) ?? this.find(topic);
    this.found.set(topic, found);
    found.catch(() => this.found.delete(topic));
    return found;
  }

  /** The next one who needs it looks again. */
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

/** Another process may do so at the same time: that is no error. */
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

/** A broker may learn a moment later than the controller that a topic is there. */
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
