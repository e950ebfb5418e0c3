/**
 * Time limit in ms from the end of the work to the end of the process, since connections to unreachable engines may
 * not close.
 */
const CLOSE_TIMEOUT_MS = 4_000;
/** Time limit in ms from the first signal to the end of the process. */
const STOP_TIMEOUT_MS = 7_000;

/**
 * Returns a signal that aborts on SIGTERM, SIGINT or SIGHUP. The process ends within 7 s of such a signal even if the
 * work ignores it, and immediately on a second signal of the same kind.
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

/** Closes the engines of a command after its work. The process ends within 4 s even if something stays open. */
export async function closeAtEnd(opened?: { close(): Promise<void> }): Promise<void> {
  endWithin(CLOSE_TIMEOUT_MS, 0);
  await opened?.close();
}

/**
 * Ends the process after `ms`.
 * @param code exit code if the work has set none
 */
function endWithin(ms: number, code: number): void {
  setTimeout(() => process.exit(process.exitCode ?? code), ms).unref();
}
