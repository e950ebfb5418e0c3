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
