import { keepable, keepableName } from '@parley/contracts/rules/plain-text';

/**
 * JSON from outside: each reader below accepts any value and returns undefined or an empty value for one of the wrong
 * type.
 */

export type Json = Record<string, unknown>;

/** A quick test for long numbers; a match within a string is possible, and costs only time. */
const MAYBE_LONG_NUMBER = /(^|[:,[\s-])\d{16}/;
/** Matches a JSON string, or a whole number of 16 digits or more outside strings. */
const TEXT_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|((?<![-+.\deE])-?\d{16,}(?![\d.eE]))/g;

/**
 * Parses UTF-8 JSON. Whole numbers too long for a JavaScript number become strings of their digits, since providers
 * write ids as numbers.
 * @throws SyntaxError if the body is no JSON
 */
export function parseJson(body: Buffer): unknown {
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  const parsed: unknown = JSON.parse(text);
  if (!MAYBE_LONG_NUMBER.test(text)) return parsed;
  // The text is valid JSON, so every string in it is closed and the pattern matches it as a whole.
  const quoted = text.replace(TEXT_OR_LONG_NUMBER, (found, long?: string) => (long ? `"${long}"` : found));
  return JSON.parse(quoted);
}

/** The value if it is an object, or else an empty object. */
export function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an array, or else an empty array. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * A non-empty text, cut at `max` characters. Accepts numbers as well, since some providers write ids as numbers.
 * Characters that PostgreSQL cannot store become the replacement character, so that the rest of the text is kept.
 */
export function text(value: unknown, max = 65_536): string | undefined {
  if (typeof value === 'number') return String(value);
  return (typeof value === 'string' && keepable(value.slice(0, max))) || undefined;
}

/** A name on one line, without control characters that would change the display order. */
export function oneLine(value: unknown, max = 512): string | undefined {
  return (typeof value === 'string' && keepableName(value.slice(0, max))) || undefined;
}

/** A finite number, given as a number or as text. */
export function number(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

/** An id that can serve as a key; undefined if it is longer than 512 characters. */
export function identifier(value: unknown): string | undefined {
  const id = text(value);
  return id && id.length <= 512 ? id : undefined;
}

/** An http or https address, which is safe as a link. */
export function webAddress(value: unknown): string | undefined {
  const address = text(value, 4096);
  return address && /^https?:\/\//i.test(address) ? address : undefined;
}

/** Copies the object without its undefined fields, so that they are not stored. */
export function known<T extends object>(fields: T): T {
  const present: Partial<T> = {};
  for (const name of Object.keys(fields) as (keyof T)[]) {
    if (fields[name] !== undefined) present[name] = fields[name];
  }
  return present as T;
}
