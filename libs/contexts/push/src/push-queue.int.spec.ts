import { randomUUID } from 'node:crypto';
import { MasterKey } from '@parley/platform/security/master-key';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { Push1766900000000, PushPosition1767450000000 } from './push.migration';
import { PushQueue, type Delivery } from './push-queue';

let database: TestDatabase;
let queue: PushQueue;
const deviceId = randomUUID();

beforeAll(async () => {
  database = await testDatabase([Push1766900000000, PushPosition1767450000000]);
  queue = new PushQueue(database, new MasterKey('a secret that is long enough for tests'));
  await database.query(
    `insert into parley.push_device (id, customer_id, user_id, endpoint_hash, sealed, label, language, time_zone)
     values ($1, gen_random_uuid(), gen_random_uuid(), '', '', '', 'en', 'UTC')`,
    [deviceId],
  );
});
afterAll(() => database.drop());

it('adds news once if a call contains them twice, with the content of the later event', async () => {
  const news = (position: string, text: string): Delivery => ({
    ...{ deviceId, key: 'message/1', conversationId: randomUUID(), position },
    payload: { kind: 'news', tag: 't', title: '', text, path: '/', why: { label: '', path: '/' }, time: '' },
  });
  await queue.add([news('0001', 'Before'), news('0003', 'Last'), news('0002', 'Between')]);
  const due = await database.transaction((tx) => queue.take(tx, 10));
  expect(due.get(deviceId)?.map(({ payload }) => payload)).toMatchObject([{ text: 'Last' }]);
});
