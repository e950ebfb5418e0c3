import { Rejected } from '../rejected';
import type { NewEvent } from './event-store';

/** Maximum nesting of objects and lists in an event, far above that of any real event. */
const DEEPEST = 32;

/**
 * Rejects data that no view could store: a text or field name with U+0000 or half a surrogate pair, which PostgreSQL
 * cannot store, and nesting so deep that folding would overflow the stack.
 * @throws Rejected `not_storable` if an event contains such data
 */
export function requireStorable(stream: string, events: readonly NewEvent[]): void {
  for (const event of events) {
    const fault = faultIn(event, 0);
    // The error names the place, but not the value, which may be personal.
    if (fault) throw new Rejected('not_storable', `${event.type} of ${nameOf(stream)}: ${fault}`);
  }
}

function faultIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return faultOfText(value);
  if (typeof value !== 'object' || value === null) return null;
  if (depth > DEEPEST) return `deeper than ${DEEPEST} levels`;
  if (Array.isArray(value)) return firstFault(value, depth);
  for (const name in value) {
    const fault = faultOfText(name) ?? faultIn((value as Record<string, unknown>)[name], depth + 1);
    if (fault) return fault;
  }
  return null;
}

function firstFault(values: readonly unknown[], depth: number): string | null {
  for (const value of values) {
    const fault = faultIn(value, depth + 1);
    if (fault) return fault;
  }
  return null;
}

function faultOfText(text: string): string | null {
  if (text.includes('\u0000')) return 'U+0000';
  return text.isWellFormed() ? null : 'half of a surrogate pair';
}

/** The stream's name for an error; a general term if the name itself cannot be stored. */
function nameOf(stream: string): string {
  return faultOfText(stream) ? 'a stream' : stream;
}
