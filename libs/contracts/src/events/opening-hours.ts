import type { BusinessHours, ChannelSettings } from './channel.events';
import { endOfHours, minutesOf, weekdayOf } from './open-hours';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7 * DAY;

/** What a channel's opening depends on. */
export type OpeningTimes = Pick<ChannelSettings, 'businessHours' | 'closingDates'>;

/**
 * How long a channel was open between two instants, in milliseconds, by the clock on the wall of the business. Hours that end
 * before they begin go on into the next day, unless that is a closing date; a channel without hours is always open.
 * @param from ISO 8601 UTC; later than `to`: 0
 */
export function openMillis(times: OpeningTimes, from: string, to: string): number {
  return openSpans(times, Date.parse(from), Date.parse(to)).reduce(
    (sum, [opens, closes]) => sum + closes - opens,
    0,
  );
}

/** How many weeks are looked through for an opening: closed for longer than a year is closed for good. */
const MOST_WEEKS = 53;

/**
 * When a channel will have been open for so long, from an instant on. Null where that takes more than a year.
 * @param from ISO 8601 UTC
 * @returns ISO 8601 UTC
 */
export function afterOpenMillis(times: OpeningTimes, from: string, millis: number): string | null {
  let begins = Date.parse(from);
  if (!times.businessHours) return new Date(begins + millis).toISOString();
  let left = millis;
  for (let week = 0; week < MOST_WEEKS; week++, begins += WEEK) {
    for (const [opens, closes] of openSpans(times, begins, begins + WEEK)) {
      if (closes - opens >= left) return new Date(opens + left).toISOString();
      left -= closes - opens;
    }
  }
  return null;
}

/** When a channel is open between two instants, in milliseconds since 1970, oldest first. */
function openSpans(
  { businessHours, closingDates }: OpeningTimes,
  start: number,
  end: number,
): [number, number][] {
  if (!(end > start)) return [];
  if (!businessHours) return [[start, end]];
  const closed = new Set(closingDates.map(({ date }) => date));
  const spans: [number, number][] = [];
  for (const { begins, ends, offset } of stretches(businessHours.timeZone, start, end)) {
    const [first, last] = [begins + offset, ends + offset];
    for (let day = Math.floor(first / DAY); day * DAY < last; day++) {
      for (const [opens, closes] of openOn(day, businessHours, closed)) {
        const from = Math.max(first, day * DAY + opens);
        const to = Math.min(last, day * DAY + closes);
        if (to > from) spans.push([from - offset, to - offset]);
      }
    }
  }
  return spans;
}

/** When it is open on a day, in milliseconds after its midnight, without overlaps. */
function openOn(day: number, { days }: BusinessHours, closed: ReadonlySet<string>): [number, number][] {
  if (closed.has(dateOf(day))) return [];
  const yesterday = closed.has(dateOf(day - 1)) ? [] : days[weekdayOf(day - 1)];
  const spans = [
    ...yesterday.map((hours): [number, number] => [0, endOfHours(hours) * MINUTE - DAY]),
    ...days[weekdayOf(day)].map((hours): [number, number] => [
      minutesOf(hours.from) * MINUTE,
      Math.min(DAY, endOfHours(hours) * MINUTE),
    ]),
  ];
  const merged: [number, number][] = [];
  for (const span of spans.filter(([from, to]) => to > from).sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && span[0] <= last[1]) last[1] = Math.max(last[1], span[1]);
    else merged.push(span);
  }
  return merged;
}

function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** The time between two instants, cut where the clock is put forward or back. */
function stretches(timeZone: string, start: number, end: number) {
  const found: { begins: number; ends: number; offset: number }[] = [];
  let begins = start;
  let offset = offsetAt(timeZone, start);
  for (let looked = start; looked < end;) {
    // No clock is put forward and back within a week.
    const next = Math.min(end, looked + WEEK);
    const after = offsetAt(timeZone, next);
    if (after !== offset) {
      let [before, later] = [looked, next];
      while (later - before > 1) {
        const middle = Math.floor((before + later) / 2);
        if (offsetAt(timeZone, middle) === offset) before = middle;
        else later = middle;
      }
      found.push({ begins, ends: later, offset });
      begins = later;
      offset = after;
    }
    looked = next;
  }
  found.push({ begins, ends: end, offset });
  return found;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which the clock on the wall is ahead of UTC. */
function offsetAt(timeZone: string, instant: number): number {
  let format = formats.get(timeZone);
  if (!format) {
    // Making one takes long, asking it does not.
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      ...{
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      },
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}
