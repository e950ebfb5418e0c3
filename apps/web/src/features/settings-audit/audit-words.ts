import i18next from 'i18next';
import { userSettingNames, type UserSettingName } from '@parley/contracts/events/user.events';

/** Names of the entities whose ids occur in values, by id, and a function that formats times. */
interface Writing {
  names: Record<string, string>;
  time: (iso: string) => string;
}

/** Fields whose values have translations. Values of other fields are users' own texts, which are shown unchanged. */
const worded = new Set([
  'role',
  'visibility',
  'automaticSignature',
  'direction',
  'rating',
  'reason',
  'secrets',
]);
const notSwitches: UserSettingName[] = ['language', 'timeNotation', 'automaticSignature'];
const switches = new Set<string>(userSettingNames.filter((name) => !notSwitches.includes(name)));
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Describes an event type in a sentence; a type without a translation is shown by its name. */
export function sentenceOf(type: string): string {
  return known(`audit.event.${type}`) ?? type;
}

export function fieldName(field: string): string {
  return known(`audit.field.${field}`) ?? field;
}

/** Formats a value as text, with a line for each part of an object. */
export function wordsOf(field: string, value: unknown, writing: Writing): string {
  if (value === null || value === undefined || value === '') return i18next.t('audit.empty');
  if (typeof value === 'boolean') return i18next.t(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'number') return value === -1 ? i18next.t('audit.unset') : String(value);
  if (typeof value === 'string') return textOf(field, value, writing);
  if (Array.isArray(value)) return listOf(field, value, writing);
  return partsOf(value).join('\n');

  function partsOf(group: object): string[] {
    return Object.entries(group).map(([part, of]) => {
      const words = wordsOf(part, of, writing);
      return `${fieldName(part)}: ${words.includes('\n') ? `\n${words.replace(/^/gm, '  ')}` : words}`;
    });
  }
}

function textOf(field: string, text: string, { names, time }: Writing): string {
  if (switches.has(field)) return i18next.t(text === '1' ? 'audit.yes' : 'audit.no');
  if (moment.test(text)) return time(text);
  const words =
    field === 'platform'
      ? known(`platform.${text}`)
      : worded.has(field)
        ? known(`audit.value.${text}`)
        : null;
  return words ?? text.replace(uuid, (id) => names[id] ?? id);
}

function listOf(field: string, list: unknown[], writing: Writing): string {
  if (list.length === 0) return i18next.t('audit.empty');
  const isPlain = list.every((item) => typeof item !== 'object');
  const items = list.map((item) => itemOf(field, item, writing));
  return items.join(isPlain || items.every((item) => item.length < 20) ? ', ' : '\n');
}

/** Formats an element of a list on one line, with its parts separated by dots. */
function itemOf(field: string, item: unknown, writing: Writing): string {
  if (typeof item !== 'object' || item === null) return wordsOf(field, item, writing);
  const parts = item as Record<string, unknown>;
  if (isPeriod(parts)) return `${parts.from}–${parts.to}`;
  return Object.entries(parts)
    .map(([part, of]) => wordsOf(part === 'name' ? field : part, of, writing))
    .join(' · ');
}

function isPeriod(parts: Record<string, unknown>): parts is { from: string; to: string } {
  return typeof parts.from === 'string' && typeof parts.to === 'string';
}

function known(key: string): string | null {
  return isText(key) ? i18next.t(key) : null;
}

function isText(key: string): key is 'audit.title' {
  return i18next.exists(key);
}
