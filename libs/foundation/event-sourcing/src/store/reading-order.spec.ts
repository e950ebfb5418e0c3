import type { RecordedEvent } from '@parley/contracts/events';
import { collect } from './conformance';
import type { EventBatch } from './event-store';
import { toPosition } from './position';
import { inOrder, ReadingOutOfOrder } from './reading-order';

const at = (position: number) => toPosition(BigInt(position));

function batch(positions: number[], checkpoint: number): EventBatch {
  const events = positions.map(
    (position) => ({ position: at(position), stream: 'noted-1' }) as RecordedEvent,
  );
  return { events, checkpoint: at(checkpoint), caughtUp: false };
}

async function* of(...batches: EventBatch[]): AsyncIterable<EventBatch> {
  await Promise.resolve();
  yield* batches;
}

test('accepts batches in order, including empty ones and an unchanged checkpoint', async () => {
  const batches = [batch([], 4), batch([5, 7], 9), batch([], 9), batch([10], 10)];
  expect(await collect(inOrder(of(...batches), at(4)))).toEqual(batches);
});

test.each([
  ['an event at the position from which the reading began', [batch([4], 6)]],
  ['an event at the checkpoint of the batch before', [batch([], 6), batch([6], 8)]],
  [
    'an event before the checkpoint of the batch before, whose checkpoint stays',
    [batch([], 9), batch([7], 9)],
  ],
  ['an event after the checkpoint of its own batch', [batch([7], 6)]],
  ['two events of a batch in the wrong order', [batch([8, 7], 9)]],
  ['a batch that contains an event twice', [batch([7, 7], 9)]],
  ['a checkpoint that goes back', [batch([], 9), batch([], 8)]],
])('rejects %s', async (_, batches) => {
  await expect(collect(inOrder(of(...batches), at(4)))).rejects.toThrow(ReadingOutOfOrder);
});
