/** Time limit in ms from the end of the work to that of the process: engines that are away may not close. */
const CLOSE_TIMEOUT_MS = 4_000;
/** Time limit in ms from the first signal to the end of the process, whatever it waits for. */
const STOP_TIMEOUT_MS = 7_000;

/**
 * Asks the work of a command to stop on SIGTERM, SIGINT or SIGHUP. The process ends within 7 s of the signal even if the
 * work does not heed it, and at once on a second signal of the same kind.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stop.abort();
      endWithin(STOP_TIMEOUT_MS, 1);
    });
  }
  return stop.signal;
}

/** Closes what a command has open once its work is done. The process ends within 4 s even if something stays open. */
export async function closeAtEnd(opened?: { close(): Promise<void> }): Promise<void> {
  endWithin(CLOSE_TIMEOUT_MS, 0);
  await opened?.close();
}

/** @param code for a process whose work has not set one */
function endWithin(ms: number, code: number): void {
  setTimeout(() => process.exit(process.exitCode ?? code), ms).unref();
}
