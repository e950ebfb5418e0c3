import { weekdays, type BusinessHours } from '../events/channel.events';

const MINUTE = 60_000;
const DAY = 24 * 60;

/**
 * Whether an instant is within hours, by the clock on the wall of their time zone. Hours that end before they begin go on
 * into the next day.
 * @param at ISO 8601 UTC
 */
export function isWithinHours({ timeZone, days }: BusinessHours, at: string): boolean {
  const wall = wallMinutes(Date.parse(at), timeZone);
  const day = Math.floor(wall / DAY);
  const minute = wall - day * DAY;
  // Days are counted from 1 January 1970, which was a Thursday.
  const hoursOf = (of: number) => days[weekdays[(((of + 3) % 7) + 7) % 7]!];
  return (
    hoursOf(day).some((span) => minute >= minutesOf(span.from) && minute < endOf(span)) ||
    hoursOf(day - 1).some((span) => minute + DAY < endOf(span))
  );
}

function endOf({ from, to }: { from: string; to: string }): number {
  const end = minutesOf(to);
  return end > minutesOf(from) ? end : end + DAY;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clock shows, in minutes since midnight of 1 January 1970 on that clock. */
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
