import { backoff, pause } from '@parley/platform/database/retry';
import type { EventBatch } from './event-store';
import { ReadingOutOfOrder } from './reading-order';

/**
 * Maximum number of consecutive subscriptions that deliver events out of order before they yield a batch: after that,
 * the log itself is taken to be at fault.
 */
const MAX_BREACHES = 5;
const MAX_PAUSE_MS = 2_000;

/**
 * Yields the batches of a subscription. If a batch is out of order, subscribes again after a pause, at the checkpoint
 * of the last batch, which the caller has handled by then.
 * @param subscribe opens a subscription after a position
 * @throws ReadingOutOfOrder after 5 breaches of the order without a batch between them
 */
export async function* readingAgain(
  subscribe: (after: string) => AsyncIterable<EventBatch>,
  {
    after,
    signal,
    onBreach,
  }: { after: string; signal: AbortSignal; onBreach: (error: ReadingOutOfOrder, breaches: number) => void },
): AsyncIterable<EventBatch> {
  let position = after;
  for (let breaches = 0; !signal.aborted; await pause(backoff(breaches, MAX_PAUSE_MS), signal)) {
    try {
      for await (const batch of subscribe(position)) {
        yield batch;
        if (batch.checkpoint > position) breaches = 0;
        position = batch.checkpoint;
      }
      return;
    } catch (error) {
      if (!(error instanceof ReadingOutOfOrder) || ++breaches === MAX_BREACHES) throw error;
      onBreach(error, breaches);
    }
  }
}
