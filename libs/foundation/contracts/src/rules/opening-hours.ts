import type { BusinessHours, ChannelSettings } from '../events/channel.events';
import { endOfHours, minutesOf, weekdayOf } from './open-hours';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7 * DAY;

/** The settings that determine when a channel is open. */
export type OpeningTimes = Pick<ChannelSettings, 'businessHours' | 'closingDates'>;

/**
 * How long a channel was open between two instants, in ms, by the business's local time. Hours that end before they
 * begin continue on
 * the next day, unless that is a closing date; a channel without hours is always open. The cost rises with the number
 * of clock
 * changes and closing dates, and hardly with the length of the period.
 * @param from ISO 8601 UTC; if later than `to`, the result is 0
 */
export function openMillis({ businessHours, closingDates }: OpeningTimes, from: string, to: string): number {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (!(end > start)) return 0;
  if (!businessHours) return end - start;
  const closed = new Set(closingDates.map(({ date }) => date));
  const opening = { hours: businessHours, closed, week: openInWeek(businessHours) };
  let sum = 0;
  for (const { begins, ends, offset } of stretches(businessHours.timeZone, start, end)) {
    sum += openWithin(opening, begins + offset, ends + offset);
  }
  return sum;
}

interface Opening {
  hours: BusinessHours;
  closed: ReadonlySet<string>;
  /** Open ms of each weekday, from Thursday (the weekday of 1 January 1970), regardless of closing dates. */
  week: number[];
}

const NO_DATES: ReadonlySet<string> = new Set();

function openInWeek(hours: BusinessHours): number[] {
  return Array.from({ length: 7 }, (_, day) => openOnDay(day, hours, NO_DATES));
}

function openOnDay(day: number, hours: BusinessHours, closed: ReadonlySet<string>): number {
  return openOn(day, hours, closed).reduce((sum, [opens, closes]) => sum + closes - opens, 0);
}

/** Open ms between two local times without a clock change between them. */
function openWithin(opening: Opening, first: number, last: number): number {
  const on = (day: number) =>
    openOn(day, opening.hours, opening.closed).reduce((sum, [opens, closes]) => {
      const open = Math.min(last, day * DAY + closes) - Math.max(first, day * DAY + opens);
      return sum + Math.max(0, open);
    }, 0);
  const [firstDay, lastDay] = [Math.floor(first / DAY), Math.ceil(last / DAY) - 1];
  if (lastDay === firstDay) return on(firstDay);
  return on(firstDay) + openOnDays(opening, firstDay + 1, lastDay) + on(lastDay);
}

/**
 * Open ms of whole days, computed by weeks.
 * @param until the day after the last one
 */
function openOnDays({ hours, closed, week }: Opening, from: number, until: number): number {
  const on = (day: number) => week[((day % 7) + 7) % 7]!;
  const weeks = Math.floor((until - from) / 7);
  let sum = weeks * week.reduce((total, open) => total + open, 0);
  for (let day = from + weeks * 7; day < until; day++) sum += on(day);
  // A closing date removes the hours of its own day and the previous day's hours that continue into it.
  const dates = [...closed].map((date) => Date.parse(date) / DAY).filter(Number.isInteger);
  const cut = new Set(dates.flatMap((day) => [day, day + 1]));
  for (const day of cut) if (day >= from && day < until) sum += openOnDay(day, hours, closed) - on(day);
  return sum;
}

/**
 * Maximum number of weeks in which an opening is searched: a channel that is closed for over a year counts as closed
 * forever.
 */
const MAX_SEARCHED_WEEKS = 53;

/**
 * The instant at which a channel will have been open for `millis` since `from`.
 * @param from ISO 8601 UTC
 * @returns ISO 8601 UTC; null if that takes more than a year
 */
export function afterOpenMillis(times: OpeningTimes, from: string, millis: number): string | null {
  let begins = Date.parse(from);
  if (!times.businessHours) return new Date(begins + millis).toISOString();
  let left = millis;
  for (let week = 0; week < MAX_SEARCHED_WEEKS; week++, begins += WEEK) {
    for (const [opens, closes] of openSpans(times, begins, begins + WEEK)) {
      if (closes - opens >= left) return new Date(opens + left).toISOString();
      left -= closes - opens;
    }
  }
  return null;
}

/** Periods between two instants in which a channel is open, in ms since 1970, oldest first. */
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

/** Periods of a day in which the channel is open, in ms since midnight, without overlaps. */
function openOn(day: number, { days }: BusinessHours, closed: ReadonlySet<string>): [number, number][] {
  const isClosed = (each: number) => closed.size > 0 && closed.has(dateOf(each));
  if (isClosed(day)) return [];
  const yesterday = isClosed(day - 1) ? [] : days[weekdayOf(day - 1)];
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

interface Stretch {
  begins: number;
  ends: number;
  /** Local time minus UTC in ms. */
  offset: number;
}

/** Splits the time between two instants at clock changes. */
function stretches(timeZone: string, start: number, end: number): Stretch[] {
  const found: Stretch[] = [];
  for (let week = Math.floor(start / WEEK); week * WEEK < end; week++) {
    for (const { begins, ends, offset } of clockOf(timeZone, week)) {
      const piece = { begins: Math.max(begins, start), ends: Math.min(ends, end), offset };
      if (piece.begins >= piece.ends) continue;
      const last = found.at(-1);
      if (last?.offset === offset) last.ends = piece.ends;
      else found.push(piece);
    }
  }
  return found;
}

/** Maximum number of cached weeks, of all time zones together. */
const MAX_WEEKS = 20_000;
const clocks = new Map<string, Stretch[]>();

/** A week, counted from 1970, split at its clock change. Assumes at most one clock change in a week. */
function clockOf(timeZone: string, week: number): Stretch[] {
  const key = `${timeZone} ${week}`;
  const known = clocks.get(key);
  if (known) return known;
  const [begins, ends] = [week * WEEK, (week + 1) * WEEK];
  const [offset, after] = [offsetAt(timeZone, begins), offsetAt(timeZone, ends)];
  let clock: Stretch[] = [{ begins, ends, offset }];
  if (after !== offset) {
    // Clocks change at whole seconds.
    let [before, later] = [begins / SECOND, ends / SECOND];
    while (later - before > 1) {
      const middle = Math.floor((before + later) / 2);
      if (offsetAt(timeZone, middle * SECOND) === offset) before = middle;
      else later = middle;
    }
    const changes = later * SECOND;
    clock = [
      { begins, ends: changes, offset },
      { begins: changes, ends, offset: after },
    ];
  }
  if (clocks.size >= MAX_WEEKS) clocks.clear();
  clocks.set(key, clock);
  return clock;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Local time minus UTC in ms. */
function offsetAt(timeZone: string, instant: number): number {
  let format = formats.get(timeZone);
  if (!format) {
    // Creating a format is slow; using it is fast.
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
