import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { testDatabase } from '@parley/testing/postgres/test-database';
import { busConformance } from '../conformance';
import { Parked1763900000000 } from '../parked.migration';
import { ParkedMessages } from '../parked-messages';
import { Bus1763700001000 } from '../postgres/bus.migration';
import { KafkaBus } from './kafka-bus';
import { connectKafka, type KafkaSettings } from './kafka-client';
import { MAX_MESSAGE_BYTES } from './kafka-messages';

const migrations = [Bus1763700001000, Parked1763900000000];
/** scripts/test names the broker of the run, and says so where there is none. */
const brokers = process.env.KAFKA_BROKERS?.split(',') ?? [];
const settings: KafkaSettings = { brokers, prefix: `${randomUUID()}.` };
const kafka = connectKafka(settings);

// Failures are provoked here, and each is announced.
beforeAll(() => {
  Logger.overrideLogger(false);
});

const onKafka = brokers.length > 0 ? describe : describe.skip;

onKafka('with a broker', () => {
  afterAll(removeTopics);

  busConformance('Kafka', async () => {
    const database = await testDatabase(migrations);
    const parked = new ParkedMessages(database);
    const buses: KafkaBus[] = [];
    const makeBus = () => {
      const bus = new KafkaBus(settings, database);
      buses.push(bus);
      return bus;
    };
    return {
      bus: makeBus(),
      another: makeBus,
      unpublishable: { key: 'a', id: 'x', value: Buffer.alloc(MAX_MESSAGE_BYTES + 1), headers: {} },
      parked: async (topic) =>
        (await parked.list())
          .filter((message) => message.topic === topic)
          .map(({ group, id, value, error }) => ({ group, id, value, error })),
      async close() {
        await Promise.all(buses.map((bus) => bus.close()));
        await database.drop();
      },
    };
  });
});

/** Of this run alone: the broker may be somebody's. */
async function removeTopics(): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(settings.prefix));
  if (topics.length > 0) await admin.deleteTopics({ topics });
  await admin.disconnect();
}
