import { randomUUID } from 'node:crypto';
import { Database, isConnectionError } from '@parley/platform/database/database';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { Logger } from '@nestjs/common';
import { Registry } from 'prom-client';
import type { Bus, BusMessage } from '../bus';
import { busConformance, Consumer, messages } from '../conformance';
import { Bus1763700001000 } from './bus.migration';
import { registerBusMetrics } from './bus-metrics';
import { PostgresBus } from './postgres-bus';
import { sweepBus } from './sweep';

// Failures are provoked here, and each is announced.
beforeAll(() => {
  Logger.overrideLogger(false);
});

busConformance('PostgreSQL', async () => {
  const database = await testDatabase([Bus1763700001000]);
  return {
    bus: new PostgresBus(database),
    another: () => new PostgresBus(database),
    unpublishable: { key: 'a', id: 'no zero\u0000characters', value: Buffer.from(''), headers: {} },
    async parked(topic) {
      const { rows } = await database.query<{ group: string; id: string; value: Buffer; error: string }>(
        'select grp as "group", id, value, error from bus.parked where topic = $1',
        [topic],
      );
      return rows;
    },
    close: () => database.drop(),
  };
});

describe('in PostgreSQL', () => {
  const HOUR = 3_600_000;
  let database: TestDatabase;
  let topic: string;

  beforeAll(async () => {
    database = await testDatabase([Bus1763700001000]);
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    topic = `test.${randomUUID()}`;
  });

  test('offsets of a partition have no gaps, whoever published', async () => {
    const buses = [1, 2, 3].map(() => new PostgresBus(database));
    await Promise.all(
      Array.from({ length: 300 }, (_, call) =>
        buses[call % 3]!.publish(topic, messages(...['a', 'b', 'c', 'd'].slice(call % 4), 'e')),
      ),
    );
    const { rows } = await database.query(
      `select partition from bus.message m join bus.partition p using (topic, partition) where topic = $1
       group by partition, p.next
       having min("offset") <> 0 or max("offset") + 1 <> count(*) or p.next <> count(*)`,
      [topic],
    );
    expect(rows).toEqual([]);
  });

  test('a consumer in the same process is woken at once', async () => {
    const here = withoutNotifications(new Database(database.url));
    const bus = new PostgresBus(here, { pollMs: HOUR });
    const consumer = new Consumer({ bus, topic, group: 'g' });
    for (let count = 1; count <= 20; count++) {
      await bus.publish(topic, messages('a'));
      await consumer.received(count);
    }
    await consumer.stop();
    await here.close();
    expect(consumer.ids()).toHaveLength(20);
  });

  test('a consumer in another process is woken by a notification', async () => {
    const elsewhere = new Database(database.url);
    const consumer = new Consumer({ bus: new PostgresBus(elsewhere, { pollMs: HOUR }), topic, group: 'g' });
    const bus = new PostgresBus(database);
    for (let count = 1; count <= 20; count++) {
      await bus.publish(topic, messages('a'));
      await consumer.received(count);
    }
    await consumer.stop();
    await elsewhere.close();
    expect(consumer.ids()).toHaveLength(20);
  });

  test('without any notification, the poll finds what was published', async () => {
    const elsewhere = withoutNotifications(new Database(database.url));
    const silent = new PostgresBus(elsewhere);
    const consumer = new Consumer({ bus: new PostgresBus(database, { pollMs: 50 }), topic, group: 'g' });
    await silent.publish(topic, messages('a'));
    await consumer.received(1);
    await consumer.stop();
    await elsewhere.close();
    expect(consumer.ids()).toHaveLength(1);
  });

  test('consumers and publishers outlive an outage of PostgreSQL', async () => {
    const struck = await testDatabase([Bus1763700001000]);
    const server = new Database(process.env.TEST_DATABASE_URL!, { max: 1 });
    const name = new URL(struck.url).pathname.slice(1);
    const bus = new PostgresBus(struck, { pollMs: 50 });
    const handling = new Consumer({ bus, topic, group: 'g' });
    await bus.publish(topic, messages('a', 'b'));
    await handling.received(2);

    await server.query(`alter database ${name} allow_connections false`);
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await expect(bus.publish(topic, messages('a'))).rejects.toThrow();
    await server.query(`alter database ${name} allow_connections true`);

    const after = messages('a', 'b', 'c');
    await publishTryingAgain(bus, topic, after);
    await handling.until((received) => {
      const ids = received.map(({ id }) => id);
      return after.every(({ id }) => ids.includes(id)) || undefined;
    });
    await handling.stop();
    await server.close();
    await struck.drop();
    expect(new Set(handling.ids()).size).toBe(5);
  });

  test('two processes of one group never move its offset back', async () => {
    const bus = new PostgresBus(database);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = () => {};
    const begin = new Promise<void>((resolve) => (begun = resolve));
    const frozen = new Consumer({
      bus,
      topic,
      group: 'g',
      batchSize: 1,
      before: async () => {
        begun();
        await held;
      },
    });
    await bus.publish(topic, messages('a', 'a', 'a'));
    await begin;
    const other = new Consumer({ bus: new PostgresBus(database), topic, group: 'g' });
    await other.received(3);
    await other.stop();
    const stopped = frozen.stop();
    release();
    await stopped;
    const { rows } = await database.query(
      `select max("offset") as offset from bus.consumer where topic = $1 and grp = 'g'`,
      [topic],
    );
    expect(rows).toEqual([{ offset: '3' }]);
  });

  test('a batch of large messages is cut by its size', async () => {
    const bus = new PostgresBus(database);
    const large = messages('a', 'a', 'a', 'a').map((message) => ({
      ...message,
      value: Buffer.alloc(3 * 1024 * 1024),
    }));
    await bus.publish(topic, large);
    const sizes: number[] = [];
    const consumer = new Consumer({
      bus,
      topic,
      group: 'g',
      before: (batch) => void sizes.push(batch.length),
    });
    await consumer.received(4);
    await consumer.stop();
    expect(sizes).toEqual([3, 1]);
  });

  test('old messages are swept once every known group has handled them', async () => {
    const bus = new PostgresBus(database);
    const left = async () =>
      (await database.query('select 1 from bus.message where topic = $1', [topic])).rowCount;
    const [quick, slow] = ['quick', 'slow'].map((group) => new Consumer({ bus, topic, group }));
    await bus.publish(topic, messages('a', 'b', 'c'));
    await Promise.all([quick!.received(3), slow!.received(3)]);
    await slow!.stop();
    await bus.publish(topic, messages('a', 'b'));
    await quick!.received(5);
    await quick!.stop();

    await sweepBus(database);
    expect(await left()).toBe(5);
    await sweepBus(database, '0 seconds');
    expect(await left()).toBe(2);
  });

  test('metrics say how far a group is behind and what it parked', async () => {
    const bus = new PostgresBus(database);
    const registry = new Registry();
    registerBusMetrics(registry, database);
    await bus.publish(topic, messages('a', 'b'));
    const consumer = new Consumer({ bus, topic, group: 'g' });
    const [first] = await consumer.received(2);
    await consumer.stop();
    await bus.publish(topic, messages('a', 'b', 'c'));
    await bus.park(topic, 'g', first!, 'unreadable');
    const text = await registry.metrics();
    expect(text).toContain(`parley_bus_lag_messages{topic="${topic}",group="g"} 3`);
    expect(text).toContain(`parley_bus_parked_messages{topic="${topic}",group="g"} 1`);
  });
});

/** A pool may notice only at their next use which of its connections are dead. */
async function publishTryingAgain(bus: Bus, topic: string, batch: BusMessage[]): Promise<void> {
  try {
    await bus.publish(topic, batch);
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    await publishTryingAgain(bus, topic, batch);
  }
}

function withoutNotifications(database: Database): Database {
  jest
    .spyOn(database, 'query')
    .mockImplementation((text, values) =>
      text.includes('notify') ? Promise.reject(new Error('lost')) : database.pool.query(text, values),
    );
  return database;
}
