import type { AttributeKind } from '../events/contact-settings.events';
import { keywordTerms } from './keyword';

/** What a choice among several says: one of them at least, or none of them. */
export const amongs = ['anyOf', 'noneOf'] as const;
export type Among = (typeof amongs)[number];

/** Conditions on something that is in a contact's labels, channels, lists …: `ids` are those of labels, channels, users, teams. */
export const idFields = ['label', 'channel', 'assignedUser', 'assignedTeam'] as const;
export type IdField = (typeof idFields)[number];

export const flagFields = ['optIn', 'blocked', 'vip'] as const;
export type FlagField = (typeof flagFields)[number];

export const timeFields = ['createdAt', 'lastSeenAt'] as const;
export type TimeField = (typeof timeFields)[number];

/** How a text, number or date that a contact may have is compared. `known` and `unknown` take no value. */
export const comparisons = ['known', 'unknown', 'is', 'isNot', 'contains', 'atLeast', 'atMost'] as const;
export type Comparison = (typeof comparisons)[number];

/** The status of the last conversation; `none` where there is no conversation. */
export const lastStatuses = ['open', 'closed', 'none'] as const;
export type LastStatus = (typeof lastStatuses)[number];

/**
 * One sentence about a contact. `channel` asks by which channels they can be reached; `assignedUser` and
 * `assignedTeam` are those of the last conversation.
 */
export type ContactCondition =
  | { field: IdField; is: Among; ids: string[] }
  | { field: FlagField; is: boolean }
  | { field: 'lastStatus'; is: LastStatus }
  /** ISO 8601 UTC: from that moment on, and before this one. Left out or null, it has no end on that side. */
  | { field: TimeField; from?: string | null; before?: string | null }
  /** Entries of metadata by their name, whatever its case; any of several entries of that name is enough. */
  | { field: 'metadata'; name: string; is: Comparison; value?: string }
  /** A custom attribute: a number compares with a number; a date (`2026-05-01`), a choice and a text as text. */
  | { field: 'attribute'; attributeId: string; is: Comparison; value?: string | number }
  /** Words that all occur in name, phone, e-mail, user name, company or reference. */
  | { field: 'keyword'; value: string };

export type Match = 'all' | 'any';

export interface ConditionGroup {
  match: Match;
  conditions: ContactCondition[];
}

/** Two levels: all or any of some groups, each of which is all or any of some conditions. Without groups: everybody. */
export interface ContactConditions {
  match: Match;
  groups: ConditionGroup[];
}

export const MOST_GROUPS = 10;
export const MOST_CONDITIONS = 20;
export const MOST_IDS = 100;
const LONGEST_VALUE = 200;
const MAX_TIME_LENGTH = 40;

export const everybody: ContactConditions = { match: 'all', groups: [] };

/** What conditions look at. The contacts view answers with it for each contact (`ContactFactsQueries`). */
export interface ContactFacts {
  /** By what they stand for now. */
  labelIds: string[];
  /** Channels by which they can be reached. */
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
  /** As `contactSearchText` makes it. */
  search: string;
}

/** Whether a contact meets conditions. `conditionsSql` of libs/contexts/contacts says the same of rows; a test holds both together. */
export function meetsConditions(facts: ContactFacts, { match, groups }: ContactConditions): boolean {
  return meets(match, groups, (group) =>
    meets(group.match, group.conditions, (condition) => meetsCondition(facts, condition)),
  );
}

/** Nothing asked lets everybody through, also where any is enough. */
function meets<T>(match: Match, items: T[], holds: (item: T) => boolean): boolean {
  if (items.length === 0) return true;
  return match === 'all' ? items.every(holds) : items.some(holds);
}

/** Whether one condition holds: the builder names the one that fails. */
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
 * Lower case as PostgreSQL's `lower` makes it with C.UTF-8: each character by itself, and never more of them. JavaScript
 * alone would make two of `İ`, and another letter of a `Σ` at the end of a word.
 */
export function lowerCase(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, lowerCharacter).toLowerCase();
}

function lowerCharacter(character: string): string {
  return character === 'İ' ? 'i' : character.toLowerCase();
}

/** Compares by code points, as `collate "C"` does; JavaScript's own comparison goes by UTF-16 units. */
function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at < 0) return left.length - right.length;
  return left[at]!.codePointAt(0)! - (right[at]?.codePointAt(0) ?? -1);
}

/** A decimal number as it is written; null for anything else. */
export function numberIn(text: string): number | null {
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : null;
}

/** What a condition on an attribute of that kind compares with, as somebody typed it: a number as a number. */
export function operandOf(kind: AttributeKind | undefined, is: Comparison, typed: string): string | number {
  const number = kind === 'number' && is !== 'contains' ? numberIn(typed.replace(',', '.')) : null;
  // Half typed, as in `1.0`, it stays text.
  return number !== null && String(number) === typed.replace(',', '.') ? number : typed;
}

/** Reads conditions from a request or an event; null if they are invalid or more than are allowed. */
export function readConditions(value: unknown): ContactConditions | null {
  if (!isObject(value) || !isMatch(value.match) || !Array.isArray(value.groups)) return null;
  if (value.groups.length > MOST_GROUPS) return null;
  const groups = value.groups.map(readGroup);
  return groups.every((group) => group !== null) ? { match: value.match, groups } : null;
}

function readGroup(value: unknown): ConditionGroup | null {
  if (!isObject(value) || !isMatch(value.match) || !Array.isArray(value.conditions)) return null;
  if (value.conditions.length > MOST_CONDITIONS) return null;
  const conditions = value.conditions.map(readCondition);
  return conditions.every((one) => one !== null) ? { match: value.match, conditions } : null;
}

function readCondition(value: unknown): ContactCondition | null {
  if (!isObject(value)) return null;
  const { field, is } = value;
  if (isOneOf(idFields, field)) {
    const ids = value.ids;
    if (!isOneOf(amongs, is) || !Array.isArray(ids) || ids.length === 0 || ids.length > MOST_IDS) return null;
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
 * Normalizes a time to ISO 8601 UTC.
 * @returns null for an absent time; undefined for text that is no time, names an impossible date, or lies outside the
 * years 1 to 9999, which are those that a timestamp of the view can hold as this text
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

/** Whether a date of the form `2026-02-28` is in the calendar. */
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
    value.length <= LONGEST_VALUE &&
    value.isWellFormed() &&
    !value.includes('\0')
  );
}

function isUuid(value: unknown): value is string {
  return (
    typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
  );
}
