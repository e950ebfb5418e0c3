/**
 * The time of day at a device, as `HH:MM`.
 * @param timeZone IANA name
 * @param now ISO 8601
 */
export function localTime(timeZone: string, now: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return parts.format(new Date(now));
}
