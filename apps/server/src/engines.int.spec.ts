import { PostgresBus } from '@parley/platform/bus/postgres/postgres-bus';
import { loadConfig } from '@parley/platform/config/config';
import { Leases } from '@parley/platform/lease/leases';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { openBus, Opened } from './engines';
import { migrations } from './migrations';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(migrations);
});
afterAll(() => database.drop());

test('Kafka is refused while the PostgreSQL bus still has unprocessed messages', async () => {
  const bus = new PostgresBus(database);
  const message = (id: string) => ({ id, key: 'k', value: Buffer.from('{}'), headers: {} });
  await bus.publish('things', [message('handled')]);
  const stop = new AbortController();
  const handle = () => Promise.resolve(stop.abort());
  await bus.consume('things', 'workers', handle, { signal: stop.signal });
  await bus.publish('things', [message('left')]);
  const config = loadConfig({ KAFKA_BROKERS: '127.0.0.1:1' });
  await expect(openBus(config, database, new Leases(database), new Opened())).rejects.toThrow(
    /^The bus in PostgreSQL still holds 1 messages that nobody has handled: start once more without KAFKA_BROKERS/,
  );
});
