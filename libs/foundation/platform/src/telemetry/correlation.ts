import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Header of a bus message: the correlation id of what caused it. */
export const CORRELATION_HEADER = 'correlation-id';

/** Runs work, and all that it begins, under the id of the request, webhook or event that asked for it. */
export function correlated<T>(correlationId: string, work: () => T): T {
  return current.run(correlationId, work);
}

/** The id under which this runs: for log lines, and for the events and messages that follow. */
export function currentCorrelation(): string | undefined {
  return current.getStore();
}
