/**
 * Reads the next item of a source while the caller works on the one before. The source is returned as soon as the caller
 * stops or `signal` aborts, even if the caller never asks again: a source that is left suspended keeps what it holds open.
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
    // First, so that a read under way does not hold up the return.
    stop.abort();
    source.return?.()?.catch(() => undefined);
  };
  const read = () => {
    const result = source.next();
    // The caller meets the error when it takes this item, if it ever does.
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
