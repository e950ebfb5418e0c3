import { createHash } from 'node:crypto';

/**
 * @returns the id of the trace that belongs to a correlation id: 32 hexadecimal digits. A UUID has these digits
 * already, so the request id on an error page finds the trace, and events and messages need to contain only the
 * correlation id.
 */
export function traceIdOf(correlationId: string): string {
  const digits = correlationId.replaceAll('-', '').toLowerCase();
  if (/^(?!0{32})(?!.{16}0{16})[0-9a-f]{32}$/.test(digits)) return digits;
  return createHash('sha256').update(correlationId).digest('hex').slice(0, 32);
}

/**
 * @returns the id of the first span of a trace: 16 hexadecimal digits, which every process derives from the id of the
 * trace
 */
export function rootSpanIdOf(traceId: string): string {
  return traceId.slice(16);
}
