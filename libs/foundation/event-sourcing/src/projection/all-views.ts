import { setMaxListeners } from 'node:events';
import { FillStopped, partOf, type FillProgress } from './side-view';
import type { View } from './view';

export interface CommonProgress {
  /** Events folded so far, summed over the views. */
  events: number;
  /** Share of the work done, from 0 to 1. */
  part: number;
}

/**
 * Fills several views at the same time, so that they share one reading of the log. If a view fails, the others stop
 * after their current batch.
 * @param work fills one view; stops when the signal aborts, and reports its progress
 * @returns the results in the order of the views
 * @throws the first error of a view that failed; FillStopped if `signal` aborted
 */
export async function forAllViews<T>(
  views: View[],
  work: (
    view: View,
    options: { signal: AbortSignal; onProgress: (progress: FillProgress) => void },
  ) => Promise<T>,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: CommonProgress) => void } = {},
): Promise<T[]> {
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  // Raises the listener limit, since each view adds several listeners.
  setMaxListeners(0, both);
  const progress = new Map<string, FillProgress>();
  const report = (changed: FillProgress) => {
    progress.set(changed.view, changed);
    const all = [...progress.values()];
    const events = all.reduce((sum, each) => sum + each.events, 0);
    onProgress?.({ events, part: all.reduce((sum, each) => sum + partOf(each), 0) / views.length });
  };
  let failure: { error: unknown } | undefined;
  const works = views.map(async (view) => {
    try {
      return await work(view, { signal: both, onProgress: report });
    } catch (error) {
      if (!failure || failure.error instanceof FillStopped) failure = { error };
      stop.abort();
      throw error;
    }
  });
  const outcomes = await Promise.allSettled(works);
  if (failure) throw failure.error;
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}
