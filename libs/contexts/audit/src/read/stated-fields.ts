import type { RecordedEvent } from '@parley/contracts/events';

/** Value that an event gives to a field. */
export interface StatedField {
  field: string;
  value: unknown;
  isPersonal: boolean;
}

/**
 * Maximum characters of a text in the log; longer texts are cut, since the log shows that a text changed and the full
 * text is stored elsewhere.
 */
const MAX_TEXT_LENGTH = 500;

/** Keys that are left out of values: `secret` is the id under which a sealed secret is stored. */
const hidden = new Set(['secret']);

/**
 * Returns the fields of an event of any type: those of its data, of `settings` and of `personal`, or a setting
 * `{name, value}` as a field of that name.
 */
export function statedFields({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): StatedField[] {
  // The audit entry has a time of its own, so the field `at` of the event is left out.
  const {
    subject: _subject,
    at: _at,
    personal,
    settings,
    ...plain
  } = (data ?? {}) as Record<string, unknown>;
  const named = namedSetting(plain);
  if (named) return [named];
  // Administrators may not read the titles of team chats or the texts of private quick replies.
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
    return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value;
  }
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const kept = Object.entries(value).filter(([key]) => !hidden.has(key));
  return Object.fromEntries(kept.map(([key, part]) => [key, shown(part)]));
}
