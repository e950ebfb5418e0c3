import type { AttributeKind } from '../events/contact-settings.events';
import { keywordTerms } from './keyword';

/** `anyOf`: the contact has at least one of the ids. `noneOf`: the contact has none of them. */
export const amongs = ['anyOf', 'noneOf'] as const;
export type Among = (typeof amongs)[number];

/**
 * Conditions that compare `ids` with the contact's labels or channels, or with the user or team of the last
 * conversation.
 */
export const idFields = ['label', 'channel', 'assignedUser', 'assignedTeam'] as const;
export type IdField = (typeof idFields)[number];

export const flagFields = ['optIn', 'blocked', 'vip'] as const;
export type FlagField = (typeof flagFields)[number];

export const timeFields = ['createdAt', 'lastSeenAt'] as const;
export type TimeField = (typeof timeFields)[number];

/** Comparisons of metadata and attributes. `known` and `unknown` take no value. */
export const comparisons = ['known', 'unknown', 'is', 'isNot', 'contains', 'atLeast', 'atMost'] as const;
export type Comparison = (typeof comparisons)[number];

/** The status of the last conversation; `none` if the contact has no conversation. */
export const lastStatuses = ['open', 'closed', 'none'] as const;
export type LastStatus = (typeof lastStatuses)[number];

/**
 * One condition on a contact. `channel`: the channels that can reach the contact; `assignedUser` and `assignedTeam`:
 * those of the last
 * conversation.
 */
export type ContactCondition =
  | { field: IdField; is: Among; ids: string[] }
  | { field: FlagField; is: boolean }
  | { field: 'lastStatus'; is: LastStatus }
  /** ISO 8601 UTC: at or after `from`, and before `before`. Absent or null: no limit on that side. */
  | { field: TimeField; from?: string | null; before?: string | null }
  /** Metadata by name, case-insensitive; if several entries have the name, any of them may match. */
  | { field: 'metadata'; name: string; is: Comparison; value?: string }
  /**
   * A custom attribute: a number value compares as a number; dates (`2026-05-01`), choices and texts compare as text.
   */
  | { field: 'attribute'; attributeId: string; is: Comparison; value?: string | number }
  /** Words that all occur in the contact's name, phone, e-mail, user name, company or reference. */
  | { field: 'keyword'; value: string };

export type Match = 'all' | 'any';

export interface ConditionGroup {
  match: Match;
  conditions: ContactCondition[];
}

/**
 * All or any of some groups, each of which is all or any of some conditions. Without groups every contact matches.
 */
export interface ContactConditions {
  match: Match;
  groups: ConditionGroup[];
}

export const MAX_GROUPS = 10;
export const MAX_CONDITIONS = 20;
export const MAX_IDS = 100;
const MAX_VALUE_LENGTH = 200;
const MAX_TIME_LENGTH = 40;

export const everybody: ContactConditions = { match: 'all', groups: [] };

/** A contact's data for evaluating conditions. The contacts view provides it (`ContactFactsQueries`). */
export interface ContactFacts {
  /** In place of a merged label, the label into which it was merged. */
  labelIds: string[];
  /** Channels that can reach the contact. */
  channelIds: string[];
  optIn: boolean;
  isBlocked: boolean;
  isHighPriority: boolean;
  lastConversation: {
    status: 'open' | 'closed';
    assignedUserId: string | null;
    assignedTeamId: string | null;
  } | null;
  /** ISO 8601 UTC. */
  createdAt: string;
  lastSeenAt: string | null;
  metadata: { name: string; value: string }[];
  /** Values of custom attributes, by the attribute's id. */
  attributes: Record<string, string>;
  /** The result of `contactSearchText`. */
  search: string;
}

/**
 * Whether a contact meets conditions. `conditionsSql` of libs/contexts/contacts implements the same rules for rows; a
 * test compares
 * both.
 */
export function meetsConditions(facts: ContactFacts, { match, groups }: ContactConditions): boolean {
  return meets(match, groups, (group) =>
    meets(group.match, group.conditions, (condition) => meetsCondition(facts, condition)),
  );
}

/** An empty list matches everything, also with `any`. */
function meets<T>(match: Match, items: T[], holds: (item: T) => boolean): boolean {
  if (items.length === 0) return true;
  return match === 'all' ? items.every(holds) : items.some(holds);
}

/** Whether a contact meets one condition; used to show which conditions of a list a contact does not meet. */
export function meetsCondition(facts: ContactFacts, condition: ContactCondition): boolean {
  switch (condition.field) {
    case 'label':
      return among(condition, facts.labelIds);
    case 'channel':
      return among(condition, facts.channelIds);
    case 'assignedUser':
      return among(condition, [facts.lastConversation?.assignedUserId ?? null]);
    case 'assignedTeam':
      return among(condition, [facts.lastConversation?.assignedTeamId ?? null]);
    case 'optIn':
      return facts.optIn === condition.is;
    case 'blocked':
      return facts.isBlocked === condition.is;
    case 'vip':
      return facts.isHighPriority === condition.is;
    case 'lastStatus':
      return (facts.lastConversation?.status ?? 'none') === condition.is;
    case 'createdAt':
    case 'lastSeenAt':
      return within(facts[condition.field], condition);
    case 'metadata': {
      const name = lowerCase(condition.name);
      const values = facts.metadata
        .filter((entry) => lowerCase(entry.name) === name)
        .map((entry) => entry.value);
      return compares(values, condition);
    }
    case 'attribute': {
      const value = facts.attributes[condition.attributeId];
      return compares(value === undefined ? [] : [value], condition);
    }
    case 'keyword':
      return keywordTerms(condition.value).every((term) => facts.search.includes(term));
  }
}

function among({ is, ids }: { is: Among; ids: string[] }, had: (string | null)[]): boolean {
  const some = had.some((id) => id !== null && ids.includes(id));
  return is === 'anyOf' ? some : !some;
}

function within(
  time: string | null,
  { from, before }: { from?: string | null; before?: string | null },
): boolean {
  if (!from && !before) return true;
  if (time === null) return false;
  return (!from || time >= from) && (!before || time < before);
}

function compares(had: string[], { is, value }: { is: Comparison; value?: string | number }): boolean {
  if (is === 'known') return had.length > 0;
  if (is === 'unknown') return had.length === 0;
  if (is === 'isNot') return !compares(had, { is: 'is', value });
  return had.some((each) => comparesOne(each, is, value ?? ''));
}

function comparesOne(
  had: string,
  is: Exclude<Comparison, 'known' | 'unknown' | 'isNot'>,
  value: string | number,
): boolean {
  if (typeof value === 'number') {
    const number = numberIn(had);
    if (number === null) return false;
    return is === 'atLeast' ? number >= value : is === 'atMost' ? number <= value : number === value;
  }
  const [text, asked] = [lowerCase(had), lowerCase(value)];
  switch (is) {
    case 'is':
      return text === asked;
    case 'contains':
      return text.includes(asked);
    case 'atLeast':
      return compareCodePoints(had, value) >= 0;
    case 'atMost':
      return compareCodePoints(had, value) <= 0;
  }
}

/**
 * Lower case like PostgreSQL's `lower` with C.UTF-8, which maps each character to exactly one. `toLowerCase` alone
 * would turn `İ` into
 * two characters, and a `Σ` at the end of a word into another letter.
 */
export function lowerCase(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, lowerCharacter).toLowerCase();
}

function lowerCharacter(character: string): string {
  return character === 'İ' ? 'i' : character.toLowerCase();
}

/** Compares by code points, like `collate "C"`; JavaScript's operators compare UTF-16 units. */
function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at < 0) return left.length - right.length;
  return left[at]!.codePointAt(0)! - (right[at]?.codePointAt(0) ?? -1);
}

/** Parses a decimal number in its stored form; null for any other text. */
export function numberIn(text: string): number | null {
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : null;
}

/**
 * Converts the value that a user typed for a condition: a number if the attribute's kind is `number`, otherwise the
 * text.
 */
export function operandOf(kind: AttributeKind | undefined, is: Comparison, typed: string): string | number {
  const number = kind === 'number' && is !== 'contains' ? numberIn(typed.replace(',', '.')) : null;
  // An incomplete number such as `1.0` stays text while the user types.
  return number !== null && String(number) === typed.replace(',', '.') ? number : typed;
}

/** Parses conditions from a request or an event; null if they are invalid or exceed the limits. */
export function readConditions(value: unknown): ContactConditions | null {
  if (!isObject(value) || !isMatch(value.match) || !Array.isArray(value.groups)) return null;
  if (value.groups.length > MAX_GROUPS) return null;
  const groups = value.groups.map(readGroup);
  return groups.every((group) => group !== null) ? { match: value.match, groups } : null;
}

function readGroup(value: unknown): ConditionGroup | null {
  if (!isObject(value) || !isMatch(value.match) || !Array.isArray(value.conditions)) return null;
  if (value.conditions.length > MAX_CONDITIONS) return null;
  const conditions = value.conditions.map(readCondition);
  return conditions.every((one) => one !== null) ? { match: value.match, conditions } : null;
}

function readCondition(value: unknown): ContactCondition | null {
  if (!isObject(value)) return null;
  const { field, is } = value;
  if (isOneOf(idFields, field)) {
    const ids = value.ids;
    if (!isOneOf(amongs, is) || !Array.isArray(ids) || ids.length === 0 || ids.length > MAX_IDS) return null;
    return ids.every(isUuid) ? { field, is, ids: ids.map((id) => id.toLowerCase()) } : null;
  }
  if (isOneOf(flagFields, field)) return typeof is === 'boolean' ? { field, is } : null;
  if (field === 'lastStatus') return isOneOf(lastStatuses, is) ? { field, is } : null;
  if (isOneOf(timeFields, field)) {
    const [from, before] = [readTime(value.from), readTime(value.before)];
    return from === undefined || before === undefined ? null : { field, from, before };
  }
  if (field === 'metadata' && isText(value.name)) {
    const asked = readComparison(value);
    if (!asked || typeof asked.value === 'number') return null;
    return {
      field,
      name: value.name.trim(),
      is: asked.is,
      ...(asked.value !== undefined && { value: asked.value }),
    };
  }
  if (field === 'attribute' && isUuid(value.attributeId)) {
    const asked = readComparison(value);
    return asked && { field, attributeId: value.attributeId.toLowerCase(), ...asked };
  }
  if (field === 'keyword' && isText(value.value)) return { field, value: value.value };
  return null;
}

function readComparison({
  is,
  value,
}: Record<string, unknown>): { is: Comparison; value?: string | number } | null {
  if (!isOneOf(comparisons, is)) return null;
  if (is === 'known' || is === 'unknown') return { is };
  if (typeof value === 'number') return Number.isFinite(value) && is !== 'contains' ? { is, value } : null;
  return isText(value) ? { is, value } : null;
}

/**
 * Normalises a time to ISO 8601 UTC.
 * @returns null for an absent time; undefined for text that is no time, has an impossible date, or is outside the
 * years 1 to 9999,
 * which the view's timestamps support in this form
 */
function readTime(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.length > MAX_TIME_LENGTH) return undefined;
  const [, date] = /^(\d{4}-\d\d-\d\d)(?:T|$)/.exec(value) ?? [];
  const time = Date.parse(value);
  if (date === undefined || Number.isNaN(time) || !isCalendarDate(date)) return undefined;
  const normal = new Date(time).toISOString();
  return /^(?!0000)\d{4}-/.test(normal) ? normal : undefined;
}

/** Whether a date of the form `2026-02-28` exists. */
function isCalendarDate(date: string): boolean {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMatch(value: unknown): value is Match {
  return value === 'all' || value === 'any';
}

function isOneOf<T>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}

function isText(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= MAX_VALUE_LENGTH &&
    value.isWellFormed() &&
    !value.includes('\0')
  );
}

function isUuid(value: unknown): value is string {
  return (
    typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
  );
}
