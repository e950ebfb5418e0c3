/** As PostgreSQL writes a time into JSON, where its session is in UTC. */
const IN_JSON = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00:00$/;

/**
 * A time in ISO 8601 UTC with milliseconds, as `Date` writes it: what PostgreSQL wrote into JSON is not made a date and
 * text again.
 * @param time of a row, or of its JSON
 */
export function isoTime(time: string | Date): string {
  const [, seconds, fraction = ''] = (typeof time === 'string' && IN_JSON.exec(time)) || [];
  if (seconds === undefined) return new Date(time).toISOString();
  return `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}
