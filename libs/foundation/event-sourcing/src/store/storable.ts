import { Rejected } from '../rejected';
import type { NewEvent } from './event-store';

/** Objects and lists within each other that an event may have: far more than any has. */
const DEEPEST = 32;

/**
 * Holds back what no view could store: a text or a name of a field with U+0000 or half of a surrogate pair, which
 * PostgreSQL has no place for, and what is nested so deep that who folds it would run out of stack.
 * @throws Rejected `not_storable`
 */
export function requireStorable(stream: string, events: readonly NewEvent[]): void {
  for (const event of events) {
    const fault = faultIn(event, 0);
    // What it says is somebody's own: only where it stands.
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

/** A stream's name comes from ids; one that is at fault itself is not repeated. */
function nameOf(stream: string): string {
  return faultOfText(stream) ? 'a stream' : stream;
}
