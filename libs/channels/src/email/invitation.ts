import type { EmailEvent } from '@parley/contracts/events';

const LONGEST = 200_000;

/** The first event of a calendar file (RFC 5545); undefined where there is none with a title and a time. */
export function invitationIn(file: string): EmailEvent | undefined {
  const lines = file
    .slice(0, LONGEST)
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
  const method = lines.find((line) => /^METHOD:/i.test(line))?.slice(7) ?? 'PUBLISH';
  const from = lines.findIndex((line) => /^BEGIN:VEVENT/i.test(line));
  if (from < 0) return undefined;
  const until = lines.findIndex((line, index) => index > from && /^(END:VEVENT|BEGIN:VALARM)/i.test(line));
  const fields = new Map<string, { parameters: string; value: string }>();
  for (const line of lines.slice(from + 1, until < 0 ? undefined : until)) {
    const [, name, parameters = '', value = ''] =
      /^([A-Z-]+)((?:;[^:"]*(?:"[^"]*")?)*):(.*)$/i.exec(line) ?? [];
    if (name) fields.set(name.toUpperCase(), { parameters, value });
  }
  const text = (name: string) =>
    fields
      .get(name)
      ?.value.replace(/\\n/gi, ' ')
      .replace(/\\([,;\\])/g, '$1');
  const begins = fields.get('DTSTART');
  const ends = fields.get('DTEND');
  const title = text('SUMMARY');
  const start = begins && timeOf(begins.value, zoneIn(begins.parameters));
  if (!title || !start) return undefined;
  const organiser = text('ORGANIZER')?.replace(/^mailto:/i, '');
  return {
    ...{ method: method.trim().toUpperCase(), title, start },
    ...(ends && { end: timeOf(ends.value, zoneIn(ends.parameters)) }),
    ...(zoneIn(begins.parameters) && { timeZone: zoneIn(begins.parameters) }),
    ...(text('LOCATION') && { place: text('LOCATION') }),
    ...(organiser && { organiser }),
  };
}

function zoneIn(parameters: string): string | undefined {
  return /;TZID="?([^";:]+)"?/i.exec(parameters)?.[1];
}

/** A date alone, a moment with its offset, or one on a clock that we do not know. */
function timeOf(value: string, zone: string | undefined): string | undefined {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(value.trim()) ?? [];
  if (!year) return undefined;
  const date = `${year}-${month}-${day}`;
  if (!hour) return date;
  const local = `${date}T${hour}:${minute}:${second}`;
  if (utc) return `${local}Z`;
  return zone ? local + offsetOf(local, zone) : local;
}

/** How far the clocks of a zone (IANA) are from UTC at a local time, as `+01:00`; empty for a zone that is not known. */
function offsetOf(local: string, timeZone: string): string {
  try {
    const asUtc = Date.parse(`${local}Z`);
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const shown = Date.parse(`${clock.format(asUtc).replace(' ', 'T')}Z`);
    // Once more at the moment that this gives: the clocks may change between the two.
    const again = Date.parse(`${clock.format(asUtc - (shown - asUtc)).replace(' ', 'T')}Z`);
    const minutes = Math.round((again - (asUtc - (shown - asUtc))) / 60_000);
    const two = (part: number) => String(Math.trunc(Math.abs(part))).padStart(2, '0');
    return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  } catch {
    return '';
  }
}
