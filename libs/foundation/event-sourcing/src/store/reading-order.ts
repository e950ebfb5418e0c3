import { Counter } from 'prom-client';
import { processMetrics } from '@parley/platform/telemetry/metrics';
import type { EventBatch } from './event-store';
import { START } from './position';

/** Counts readers that were about to move past an event that they had not received. Alert on any increase. */
export const readingFaults = new Counter({
  name: 'parley_log_reading_faults_total',
  help: 'Events that a subscription delivered at or before its own checkpoint, and checkpoints beyond the end of the log.',
  labelNames: ['fault'],
  registers: [processMetrics],
});

/**
 * Thrown if a subscription delivered an event that contradicts its own checkpoint: continuing would skip or repeat an
 * event.
 */
export class ReadingOutOfOrder extends Error {}

/**
 * Yields the batches of a subscription that began after `after`, and checks the contract of `subscribeAll`: positions
 * rise from event to event, every event lies after the previous checkpoint and at or before its own batch's
 * checkpoint, and no checkpoint goes back.
 * @throws ReadingOutOfOrder for the first batch that breaks the contract
 */
export async function* inOrder(
  batches: AsyncIterable<EventBatch>,
  after: string = START,
): AsyncIterable<EventBatch> {
  let checkpoint = after;
  for await (const batch of batches) {
    let last = checkpoint;
    for (const { position, stream } of batch.events) {
      if (position <= last || position > batch.checkpoint) {
        readingFaults.inc({ fault: 'event_out_of_order' });
        throw new ReadingOutOfOrder(
          `The event at ${position} of ${stream} was delivered after ${last}, with the checkpoint ${batch.checkpoint}.`,
        );
      }
      last = position;
    }
    if (batch.checkpoint < checkpoint) {
      readingFaults.inc({ fault: 'checkpoint_went_back' });
      throw new ReadingOutOfOrder(`The checkpoint went back from ${checkpoint} to ${batch.checkpoint}.`);
    }
    yield batch;
    checkpoint = batch.checkpoint;
  }
}
