import type { EventBatch } from '../store/event-store';
import { FoldAborted, FoldRetries } from './fold-retries';

const quick = new FoldAborted(new Error('deadlock'), 10);
const slow = new FoldAborted(new Error('timeout'), 6_000);

function batchOf(...positions: string[]): EventBatch {
  const events = positions.map((position) => ({ position })) as EventBatch['events'];
  return { events, checkpoint: '9', caughtUp: true };
}

/**
 * Reports failures of a batch's parts until a single event is blamed.
 * @returns the sizes of the parts that were tried
 */
function failuresOf(retries: FoldRetries, batch: EventBatch, error: FoldAborted, now = () => 0): number[] {
  const sizes: number[] = [];
  while (retries.modeOf(retries.cut(batch)) === 'whole' && sizes.length < 30) {
    const piece = retries.cut(batch);
    sizes.push(piece.events.length);
    retries.failed(piece, error, now());
  }
  return sizes;
}

test('tries a fold that exceeds a time limit once with its batch and twice alone', () => {
  const retries = new FoldRetries();
  const batch = batchOf('1', '2', '3');
  expect(failuresOf(retries, batch, slow)).toEqual([3, 1, 1]);
  expect(retries.cut(batch)).toMatchObject({ events: [{ position: '1' }], checkpoint: '1', caughtUp: false });
});

test('retries a fold that fails immediately until the grace period is over', () => {
  let now = 0;
  const sizes = failuresOf(new FoldRetries(10_000), batchOf('1', '2'), quick, () => (now += 1_000));
  expect(sizes).toEqual([...Array<number>(5).fill(2), ...Array<number>(11).fill(1)]);
});

test('folds the events after a failed batch together again', () => {
  const retries = new FoldRetries();
  failuresOf(retries, batchOf('1', '2'), slow);
  const next = batchOf('3', '4');
  expect(retries.cut(next)).toBe(next);
});

test('counts failures per event', () => {
  const retries = new FoldRetries(0);
  for (let failures = 0; failures < 4; failures++) retries.failed(batchOf('1'), quick, 0);
  retries.failed(batchOf('2'), quick, 0);
  retries.failed(batchOf('1'), quick, 0);
  expect(retries.modeOf(batchOf('1'))).toBe('whole');
});

test('never blames an event whose fold was waiting for a lock', () => {
  const retries = new FoldRetries(0);
  const locked = new FoldAborted(Object.assign(new Error('lock timeout'), { code: '55P03' }), 10_000);
  expect(failuresOf(retries, batchOf('1', '2'), locked)).toEqual(Array<number>(30).fill(2));
});
