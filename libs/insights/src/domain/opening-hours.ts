import {
  endOfHours,
  minutesOf,
  weekdayOf,
  type BusinessHours,
  type ChannelSettings,
} from '@parley/contracts/events';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7 * DAY;

/**
 * How long a channel was open between two instants, in milliseconds, by the clock on the wall of the business. Hours that end
 * before they begin go on into the next day, unless that is a closing date; a channel without hours is always open.
 * @param from ISO 8601 UTC; later than `to`: 0
 */
export function openMillis(
  { businessHours, closingDates }: Pick<ChannelSettings, 'businessHours' | 'closingDates'>,
  from: string,
  to: string,
): number {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (!(end > start)) return 0;
  if (!businessHours) return end - start;
  const closed = new Set(closingDates.map(({ date }) => date));
  let open = 0;
  for (const { begins, ends, offset } of stretches(businessHours.timeZone, start, end)) {
    const [first, last] = [begins + offset, ends + offset];
    for (let day = Math.floor(first / DAY); day * DAY < last; day++) {
      for (const [opens, closes] of openOn(day, businessHours, closed)) {
        const overlap = Math.min(last, day * DAY + closes) - Math.max(first, day * DAY + opens);
        open += Math.max(0, overlap);
      }
    }
  }
  return open;
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
