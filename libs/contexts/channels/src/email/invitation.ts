import type { EmailEvent } from '@parley/contracts/events';

/** Maximum length of a calendar file that is read, in characters. */
const MAX_FILE_LENGTH = 200_000;
/** Maximum number of lines that are read, after continuation lines are joined. */
const MAX_LINES = 2_000;
/** Maximum length of a property with its continuation lines, in characters; longer ones are left out. */
const MAX_LINE_LENGTH = 10_000;
/** Maximum length of a time zone's name, in characters; the longest of IANA has 32. */
const MAX_ZONE_LENGTH = 100;

interface Property {
  name: string;
  parameters: string;
  value: string;
}

/** Properties that an invitation shows; the first of each name counts. */
const shownNames = new Set(['SUMMARY', 'DTSTART', 'DTEND', 'LOCATION', 'ORGANIZER']);

/**
 * Reads the first event of a calendar file (RFC 5545) in one pass over its first `MAX_FILE_LENGTH` characters.
 * @returns undefined if there is no event with a title and a start
 */
export function invitationIn(file: string): EmailEvent | undefined {
  let method = 'PUBLISH';
  let isInside = false;
  const fields = new Map<string, Property>();
  for (const line of linesOf(file)) {
    const property = line.length <= MAX_LINE_LENGTH ? propertyIn(line) : undefined;
    if (!property) continue;
    const { name, value } = property;
    if (!isInside) {
      if (name === 'METHOD') method = value;
      isInside = name === 'BEGIN' && isNamed(value, 'VEVENT');
    } else if (
      (name === 'END' && isNamed(value, 'VEVENT')) ||
      (name === 'BEGIN' && isNamed(value, 'VALARM'))
    ) {
      break;
    } else if (shownNames.has(name) && !fields.has(name)) {
      fields.set(name, property);
    }
  }
  return eventOf(method, fields);
}

function eventOf(method: string, fields: Map<string, Property>): EmailEvent | undefined {
  const begins = fields.get('DTSTART');
  const ends = fields.get('DTEND');
  const title = textOf(fields.get('SUMMARY'));
  const timeZone = begins && zoneIn(begins.parameters);
  const start = begins && timeOf(begins.value, timeZone);
  if (!title || !start) return undefined;
  const end = ends && timeOf(ends.value, zoneIn(ends.parameters));
  const place = textOf(fields.get('LOCATION'));
  const organiser = textOf(fields.get('ORGANIZER'))?.replace(/^mailto:/i, '');
  return {
    method: method.trim().toUpperCase(),
    title,
    start,
    ...(end && { end }),
    ...(timeZone && { timeZone }),
    ...(place && { place }),
    ...(organiser && { organiser }),
  };
}

/** The lines of a file with their continuation lines joined, at most `MAX_LINES`. */
function linesOf(file: string): string[] {
  return file
    .slice(0, MAX_FILE_LENGTH)
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/, MAX_LINES);
}

/** Splits `NAME;PARAMETER="a:b":value` at its first colon outside of quotation marks. */
function propertyIn(line: string): Property | undefined {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (character === '"') isQuoted = !isQuoted;
    if (character !== ':' || isQuoted) continue;
    const head = line.slice(0, at);
    const semicolon = head.indexOf(';');
    const name = (semicolon < 0 ? head : head.slice(0, semicolon)).toUpperCase();
    if (!/^[A-Z-]{1,60}$/.test(name)) return undefined;
    return { name, parameters: head.slice(name.length), value: line.slice(at + 1) };
  }
  return undefined;
}

function isNamed(value: string, component: string): boolean {
  return value.slice(0, component.length).toUpperCase() === component;
}

function textOf(property: Property | undefined): string | undefined {
  return property?.value.replace(/\\n/gi, ' ').replace(/\\([,;\\])/g, '$1');
}

function zoneIn(parameters: string): string | undefined {
  const zone = /;TZID="?([^";:]+)"?/i.exec(parameters)?.[1];
  return zone !== undefined && zone.length <= MAX_ZONE_LENGTH ? zone : undefined;
}

/** ISO 8601: a date alone, a moment with its offset, or a local time if the zone is unknown. */
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

/** The offset of an IANA time zone from UTC at a local time, as `+01:00`; empty if the zone is unknown. */
function offsetOf(local: string, timeZone: string): string {
  try {
    const asUtc = Date.parse(`${local}Z`);
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const shown = Date.parse(`${clock.format(asUtc).replace(' ', 'T')}Z`);
    // Near a change of the clocks, the offset may differ at the corrected time.
    const again = Date.parse(`${clock.format(asUtc - (shown - asUtc)).replace(' ', 'T')}Z`);
    const minutes = Math.round((again - (asUtc - (shown - asUtc))) / 60_000);
    const two = (part: number) => String(Math.trunc(Math.abs(part))).padStart(2, '0');
    return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  } catch {
    return '';
  }
}
