import {
  endOfHours,
  minutesOf,
  weekdayOf,
  weekdays,
  type ChannelSettings,
  type OpenHours,
} from '@parley/contracts/events';

/** The channel settings that determine when the channel is open. */
export type OpeningTimes = Pick<ChannelSettings, 'businessHours' | 'closingDates'>;

export type Opening =
  | { isOpen: true }
  | {
      isOpen: false;
      /** Kind of the current day in the organisation's time zone. */
      day: 'weekday' | 'weekend' | 'closing-date';
      /** When the channel closed, ISO 8601 UTC; null if that was more than a year ago. */
      since: string | null;
      /** When the channel opens next, ISO 8601 UTC; null if that is more than a year away. */
      until: string | null;
    };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Number of days to search for the start or end of a closed period; a longer period counts as permanent. */
const LOOK_DAYS = 366;

/**
 * Whether a channel is open at an instant, in the time zone of the business. Hours that end before they start
 * continue into the next day. A closing date is closed from midnight to midnight; hours that would start on it are
 * ignored.
 * @param at ISO 8601 UTC
 */
export function openingAt({ businessHours, closingDates }: OpeningTimes, at: string): Opening {
  if (!businessHours) return { isOpen: true };
  const clock = new WallClock(businessHours.timeZone);
  const closed = new Set(closingDates.map(({ date }) => date));
  const hoursOf = (day: number) => (closed.has(dateOf(day)) ? [] : businessHours.days[weekdayOf(day)]);
  const isOpenOn = (wall: number): boolean => {
    const day = Math.floor(wall / DAY);
    if (closed.has(dateOf(day))) return false;
    const minute = Math.floor((wall - day * DAY) / MINUTE);
    return (
      hoursOf(day).some((hours) => minute >= start(hours) && minute < endOfHours(hours)) ||
      hoursOf(day - 1).some((hours) => minute + 24 * 60 < endOfHours(hours))
    );
  };
  const isOpenAt = (instant: number) => isOpenOn(clock.read(instant));

  const now = Date.parse(at);
  if (isOpenAt(now)) return { isOpen: true };
  const today = Math.floor(clock.read(now) / DAY);
  // All instants of a day at which the channel may open or close: midnight, the ends of each span and clock changes.
  const changesOn = (day: number): number[] => {
    const ends = [...hoursOf(day), ...hoursOf(day - 1)].flatMap((hours) => [start(hours), endOfHours(hours)]);
    const minutes = new Set([0, ...ends.map((minute) => minute % (24 * 60))]);
    const instants = [...minutes].flatMap((minute) => clock.instantsOf(day * DAY + minute * MINUTE));
    return [...instants, ...clock.shiftsOn(day)].sort((a, b) => a - b);
  };
  const isEver = weekdays.some((weekday) => businessHours.days[weekday].length > 0);
  return {
    isOpen: false,
    day: closed.has(dateOf(today)) ? 'closing-date' : isWeekend(today) ? 'weekend' : 'weekday',
    since: isEver ? iso(firstClosed()) : null,
    until: isEver ? iso(firstOpen()) : null,
  };

  /** The start of the current closed period; null if it is longer than `LOOK_DAYS`. */
  function firstClosed(): number | null {
    let earliest = now;
    for (let day = today; day >= today - LOOK_DAYS; day--) {
      for (const instant of changesOn(day).reverse()) {
        if (instant > now) continue;
        if (isOpenAt(instant)) return earliest;
        earliest = instant;
      }
    }
    return null;
  }

  function firstOpen(): number | null {
    for (let day = today; day <= today + LOOK_DAYS; day++) {
      const instant = changesOn(day).find((change) => change > now && isOpenAt(change));
      if (instant !== undefined) return instant;
    }
    return null;
  }
}

/** @returns minutes after midnight */
function start({ from }: OpenHours): number {
  return minutesOf(from);
}

function isWeekend(day: number): boolean {
  return ['sat', 'sun'].includes(weekdayOf(day));
}

function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/**
 * The local time of a time zone. A local time is a number: the UTC instant, in ms, with the same date and time of
 * day, so that local times can be compared and added to.
 */
class WallClock {
  private readonly format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.format = formatOf(timeZone);
  }

  /** @returns the local time at an instant, cut to whole minutes */
  read(instant: number): number {
    const parts = Object.fromEntries(
      this.format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>;
    return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute);
  }

  /**
   * The instants at which the local time is `wall`: none if the clock is put forward past it, two if the clock is put
   * back.
   */
  instantsOf(wall: number): number[] {
    const offsets = new Set([this.offsetAt(wall - DAY), this.offsetAt(wall + DAY)]);
    return [...offsets].map((offset) => wall - offset).filter((instant) => this.read(instant) === wall);
  }

  /** The instants of a day at which the clock is put forward or back. */
  shiftsOn(day: number): number[] {
    // Searches from a day before to a day after, because the offset decides which instants belong to the day.
    let [before, after] = [(day - 1) * DAY, (day + 2) * DAY];
    if (this.offsetAt(before) === this.offsetAt(after)) return [];
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
      if (this.offsetAt(middle) === this.offsetAt(before)) before = middle;
      else after = middle;
    }
    return Math.floor(this.read(after) / DAY) === day ? [after] : [];
  }

  private offsetAt(instant: number): number {
    return this.read(instant) - Math.floor(instant / MINUTE) * MINUTE;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached format, because creating one is slow. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
    });
    formats.set(timeZone, format);
  }
  return format;
}
