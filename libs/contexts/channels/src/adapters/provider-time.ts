import { number } from './json';

/** The year 5138 in seconds, 1973 in milliseconds: separates the two units for every realistic time. */
const SMALLEST_MILLISECONDS = 1e11;
const TOO_LATE = Date.UTC(3000, 0);

/** A provider's time in seconds or milliseconds since 1970 as ISO 8601 UTC; `otherwise` if it is invalid. */
export function providerTime(value: unknown, otherwise: string): string {
  const since = number(value);
  if (since === undefined || since <= 0) return otherwise;
  const ms = since < SMALLEST_MILLISECONDS ? since * 1000 : since;
  return ms < TOO_LATE ? new Date(ms).toISOString() : otherwise;
}
