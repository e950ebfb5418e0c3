import type { TimePeriod, TimeUnit } from '@parley/contracts/api/insights';

export interface Days {
  /** First day (`between`) and last day (`and`) of the range, both included; YYYY-MM-DD. */
  between: string;
  and: string;
}

const DAY = 86_400_000;

/** Calendar day, YYYY-MM-DD, of an instant in a time zone. */
export function dayIn(timeZone: string, now: number): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  return format.format(now);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** Formats a range of days in a language, for example 1–28 Nov 2026. */
export function daysText({ between, and }: Days, language: string): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  return format.formatRange(new Date(between), new Date(and));
}

/** First and last day of a period relative to `today`, YYYY-MM-DD. Weeks begin on Monday. */
export function daysOf(period: Exclude<TimePeriod, 'custom'>, today: string): Days {
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = addDays(today, -weekday);
  const first = `${today.slice(0, 7)}-01`;
  const year = today.slice(0, 4);
  switch (period) {
    case 'today':
      return { between: today, and: today };
    case 'yesterday':
      return { between: addDays(today, -1), and: addDays(today, -1) };
    case 'thisWeek':
      return { between: monday, and: addDays(monday, 6) };
    case 'lastWeek':
      return { between: addDays(monday, -7), and: addDays(monday, -1) };
    case 'thisMonth':
      return { between: first, and: today };
    case 'lastMonth': {
      const last = addDays(first, -1);
      return { between: `${last.slice(0, 7)}-01`, and: last };
    }
    case 'last28Days':
      return { between: addDays(today, -27), and: today };
    case 'thisYear':
      return { between: `${year}-01-01`, and: `${year}-12-31` };
    case 'lastYear':
      return { between: `${Number(year) - 1}-01-01`, and: `${Number(year) - 1}-12-31` };
  }
}

/** The time unit into which a period's graphs are divided; undefined lets the server choose. */
export function unitOf(period: TimePeriod): TimeUnit | undefined {
  switch (period) {
    case 'today':
    case 'yesterday':
      return 'hour';
    case 'lastMonth':
      return 'week';
    case 'thisYear':
    case 'lastYear':
      return 'month';
    case 'custom':
      return undefined;
    default:
      return 'day';
  }
}

export interface Labels {
  /** Short label for an axis. */
  short: (at: string) => string;
  /** Long label for a table or a tooltip. */
  long: (at: string) => string;
}

/**
 * Returns functions that label the time units of a period (spec, section 9): hours of a day, weekday letters of a
 * week, days of a month, week numbers of last month, and month letters of a year.
 */
export function labelsOf(
  { period, unit, timeZone }: { period: TimePeriod; unit: TimeUnit; timeZone: string },
  language: string,
): Labels {
  const locale = language === 'en' ? 'en-GB' : language;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (at: string) => made.format(new Date(at));
  };
  const day = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  if (unit === 'hour') {
    const full = format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
    return { short: format({ hour: '2-digit', minute: '2-digit' }), long: full };
  }
  if (unit === 'week') {
    const number = (at: string) => String(weekOf(dayIn(timeZone, Date.parse(at))));
    return { short: number, long: (at) => `${number(at)} · ${day(at)}` };
  }
  if (unit === 'month')
    return { short: format({ month: 'narrow' }), long: format({ month: 'long', year: 'numeric' }) };
  const isWeek = period === 'thisWeek' || period === 'lastWeek';
  return { short: format(isWeek ? { weekday: 'narrow' } : { day: 'numeric' }), long: day };
}

/** ISO 8601 week number of a day, YYYY-MM-DD. */
export function weekOf(day: string): number {
  const thursday = addDays(day, 3 - ((new Date(day).getUTCDay() + 6) % 7));
  return Math.ceil((Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`) + DAY) / (7 * DAY));
}
