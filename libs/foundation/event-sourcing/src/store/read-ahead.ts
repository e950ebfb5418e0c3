/**
 * Reads the next item of a source while the caller handles the current one. The source is closed (`return`) as soon
 * as the caller stops or `signal` aborts, even if the caller never requests another item: a suspended source would
 * otherwise keep its resources open.
 * @param open opens the source, which ends when the given signal aborts
 */
export async function* readAhead<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  signal?: AbortSignal,
): AsyncGenerator<T, undefined> {
  const stop = new AbortController();
  const source = open(stop.signal)[Symbol.asyncIterator]();
  const end = () => {
    signal?.removeEventListener('abort', end);
    // Aborts first, so that a read in progress does not delay the closing.
    stop.abort();
    source.return?.()?.catch(() => undefined);
  };
  const read = () => {
    const result = source.next();
    // Prevents an unhandled rejection; the caller gets the error if it requests this item.
    result.catch(() => undefined);
    return result;
  };
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    for (let next = read(); ;) {
      const result = await next;
      if (result.done) return;
      next = read();
      yield result.value;
    }
  } finally {
    end();
  }
}
