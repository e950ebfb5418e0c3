import { randomUUID } from 'node:crypto';
import { Database, isConnectionError } from '../../database/database';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { Logger } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Lease1763800000000 } from '../../lease/lease.migration';
import { Leases } from '../../lease/leases';
import type { Bus, BusMessage } from '../bus';
import { busConformance, Consumer, messages } from '../conformance';
import { registerBusMetrics } from '../bus-metrics';
import { ParkedMessages } from '../parked-messages';
import { Parked1763900000000 } from '../parked.migration';
import { Bus1763700001000 } from './bus.migration';
import { PostgresBus } from './postgres-bus';
import { sweepBus } from './sweep';

const migrations = [Bus1763700001000, Lease1763800000000, Parked1763900000000];

// These tests provoke failures, and the bus logs each.
beforeAll(() => {
  Logger.overrideLogger(false);
});

busConformance('PostgreSQL', async () => {
  const database = await testDatabase(migrations);
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
    database = await testDatabase(migrations);
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    topic = `test.${randomUUID()}`;
  });

  test('numbers the messages of a partition without gaps under several publishers', async () => {
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

  test('stores concurrent calls in shared commits, and fails only the call whose message cannot be stored', async () => {
    const bus = new PostgresBus(database);
    const commits = jest.spyOn(database, 'query');
    const unpublishable = { key: 'a', id: 'no zero\u0000characters', value: Buffer.from(''), headers: {} };
    const [wrong, ...right] = await Promise.allSettled([
      bus.publish(topic, [unpublishable]),
      ...Array.from({ length: 100 }, () => bus.publish(topic, messages('a', 'b'))),
    ]);
    expect(wrong.status).toBe('rejected');
    expect(right.map(({ status }) => status)).toEqual(right.map(() => 'fulfilled'));
    const inserts = commits.mock.calls.filter(([text]) => text.includes('insert into bus.message'));
    commits.mockRestore();
    expect(inserts.length).toBeLessThan(20);
    const { rows } = await database.query('select key from bus.message where topic = $1', [topic]);
    expect(rows).toHaveLength(200);
  });

  test('wakes a consumer in the same process without delay', async () => {
    const here = withoutNotifications(database.openElsewhere());
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

  test('wakes a consumer in another process by a notification', async () => {
    const elsewhere = database.openElsewhere();
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

  test('finds published messages by polling if notifications are lost', async () => {
    const elsewhere = withoutNotifications(database.openElsewhere());
    const silent = new PostgresBus(elsewhere);
    const consumer = new Consumer({ bus: new PostgresBus(database, { pollMs: 50 }), topic, group: 'g' });
    await silent.publish(topic, messages('a'));
    await consumer.received(1);
    await consumer.stop();
    await elsewhere.close();
    expect(consumer.ids()).toHaveLength(1);
  });

  test('continues to consume and publish after an outage of PostgreSQL', async () => {
    const struck = await testDatabase(migrations);
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

  test('shares the partitions between two processes of a group and keeps each key in order', async () => {
    const consumers = [1, 2].map(() => new Consumer({ bus: new PostgresBus(database), topic, group: 'g' }));
    const bus = new PostgresBus(database);
    const keys = Array.from({ length: 60 }, (_, index) => `key-${index}`);
    const rounds: BusMessage[] = [];
    while (consumers.some((consumer) => consumer.ids().length < 200)) {
      const round = messages(...keys);
      rounds.push(...round);
      await bus.publish(topic, round);
      const handled = () => consumers.reduce((sum, consumer) => sum + consumer.ids().length, 0);
      while (handled() < rounds.length) await new Promise(setImmediate);
    }
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    const handled = consumers.flatMap((consumer) => consumer.ids());
    expect(handled.toSorted()).toEqual(rounds.map(({ id }) => id).toSorted());
    // A key may move to the other process, but only after its earlier messages were handled.
    for (const consumer of consumers) {
      const ids = new Set(consumer.ids());
      for (const key of keys) {
        const inOrder = rounds.filter((message) => message.key === key && ids.has(message.id));
        expect(consumer.ids().filter((id) => inOrder.some((message) => message.id === id))).toEqual(
          inOrder.map(({ id }) => id),
        );
      }
    }
  });

  test('takes over the partition of a frozen owner, whose later commit changes nothing', async () => {
    const options = { ttlMs: 500, renewEveryMs: 100 };
    let isFrozen = false;
    let thaw = () => {};
    const thawed = new Promise<void>((resolve) => (thaw = resolve));
    const frozenDatabase = withQueries(database.openElsewhere(), (database, text, values) =>
      isFrozen && text.includes('renew_leases')
        ? thawed.then(() => database.pool.query(text, values))
        : database.pool.query(text, values),
    );
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = () => {};
    const begin = new Promise<void>((resolve) => (begun = resolve));
    const frozen = new Consumer({
      bus: new PostgresBus(frozenDatabase, { leases: new Leases(frozenDatabase, options) }),
      topic,
      group: 'g',
      batchSize: 1,
      before: async () => {
        begun();
        await held;
      },
    });
    const bus = new PostgresBus(database, { leases: new Leases(database, options) });
    await bus.publish(topic, messages('a', 'a', 'a'));
    await begin;
    isFrozen = true;
    const other = new Consumer({ bus, topic, group: 'g' });
    await other.received(3);
    const late = messages('a');
    release();
    await frozen.received(1);
    await bus.publish(topic, late);
    await other.received(4);
    await other.stop();
    thaw();
    await frozen.stop();
    await frozenDatabase.close();
    expect(other.ids().at(-1)).toBe(late[0]!.id);
    expect(frozen.ids()).toHaveLength(1);
    const { rows } = await database.query(
      `select max("offset") as offset from bus.consumer where topic = $1 and grp = 'g'`,
      [topic],
    );
    expect(rows).toEqual([{ offset: '4' }]);
  });

  test('limits a batch of large messages by size', async () => {
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

  test('sweeps old messages once every known group has handled them', async () => {
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

  test('reports the lag and the parked messages of a group as metrics', async () => {
    const bus = new PostgresBus(database);
    const registry = new Registry();
    registerBusMetrics(registry, bus, new ParkedMessages(database));
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

/** Retries after a connection error: a pool may notice a dead connection only when a query uses it. */
async function publishTryingAgain(bus: Bus, topic: string, batch: BusMessage[]): Promise<void> {
  try {
    await bus.publish(topic, batch);
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    await publishTryingAgain(bus, topic, batch);
  }
}

function withoutNotifications(database: Database): Database {
  return withQueries(database, ({ pool }, text, values) =>
    text.includes('notify') ? Promise.reject(new Error('lost')) : pool.query(text, values),
  );
}

function withQueries(
  database: Database,
  query: (database: Database, ...args: Parameters<Database['query']>) => ReturnType<Database['query']>,
): Database {
  jest.spyOn(database, 'query').mockImplementation((...args) => query(database, ...args));
  return database;
}
