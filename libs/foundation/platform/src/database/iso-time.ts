/** A time in JSON from PostgreSQL, in a session whose time zone is UTC. */
const IN_JSON = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00:00$/;

/**
 * Formats a time as ISO 8601 in UTC with milliseconds, like `Date`. Converts PostgreSQL's JSON text directly, without
 * a `Date`, which is faster.
 * @param time a column or its JSON
 */
export function isoTime(time: string | Date): string {
  const [, seconds, fraction = ''] = (typeof time === 'string' && IN_JSON.exec(time)) || [];
  if (seconds === undefined) return new Date(time).toISOString();
  return `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}
