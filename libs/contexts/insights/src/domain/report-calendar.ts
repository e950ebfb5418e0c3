import type { ReportRhythm } from '@parley/contracts/events';
import { dayAfter, instantOf, wallTime } from '@parley/contracts/rules/wall-time';

/** Local time at which reports are due, before the working day begins. */
const HOUR = '06:00';

/**
 * When the next report is due: on the next Monday or first day of a month, at six in the morning.
 * @param now ISO 8601 UTC, like the result, which is later
 */
export function nextReportAt(every: ReportRhythm, timeZone: string, now: string): string {
  let day = beginOf(every, wallTime(Date.parse(now), timeZone).slice(0, 10));
  for (;;) {
    const at = instantOf(`${day}T${HOUR}`, timeZone);
    if (at > Date.parse(now)) return new Date(at).toISOString();
    day = beginAfter(every, day);
  }
}

/** The last whole week or month before a time: its first and last day, YYYY-MM-DD. */
export function periodBefore(
  every: ReportRhythm,
  timeZone: string,
  now: string,
): { from: string; to: string } {
  const to = dayAfter(beginOf(every, wallTime(Date.parse(now), timeZone).slice(0, 10)), -1);
  return { from: beginOf(every, to), to };
}

function beginOf(every: ReportRhythm, day: string): string {
  if (every === 'month') return `${day.slice(0, 7)}-01`;
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return dayAfter(day, -sinceMonday);
}

function beginAfter(every: ReportRhythm, begin: string): string {
  return every === 'week' ? dayAfter(begin, 7) : beginOf('month', dayAfter(begin, 31));
}
