import { createHash } from 'node:crypto';

/**
 * The trace of everything that one correlation id covers: 32 hexadecimal digits. A UUID is those already, so that a
 * trace is found by the request id of an error page, and no event or message has to carry more than that id.
 */
export function traceIdOf(correlationId: string): string {
  const digits = correlationId.replaceAll('-', '').toLowerCase();
  if (/^(?!0{32})(?!.{16}0{16})[0-9a-f]{32}$/.test(digits)) return digits;
  return createHash('sha256').update(correlationId).digest('hex').slice(0, 32);
}

/** The span in which a trace began: known to every process from the id of the trace. 16 hexadecimal digits. */
export function rootSpanIdOf(traceId: string): string {
  return traceId.slice(16);
}
