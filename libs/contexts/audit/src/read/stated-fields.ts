import type { RecordedEvent } from '@parley/contracts/events';

/** A field of something, as a fact states it. */
export interface StatedField {
  field: string;
  value: unknown;
  isPersonal: boolean;
}

/** A longer text is cut: what it says is kept elsewhere, that it changed is kept here. */
const LONGEST_TEXT = 500;

/** Of a sealed secret, where it lies is nobody's business. */
const hidden = new Set(['secret']);

/**
 * What a fact says, field by field, whatever its type: data and personal data alike, groups of settings one by one,
 * and a setting of `{name, value}` under its name.
 */
export function statedFields({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): StatedField[] {
  // The entry says when it happened.
  const {
    subject: _subject,
    at: _at,
    personal,
    settings,
    ...plain
  } = (data ?? {}) as Record<string, unknown>;
  const named = namedSetting(plain);
  if (named) return [named];
  // What somebody keeps for themselves, or colleagues among themselves, is not for administrators to read.
  if (type.startsWith('TeamChat')) delete plain.title;
  if (plain.visibility === 'me') for (const own of ['message', 'title']) delete plain[own];
  return [...fieldsOf(plain, false), ...fieldsOf(settings, false), ...fieldsOf(personal, true)];
}

function namedSetting({ name, value, ...rest }: Record<string, unknown>): StatedField | null {
  if (typeof name !== 'string' || value === undefined || Object.keys(rest).length > 0) return null;
  return { field: name, value: shown(value), isPersonal: false };
}

function fieldsOf(group: unknown, isPersonal: boolean): StatedField[] {
  if (typeof group !== 'object' || group === null) return [];
  return Object.entries(group)
    .filter(([field]) => field !== 'entryId')
    .map(([field, value]) => ({ field, value: shown(value), isPersonal }));
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  }
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const kept = Object.entries(value).filter(([key]) => !hidden.has(key));
  return Object.fromEntries(kept.map(([key, part]) => [key, shown(part)]));
}
