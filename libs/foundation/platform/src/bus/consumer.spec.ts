import { Logger } from '@nestjs/common';
import type { Bus, DeliveredMessage } from './bus';
import { runConsumer } from './consumer';

const coded = (code: string) => Object.assign(new Error(code), { code });
const message = (id: string): DeliveredMessage => ({
  id,
  key: id,
  value: Buffer.of(),
  headers: {},
  partition: 0,
  offset: id,
});

jest.spyOn(Logger.prototype, 'error').mockImplementation();

/**
 * Delivers one batch until it succeeds, at most `most` times, and makes the messages in `failures` fail with their
 * codes.
 */
async function deliver(failures: Record<string, string>, most: number) {
  const parked: string[] = [];
  const tries: Record<string, number> = {};
  let isDone = false;
  const bus = {
    park: async (_topic: string, _group: string, { id }: DeliveredMessage) => void parked.push(id),
    consume: async (_topic: string, _group: string, handle: (batch: DeliveredMessage[]) => Promise<void>) => {
      for (let attempt = 0; attempt < most && !isDone; attempt++) {
        await handle(['1', '2'].map(message)).then(
          () => (isDone = true),
          () => undefined,
        );
      }
    },
  } as unknown as Bus;
  const process = async ({ id }: DeliveredMessage) => {
    tries[id] = (tries[id] ?? 0) + 1;
    if (failures[id]) throw coded(failures[id]);
  };
  await runConsumer(bus, { topic: 't', group: 'g', process }, new AbortController().signal);
  return { parked, tries, isDone };
}

test.each(['XX001', '57014', '55P03', '40P01'])(
  'parks a message whose transactions fail ten times with %s, and continues with the next',
  async (code) => {
    expect(await deliver({ 1: code }, 100)).toMatchObject({ parked: ['1'], tries: { 1: 10 }, isDone: true });
  },
);

test('parks no message while the database is down', async () => {
  expect(await deliver({ 1: '57P03' }, 100)).toMatchObject({ parked: [], tries: { 1: 100 }, isDone: false });
});

test('parks a message after three tries if the database rejects one of its values', async () => {
  expect(await deliver({ 1: '22003' }, 100)).toMatchObject({ parked: ['1'], tries: { 1: 3 }, isDone: true });
});
