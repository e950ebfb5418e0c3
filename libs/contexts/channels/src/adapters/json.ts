import { keepable, keepableName } from '@parley/contracts/rules/plain-text';

/** JSON from outside: every reader below takes anything and answers with what it wanted or nothing. */

export type Json = Record<string, unknown>;

/** Digits outside a text stand after one of these; so may those within a text, which costs only time. */
const MAYBE_LONG_NUMBER = /(^|[:,[\s-])\d{16}/;
/** A text of JSON, or a whole number of 16 digits or more outside of any. */
const TEXT_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|((?<![-+.\deE])-?\d{16,}(?![\d.eE]))/g;

/**
 * Parses UTF-8 JSON. Whole numbers too long for a JavaScript number become strings of their digits, since providers
 * write ids as numbers.
 * @throws SyntaxError
 */
export function parseJson(body: Buffer): unknown {
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  const parsed: unknown = JSON.parse(text);
  if (!MAYBE_LONG_NUMBER.test(text)) return parsed;
  // It is JSON: every text in it ends.
  const quoted = text.replace(TEXT_OR_LONG_NUMBER, (found, long?: string) => (long ? `"${long}"` : found));
  return JSON.parse(quoted);
}

/** An object, or an empty one. */
export function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list, or an empty one. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * A text that is not empty, cut at `max` characters. Numbers count: providers write ids either way. What cannot be kept
 * becomes the replacement character, so that nothing that a contact wrote is lost for it.
 */
export function text(value: unknown, max = 65_536): string | undefined {
  if (typeof value === 'number') return String(value);
  return (typeof value === 'string' && keepable(value.slice(0, max))) || undefined;
}

/** What somebody or something is called: on one line, and without what would show it in a false order. */
export function oneLine(value: unknown, max = 512): string | undefined {
  return (typeof value === 'string' && keepableName(value.slice(0, max))) || undefined;
}

/** A finite number, written as a number or as text. */
export function number(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

/** An id that can be a key: too long a one is none. */
export function identifier(value: unknown): string | undefined {
  const id = text(value);
  return id && id.length <= 512 ? id : undefined;
}

/** A web address that is safe to make a link of. */
export function webAddress(value: unknown): string | undefined {
  const address = text(value, 4096);
  return address && /^https?:\/\//i.test(address) ? address : undefined;
}

/** The object without the fields that are absent, so that what is written down holds only what is known. */
export function known<T extends object>(fields: T): T {
  const present: Partial<T> = {};
  for (const name of Object.keys(fields) as (keyof T)[]) {
    if (fields[name] !== undefined) present[name] = fields[name];
  }
  return present as T;
}
