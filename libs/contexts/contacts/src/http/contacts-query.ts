import { CodedError } from '@parley/contracts/api/coded-error';
import {
  readConditions,
  type ContactCondition,
  type ContactConditions,
} from '@parley/contracts/api/contact-conditions';
import { contactItemFields, type ContactItem } from '@parley/contracts/api/contacts';
import type { ContactSelectionRequest, ContactsQuery } from '@parley/contracts/api/contacts.requests';
import type { ContactSelection } from '../read/contact-list.queries';

const MAX_IDS_ASKED = 100;

/**
 * The contacts that a query selects.
 * @throws CodedError `invalid_input` for malformed conditions or ids
 */
export function selectionAsked({
  conditions,
  keyword,
  s,
}: Pick<ContactsQuery, 'conditions' | 'keyword' | 's'>): ContactSelection {
  const asked = conditions === undefined ? undefined : conditionsIn(conditions);
  const words: ContactCondition[] = keyword ? [{ field: 'keyword', value: keyword }] : [];
  const groups = asked?.groups ?? [];
  const narrowed: ContactConditions =
    words.length === 0
      ? { match: asked?.match ?? 'all', groups }
      : // With `match: any`, a further group would widen the result, so `withWords` rejects it.
        withWords(asked, words);
  return { conditions: narrowed, ...(s !== undefined && { ids: idsIn(s) }) };
}

/**
 * The contacts to which a job applies. Conditions without groups select all contacts.
 * @throws CodedError `invalid_input` for malformed conditions, and if ids, conditions and keyword are all missing
 */
export function selectionOf({ ids, ...asked }: ContactSelectionRequest): ContactSelection {
  if (!ids && asked.conditions === undefined && !asked.keyword)
    throw new CodedError('invalid_input', 'ids or conditions');
  return { ...selectionAsked(asked), ...(ids && { ids }) };
}

function withWords(asked: ContactConditions | undefined, words: ContactCondition[]): ContactConditions {
  const wordsGroup = { match: 'all', conditions: words } as const;
  if (!asked || asked.groups.length === 0) return { match: 'all', groups: [wordsGroup] };
  if (asked.match === 'all') return { match: 'all', groups: [...asked.groups, wordsGroup] };
  throw new CodedError('invalid_input', 'keyword: a condition, where any of several groups is asked for');
}

function conditionsIn(text: string): ContactConditions {
  const conditions = readConditions(parsed(text));
  if (!conditions) throw new CodedError('invalid_input', 'conditions: {"match":"all","groups":[…]}');
  return conditions;
}

function idsIn(text: string): string[] {
  const filter = parsed(text) as { $or?: { id?: unknown }[] } | null;
  const ids = Array.isArray(filter?.$or) ? filter.$or.map((each) => each?.id) : [];
  const isId = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f-]{36}$/i.test(id);
  if (ids.length === 0 || ids.length > MAX_IDS_ASKED || !ids.every(isId))
    throw new CodedError('invalid_input', 's: {"$or":[{"id":"…"}]}');
  return ids;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * Returns a function that keeps the requested fields of a row; all fields if none are requested.
 * @throws CodedError `invalid_input` for unknown fields
 */
export function fieldsAsked(fields: string | undefined): (item: ContactItem) => Partial<ContactItem> {
  if (!fields) return (item) => item;
  const names = fields.split(',').map((name) => name.trim());
  const isField = (name: string): name is keyof ContactItem =>
    (contactItemFields as readonly string[]).includes(name);
  if (!names.every(isField)) throw new CodedError('invalid_input', `fields: ${contactItemFields.join(', ')}`);
  return (item) => Object.fromEntries(names.map((name) => [name, item[name]]));
}
