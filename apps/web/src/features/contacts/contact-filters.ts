import {
  readConditions,
  type ContactCondition,
  type ContactConditions,
} from '@parley/contracts/api/contact-conditions';
import { contactSorts, type ContactSort } from '@parley/contracts/api/contacts';

/** State of the contact list in the URL: chips, keyword, order and page. */
export interface ContactFilters {
  conditions: ContactCondition[];
  keyword: string;
  sortBy: ContactSort;
  page: number;
  /**
   * Conditions of a saved segment that chips cannot express; shown as one chip that the user can only remove. Null if
   * there are none.
   */
  segment: ContactConditions | null;
}

/** Converts chips to conditions: one group in which all of them must match. */
export function conditionsOf(conditions: ContactCondition[]): ContactConditions {
  return { match: 'all', groups: conditions.length > 0 ? [{ match: 'all', conditions }] : [] };
}

export function filtersIn(params: URLSearchParams): ContactFilters {
  const asked = readConditions(parsed(params.get('where')));
  const chips = asked && chipsOf(asked);
  const page = Number(params.get('page'));
  return {
    conditions: chips ?? [],
    segment: asked && !chips ? asked : null,
    keyword: params.get('q') ?? '',
    sortBy: contactSorts.find((sort) => sort === params.get('sort')) ?? 'name',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Converts conditions to chips if all of them must match; null for any other structure. */
export function chipsOf({ match, groups }: ContactConditions): ContactCondition[] | null {
  const isFlat = groups.length <= 1 || match === 'all';
  const areAll = groups.every((group) => group.match === 'all' || group.conditions.length === 1);
  return isFlat && areAll ? groups.flatMap(({ conditions }) => conditions) : null;
}

export function paramsOf({ conditions, segment, keyword, sortBy, page }: ContactFilters): URLSearchParams {
  const asked = segment ?? conditionsOf(conditions);
  return new URLSearchParams({
    ...(asked.groups.length > 0 && { where: JSON.stringify(asked) }),
    ...(keyword && { q: keyword }),
    ...(sortBy !== 'name' && { sort: sortBy }),
    ...(page > 1 && { page: String(page) }),
  });
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    return null;
  }
}
