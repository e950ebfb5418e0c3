import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { ConfigResourceTypes, Partitioners } from 'kafkajs';
import type { BusMessage, DeliveredMessage } from '../bus';
import { busConformance, Consumer, messages } from '../conformance';
import { Parked1763900000000 } from '../parked.migration';
import { ParkedMessages } from '../parked-messages';
import { Bus1763700001000 } from '../postgres/bus.migration';
import { KafkaBus } from './kafka-bus';
import { connectKafka, type KafkaSettings } from './kafka-client';
import { MAX_MESSAGE_BYTES } from './kafka-messages';
import { UnfitTopic } from './kafka-topics';

const migrations = [Bus1763700001000, Parked1763900000000];
/** scripts/test sets the broker of the run and prints a note if there is none. */
const brokers = process.env.TEST_KAFKA_BROKERS?.split(',').filter(Boolean) ?? [];
const settings: KafkaSettings = { brokers, prefix: `${randomUUID()}.` };
const kafka = connectKafka(settings);

// These tests provoke failures, and the bus logs each.
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

  describe('in Kafka', () => {
    let database: TestDatabase;
    let bus: KafkaBus;
    let topic: string;

    beforeAll(async () => {
      database = await testDatabase(migrations);
      bus = new KafkaBus(settings, database);
    });
    afterAll(async () => {
      await bus.close();
      await database.drop();
    });
    beforeEach(() => {
      topic = `test.${randomUUID()}`;
    });

    test('handles every message of a key once and in order while members join and leave', async () => {
      const handled: DeliveredMessage[] = [];
      const join = () => {
        const before = async (batch: DeliveredMessage[]) => {
          // The pause keeps a batch running whenever the group rebalances.
          await new Promise((resolve) => setTimeout(resolve, 200));
          handled.push(...batch);
        };
        return new Consumer({
          bus: new KafkaBus(settings, database),
          topic,
          group: 'g',
          batchSize: 5,
          before,
        });
      };
      const sent: BusMessage[] = [];
      const traffic = async (consumers: Consumer[], each: number) => {
        const counts = consumers.map((consumer) => consumer.ids().length);
        while (consumers.some((consumer, index) => consumer.ids().length < counts[index]! + each)) {
          const round = messages(...Array.from({ length: 60 }, (_, index) => `key-${index}`));
          sent.push(...round);
          await bus.publish(topic, round);
          while (handled.length < sent.length) await new Promise(setImmediate);
        }
      };
      const first = join();
      await traffic([first], 60);
      const second = join();
      await traffic([first, second], 60);
      const third = join();
      await first.stop();
      await traffic([second, third], 60);
      await second.stop();
      await third.stop();
      expect(inOrderOfKeys(handled)).toEqual(inOrderOfKeys(sent));
    });

    test('gives a message from another program an id made of its partition and offset', async () => {
      const consumer = new Consumer({ bus, topic, group: 'g' });
      await bus.publish(topic, []);
      await bus.publish(topic, messages('a'));
      const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
      await producer.connect();
      await producer.send({
        topic: `${settings.prefix}${topic}`,
        messages: [{ key: null, value: null, partition: 3 }],
      });
      await producer.disconnect();
      const foreign = await consumer.until((received) => received.find(({ partition }) => partition === 3));
      await consumer.stop();
      expect(foreign).toEqual({
        partition: 3,
        offset: expect.any(String),
        id: `3-${foreign.offset}`,
        key: '',
        value: Buffer.alloc(0),
        headers: {},
      });
    });

    test('refuses a topic with another number of partitions', async () => {
      const admin = kafka.admin();
      await admin.connect();
      await admin.createTopics({
        topics: [{ topic: `${settings.prefix}${topic}`, numPartitions: 3 }],
        waitForLeaders: true,
      });
      await admin.disconnect();
      await expect(bus.publish(topic, messages('a'))).rejects.toThrow(UnfitTopic);
      const { signal } = new AbortController();
      await expect(bus.consume(topic, 'g', () => Promise.resolve(), { signal })).rejects.toThrow(UnfitTopic);
    });

    test('deletes messages after 7 days at most', async () => {
      await bus.publish(topic, messages('a'));
      const admin = kafka.admin();
      await admin.connect();
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: ConfigResourceTypes.TOPIC, name: `${settings.prefix}${topic}` }],
      });
      await admin.disconnect();
      const entries = new Map(
        resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]),
      );
      expect(entries.get('cleanup.policy')).toBe('delete');
      const longest = Number(entries.get('retention.ms')) + Number(entries.get('segment.ms'));
      expect(longest).toBe(7 * 24 * 60 * 60 * 1000);
    });

    test('publishes large messages, and splits a shared request by size', async () => {
      const large = Array.from({ length: 5 }, () => ({
        ...messages('a')[0]!,
        value: Buffer.alloc(3 * 1024 * 1024),
      }));
      await Promise.all(large.map((message) => bus.publish(topic, [message])));
      const consumer = new Consumer({ bus, topic, group: 'g' });
      await consumer.received(5);
      await consumer.stop();
      expect(consumer.ids()).toEqual(large.map(({ id }) => id));
    });

    test('reports the messages that a group has yet to handle as its lag', async () => {
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      let begun = () => {};
      const begin = new Promise<void>((resolve) => (begun = resolve));
      const consumer = new Consumer({
        bus,
        topic,
        group: 'g',
        async before() {
          begun();
          await held;
        },
      });
      await bus.publish(topic, messages('a', 'b', 'c'));
      await begin;
      const since = expect.any(Date) as Date;
      expect(await bus.lag()).toEqual([{ topic, group: 'g', count: 3, since }]);
      // A process without consumers reports the same lag for a group in `known`.
      const elsewhere = new KafkaBus(settings, database);
      const known = [
        { topic, group: 'g' },
        { topic: randomUUID(), group: 'g' },
      ];
      const nothing = { ...known[1], count: 0, since: null };
      expect(await elsewhere.lag(known)).toEqual([{ topic, group: 'g', count: 3, since }, nothing]);
      release();
      await consumer.received(3);
      await consumer.stop();
      expect(await bus.lag()).toEqual([]);
    });
  });
});

/** @returns the ids of the messages by key, in order of arrival */
function inOrderOfKeys(all: BusMessage[]): Record<string, string[]> {
  const keys = [...new Set(all.map(({ key }) => key))].sort();
  return Object.fromEntries(keys.map((key) => [key, all.filter((m) => m.key === key).map(({ id }) => id)]));
}

/** Removes only the topics of this run, since the broker may have others. */
async function removeTopics(): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(settings.prefix));
  if (topics.length > 0) await admin.deleteTopics({ topics });
  await admin.disconnect();
}
