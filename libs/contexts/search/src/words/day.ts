/**
 * The start of a day in a time zone, ISO 8601 UTC.
 * @param day YYYY-MM-DD
 * @param timeZone IANA name; an unknown name counts as UTC
 */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // If the clock changes on this day, the offset at the day's start may differ from that at midnight UTC, so the
  // offset is read again at the first result.
  const guess = midnight - offsetAt(midnight, timeZone);
  return new Date(midnight - offsetAt(guess, timeZone)).toISOString();
}

/** @returns the offset of a time zone from UTC in ms, positive to the east */
function offsetAt(time: number, timeZone: string): number {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return 0;
  }
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):?(\d\d)?/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
