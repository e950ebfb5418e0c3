import { shownNumber } from '@parley/contracts/api/shown-number';
import { useSetting } from './me';
import { useTranslation } from './translation';

export { shownNumber };

export interface TimeFormats {
  /** Time of day: 10:02 */
  time: (iso: string) => string;
  /** Date and time: 14 Nov 2026, 10:02 */
  full: (iso: string) => string;
  /** Weekday and day: Monday 14 November */
  day: (iso: string) => string;
  /** Short date: 14 Nov */
  shortDay: (iso: string) => string;
  bytes: (size: number) => string;
  /** A number, in the same format in every language (spec, section 9): 1,234.56 */
  number: (value: number) => string;
  /** Euros in the format of the language: €1,234.50, 1234,50 € */
  money: (euros: number) => string;
}

const size = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/**
 * Functions that format times, sizes and amounts in a language.
 * @param hour12 true for the 12-hour clock, the user's setting `timeNotation`
 */
export function timeFormats(language: string, hour12: boolean): TimeFormats {
  const locale = language === 'en' ? 'en-GB' : language;
  const build = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (iso: string) => format.format(new Date(iso));
  };
  const hour = hour12 ? 'numeric' : '2-digit';
  const clock: Intl.DateTimeFormatOptions = { hour, minute: '2-digit', hour12 };
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  return {
    time: build(clock),
    full: build({ day: 'numeric', month: 'short', year: 'numeric', ...clock }),
    day: build({ weekday: 'long', day: 'numeric', month: 'long' }),
    shortDay: build({ day: 'numeric', month: 'short' }),
    bytes: (bytes) =>
      bytes < 1000 * 1000
        ? `${size.format(Math.max(bytes / 1000, 0.1))} kB`
        : `${size.format(bytes / 1e6)} MB`,
    number: shownNumber,
    money: (euros) => money.format(euros),
  };
}

/**
 * Cached formats by language and notation, because creating formatters takes longer than rendering a row with them.
 */
const made = new Map<string, TimeFormats>();

export function useFormats(): TimeFormats {
  const { language } = useTranslation();
  const hour12 = useSetting('timeNotation') === '12';
  const key = `${language} ${hour12}`;
  const formats = made.get(key) ?? timeFormats(language, hour12);
  made.set(key, formats);
  return formats;
}

/** Key for grouping by calendar day in the browser's time zone. */
export function dayKey(iso: string): string {
  const date = new Date(iso);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** Number of calendar days from one time to another, in the browser's time zone. */
export function daysBetween(iso: string, now: number): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((midnight(new Date(now)) - midnight(new Date(iso))) / 86_400_000);
}

/** Age in the largest whole unit: minutes, hours or days; `now` below a minute, `date` from a week on. */
export function ageOf(iso: string, now: number): { unit: 'now' | 'm' | 'h' | 'd' | 'date'; value: number } {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return { unit: 'now', value: 0 };
  if (minutes < 60) return { unit: 'm', value: minutes };
  if (minutes < 24 * 60) return { unit: 'h', value: Math.floor(minutes / 60) };
  const days = Math.floor(minutes / (24 * 60));
  return days < 7 ? { unit: 'd', value: days } : { unit: 'date', value: 0 };
}
