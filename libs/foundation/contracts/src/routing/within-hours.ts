import type { BusinessHours } from '../events/channel.events';
import { endOfHours, minutesOf, weekdayOf } from '../rules/open-hours';

const MINUTE = 60_000;
const DAY = 24 * 60;

/**
 * Whether an instant is within business hours, by the local time of their time zone. Hours that end before they begin
 * continue on the next day.
 * @param at ISO 8601 UTC
 */
export function isWithinHours({ timeZone, days }: BusinessHours, at: string): boolean {
  const wall = wallMinutes(Date.parse(at), timeZone);
  const day = Math.floor(wall / DAY);
  const minute = wall - day * DAY;
  const hoursOf = (of: number) => days[weekdayOf(of)];
  return (
    hoursOf(day).some((span) => minute >= minutesOf(span.from) && minute < endOfHours(span)) ||
    hoursOf(day - 1).some((span) => minute + DAY < endOfHours(span))
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Local time in minutes since midnight of 1 January 1970 in local time. */
function wallMinutes(instant: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>;
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute) / MINUTE;
}
