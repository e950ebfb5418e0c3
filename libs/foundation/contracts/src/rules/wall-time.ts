import { isQuietAt, type QuietHours } from './quiet-hours';

const HOUR = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether the runtime knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Local time of an instant.
 * @param at ms since 1970
 * @returns `2026-11-24T09:00`
 */
export function wallTime(at: number, timeZone: string): string {
  return new Date(wallOf(at, timeZone)).toISOString().slice(0, 16);
}

/**
 * The instant of a local time, in ms since 1970. A time that the clock skips moves forward by the skipped duration;
 * for a time that
 * occurs twice the result is the first.
 * @param wall `2026-11-24T09:00`
 */
export function instantOf(wall: string, timeZone: string): number {
  const wanted = Date.parse(`${wall}:00Z`);
  const offsets = [-1, 1].map((side) => {
    const near = wanted + side * 24 * HOUR;
    return wallOf(near, timeZone) - near;
  });
  const candidates = offsets.map((offset) => wanted - offset).sort((a, b) => a - b);
  const exact = candidates.find((instant) => wallOf(instant, timeZone) === wanted);
  // The clock skips this time: uses the offset before the change, which is the smaller one.
  return exact ?? wanted - Math.min(...offsets);
}

/**
 * The first instant from `at` on that is not quiet.
 * @param at ms since 1970
 */
export function afterQuiet(at: number, timeZone: string, quiet: QuietHours): number {
  const wall = wallTime(at, timeZone);
  if (!isQuietAt(quiet, wall.slice(11))) return at;
  const day = wall.slice(11) < quiet.until ? wall.slice(0, 10) : dayAfter(wall.slice(0, 10));
  return Math.max(at, instantOf(`${day}T${quiet.until}`, timeZone));
}

/** The month of an instant in local time, `2026-11`. */
export function monthOf(at: number, timeZone: string): string {
  return wallTime(at, timeZone).slice(0, 7);
}

/** Beginning and end of a month, in ms since 1970. */
export function boundsOfMonth(month: string, timeZone: string): { from: number; until: number } {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return {
    from: instantOf(`${month}-01T00:00`, timeZone),
    until: instantOf(`${next.toISOString().slice(0, 7)}-01T00:00`, timeZone),
  };
}

export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10);
}

function wallOf(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second } = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
    formats.set(timeZone, format);
  }
  return format;
}
