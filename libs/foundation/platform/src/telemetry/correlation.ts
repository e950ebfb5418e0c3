import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Header of a bus message with its correlation id. */
export const CORRELATION_HEADER = 'correlation-id';

/** Runs work, and everything that it starts, under the correlation id of a request, webhook or event. */
export function correlated<T>(correlationId: string, work: () => T): T {
  return current.run(correlationId, work);
}

/** @returns the correlation id for log lines, events and messages; undefined outside `correlated` */
export function currentCorrelation(): string | undefined {
  return current.getStore();
}
