import type { DeliveredMessage } from '../bus';
import { Slots } from '../slots';
import { PartitionLane, type LaneWork } from './partition-lane';

let handled: string[];
let committed: string[];
let lane: PartitionLane;
let handle: (batch: DeliveredMessage[]) => Promise<void>;

beforeEach(() => {
  handled = [];
  committed = [];
  handle = (batch) => {
    handled.push(...batch.map(({ offset }) => offset));
    return Promise.resolve();
  };
  lane = laneOf({});
});

test('handles and commits, in order, a fetch that continues the last one', async () => {
  expect(lane.take('0', messages(0, 1, 2), '3')).toBeUndefined();
  expect(lane.take('3', messages(3), '4')).toBeUndefined();
  await lane.idle();
  expect(handled).toEqual(['0', '1', '2', '3']);
  expect(committed.at(-1)).toBe('4');
});

test('refuses a fetch that skips offsets, and requests the next offset instead', async () => {
  lane.take('0', messages(0, 1), '2');
  expect(lane.take('5', messages(5), '6')).toBe('2');
  expect(lane.take('2', messages(2), '3')).toBeUndefined();
  await lane.idle();
  expect(handled).toEqual(['0', '1', '2']);
});

test('accepts a gap at the second fetch that shows it, since the broker has deleted those messages', async () => {
  lane.take('0', messages(0), '1');
  expect(lane.take('5', messages(5), '6')).toBe('1');
  expect(lane.take('5', messages(5), '6')).toBeUndefined();
  await lane.idle();
  expect(handled).toEqual(['0', '5']);
});

test('after a hold, requests the messages again that it had not begun to handle, but no others', async () => {
  let finish = () => {};
  const first = new Promise<void>((resolve) => (finish = resolve));
  handle = async (batch) => {
    await first;
    handled.push(...batch.map(({ offset }) => offset));
  };
  lane.take('0', messages(0, 1, 2, 3), '4');
  const held = lane.hold();
  finish();
  await held;
  lane.reset();
  expect({ handled, committed }).toEqual({ handled: ['0', '1'], committed: ['2'] });
  lane.release();
  expect(lane.take('0', messages(0, 1, 2, 3), '4')).toBe('2');
  expect(lane.take('2', messages(2, 3), '4')).toBeUndefined();
  await lane.idle();
  expect(handled).toEqual(['0', '1', '2', '3']);
});

test('retries a failing batch before the messages behind it', async () => {
  let failures = 0;
  const work = handle;
  handle = (batch) => (failures++ < 2 ? Promise.reject(new Error('away')) : work(batch));
  lane.take('0', messages(0, 1, 2), '3');
  await lane.idle();
  expect(handled).toEqual(['0', '1', '2']);
});

test('commits nothing after its partition was lost', async () => {
  let finish = () => {};
  const first = new Promise<void>((resolve) => (finish = resolve));
  handle = () => first;
  lane.take('0', messages(0), '1');
  lane.abandon();
  finish();
  await lane.hold();
  expect(committed).toEqual([]);
});

test('retries a failing commit, since no later commit may follow', async () => {
  let failures = 0;
  lane = laneOf({
    commit: (_, next) => {
      if (failures++ === 0) return Promise.reject(new Error('no coordinator'));
      committed.push(next);
      return Promise.resolve();
    },
  });
  lane.take('0', messages(0), '1');
  await lane.idle();
  expect(committed).toEqual(['1']);
});

test('reports that a full lane has room again once it has handled enough messages', async () => {
  let hasRoom = false;
  lane = laneOf({ batchSize: 100, onRoom: () => (hasRoom = true) });
  lane.take('0', messages(...Array.from({ length: 501 }, (_, offset) => offset)), '501');
  expect(lane.isFull()).toBe(true);
  await lane.idle();
  expect({ hasRoom, isFull: lane.isFull() }).toEqual({ hasRoom: true, isFull: false });
});

test('limits a batch by size, and puts a larger message into a batch alone', async () => {
  const sizes: number[] = [];
  handle = (batch) => {
    sizes.push(batch.length);
    return Promise.resolve();
  };
  lane = laneOf({ batchSize: 100 });
  const [small, large] = [3, 9].map((mebibytes) => Buffer.alloc(mebibytes * 1024 * 1024));
  const values = [small!, small!, small!, large!];
  lane.take(
    '0',
    values.map((value, offset) => ({ ...messages(offset)[0]!, value })),
    '4',
  );
  await lane.idle();
  expect(sizes).toEqual([2, 1, 1]);
});

function laneOf(work: Partial<LaneWork>): PartitionLane {
  return new PartitionLane(7, {
    batchSize: 2,
    slots: new Slots(2),
    handle: (batch) => handle(batch),
    commit: (_, next) => {
      committed.push(next);
      return Promise.resolve();
    },
    onRoom: () => undefined,
    warn: () => undefined,
    ...work,
  });
}

function messages(...offsets: number[]): DeliveredMessage[] {
  return offsets.map((offset) => ({
    partition: 7,
    offset: String(offset),
    id: `id-${offset}`,
    key: 'a',
    value: Buffer.from('x'),
    headers: {},
  }));
}
