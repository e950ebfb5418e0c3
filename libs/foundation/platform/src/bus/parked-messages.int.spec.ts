import { randomUUID } from 'node:crypto';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { Lease1763800000000 } from '../lease/lease.migration';
import { Bus, type BusMessage, type DeliveredMessage } from './bus';
import { ParkedMessages } from './parked-messages';
import { Parked1763900000000 } from './parked.migration';
import { Bus1763700001000 } from './postgres/bus.migration';

let database: TestDatabase;
let parked: ParkedMessages;
let customerId: string;

beforeAll(async () => {
  database = await testDatabase([Bus1763700001000, Lease1763800000000, Parked1763900000000]);
  parked = new ParkedMessages(database);
});
afterAll(() => database.drop());
beforeEach(() => {
  customerId = randomUUID();
});

test('lists and finds a parked message only for its own organisation', async () => {
  await park();
  const [found] = await parked.list({ customerId });
  expect(found).toMatchObject({ topic: 'things', group: 'workers', customerId, error: 'unreadable' });
  expect(await parked.find(found!.parkedId, { customerId })).toEqual(found);
  expect(await parked.find(found!.parkedId, { customerId: randomUUID() })).toBeUndefined();
  expect(await parked.list({ customerId: randomUUID() })).toEqual([]);
});

test('shows a message without an organisation only to operators', async () => {
  const message = await park({ value: Buffer.from([0xff, 0x00]) });
  expect((await parked.list()).map(({ id }) => id)).toContain(message.id);
  expect((await parked.list({ customerId })).map(({ id }) => id)).not.toContain(message.id);
});

test('keeps two messages with the same offset from different engines', async () => {
  await park({ partition: 3, offset: '7' });
  await park({ partition: 3, offset: '7' });
  expect(await parked.list({ customerId })).toHaveLength(2);
});

test('publishes a retried message unchanged and removes it from the parked ones', async () => {
  const { key, id, value, headers } = await park();
  const bus = new PublishingBus();
  expect(await parked.retry(bus, await onlyId(), { customerId })).toBe(true);
  expect(bus.published).toEqual([{ topic: 'things', message: { key, id, value, headers } }]);
  expect(await parked.list({ customerId })).toEqual([]);
});

test('keeps a message parked if publishing fails', async () => {
  await park();
  const bus = new PublishingBus(new Error('away'));
  await expect(parked.retry(bus, await onlyId(), { customerId })).rejects.toThrow('away');
  expect(await parked.list({ customerId })).toHaveLength(1);
});

test('refuses to retry or drop a message of another organisation', async () => {
  await park();
  const id = await onlyId();
  const scope = { customerId: randomUUID() };
  const bus = new PublishingBus();
  expect([await parked.retry(bus, id, scope), await parked.drop(id, scope)]).toEqual([false, false]);
  expect(bus.published).toEqual([]);
  expect(await parked.list({ customerId })).toHaveLength(1);
});

test('removes a dropped message, and finds nothing for an invalid id', async () => {
  await park();
  expect(await parked.drop(await onlyId())).toBe(true);
  expect(await parked.list({ customerId })).toEqual([]);
  expect(await parked.drop('no id')).toBe(false);
});

test('replaces characters that PostgreSQL cannot store in an error', async () => {
  await park({}, 'unreadable: a\0b\ud800');
  const [{ error } = {}] = await parked.list({ customerId });
  expect(error).toBe('unreadable: a\ufffdb\ufffd');
});

test('counts messages of one organisation whose error has a prefix, up to a bound', async () => {
  for (const offset of ['1', '2', '3']) await park({ offset }, 'Unknown: 100%');
  await park({ offset: '4' }, 'other');
  expect(await parked.countLike({ customerId, error: 'Unknown: 1' }, 10)).toBe(3);
  expect(await parked.countLike({ customerId, error: 'Unknown: 1' }, 2)).toBe(2);
  expect(await parked.countLike({ customerId, error: '%' }, 10)).toBe(0);
  expect(await parked.countLike({ customerId: randomUUID(), error: 'Unknown' }, 10)).toBe(0);
});

async function park(change: Partial<DeliveredMessage> = {}, error = 'unreadable'): Promise<DeliveredMessage> {
  const message = {
    key: 'a',
    id: randomUUID(),
    value: Buffer.from(JSON.stringify({ customerId })),
    headers: { trace: '1' },
    partition: 0,
    offset: '1',
    ...change,
  };
  await parked.park('things', 'workers', message, error);
  return message;
}

async function onlyId(): Promise<string> {
  const [only] = await parked.list({ customerId });
  return only!.parkedId;
}

/** Records published messages, or fails with the given error. */
class PublishingBus extends Bus {
  readonly published: { topic: string; message: BusMessage }[] = [];

  constructor(private readonly failure?: Error) {
    super();
  }

  protected append(topic: string, messages: BusMessage[]): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    this.published.push(...messages.map((message) => ({ topic, message })));
    return Promise.resolve();
  }

  consume(): Promise<void> {
    return Promise.resolve();
  }

  park(): Promise<void> {
    return Promise.resolve();
  }

  lag(): Promise<[]> {
    return Promise.resolve([]);
  }
}
