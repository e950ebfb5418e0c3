/** Waits `ms` milliseconds or until `signal` aborts. Never throws. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** @returns the delay in ms after the n-th failure in a row (from 1): doubled each time, from 100 up to `maxMs` */
export function backoff(failures: number, maxMs = 10_000): number {
  return Math.min(100 * 2 ** (failures - 1), maxMs);
}

/**
 * Resolves like `work`, or to undefined after `ms` milliseconds or once `signal` aborts.
 * @throws the rejection of `work` if it happens before
 */
export async function within<T>(ms: number, work: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  const over = new AbortController();
  const stop = () => over.abort();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  // Prevents an unhandled rejection after the time limit.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, pause(ms, over.signal).then(() => undefined)]);
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}
