import { foldAccents } from '../rules/normalized-text';
import { MAX_QUERY_LENGTH } from './search-limit';

/** Operators that narrow a search; each precedes a colon. */
export const searchOperators = ['from', 'tag', 'channel', 'team', 'before', 'after', 'has'] as const;
export type SearchOperator = (typeof searchOperators)[number];

export const hasValues = ['file', 'link'] as const;
export type HasValue = (typeof hasValues)[number];

/** Consecutive words: a single word, or several that were typed without a space between or in quotes. */
export interface SearchTerm {
  /** The result of `wordsOf`. */
  words: string[];
  /** True: matches exactly these words. False: the last word may be a prefix, and a single word may be inflected. */
  isQuoted: boolean;
}

/** A parsed search; a result must meet all of its fields. */
export interface SearchQuery {
  terms: SearchTerm[];
  /** Names of contacts or colleagues, or `me`. */
  from: string[];
  tag: string[];
  channel: string[];
  team: string[];
  /** YYYY-MM-DD: only messages from before this day; null: no limit. */
  before: string | null;
  /** YYYY-MM-DD: only messages from this day or later; null: no limit. */
  after: string | null;
  has: HasValue[];
  /** The original text if it has no spaces and could be an id; null otherwise. */
  id: string | null;
}

/** An operator with an invalid value. The client's texts for the codes are under `errors`. */
export interface SearchFault {
  operator: SearchOperator;
  value: string;
  code: 'search_has_invalid' | 'search_date_invalid' | 'search_value_missing';
}

/** A piece of the typed text, for highlighting in the search field. */
export interface SearchPiece {
  /** Offset in the text. */
  start: number;
  end: number;
  operator: SearchOperator | null;
  value: string;
  isQuoted: boolean;
}

/** Maximum number of terms; further terms are ignored. */
const MAX_TERMS = 12;

const PIECE = /(?:(?<![a-z])([a-z]+):)?(?:"([^"]*)"?|(\S+))/giu;

/** The pieces of a query in order. A quote without a closing quote continues to the end. */
export function piecesOf(text: string): SearchPiece[] {
  return [...text.slice(0, MAX_QUERY_LENGTH).matchAll(PIECE)].map((match) => {
    const [whole, name, quoted, bare] = match;
    const lonely = name === undefined ? /^([a-z]+):$/i.exec(bare ?? '')?.[1] : undefined;
    const operator = searchOperators.find((one) => one === (name ?? lonely)?.toLowerCase()) ?? null;
    const at = { start: match.index, end: match.index + whole.length, operator };
    if (operator && lonely) return { ...at, value: '', isQuoted: false };
    // An unknown operator is an ordinary word, because URLs also contain a colon.
    const value = quoted ?? (operator ? bare : whole) ?? '';
    return { ...at, value, isQuoted: quoted !== undefined };
  });
}

/** Parses a query. Operators with invalid values are returned as faults and do not narrow the search. */
export function parseSearch(text: string): { query: SearchQuery; faults: SearchFault[] } {
  const query: SearchQuery = {
    ...{ terms: [], from: [], tag: [], channel: [], team: [], has: [] },
    ...{ before: null, after: null, id: null },
  };
  const faults: SearchFault[] = [];
  const pieces = piecesOf(text);
  for (const { operator, value, isQuoted } of pieces) {
    if (operator === null) addTerm(query, value, isQuoted);
    else {
      const code = narrow(query, operator, value.trim());
      if (code) faults.push({ operator, value, code });
    }
  }
  const [only] = pieces;
  if (pieces.length === 1 && only?.operator === null && /^[\w.:=+/@-]{8,200}$/.test(only.value)) {
    query.id = only.value;
  }
  return { query, faults };
}

export function isEmptySearch({ terms, from, tag, channel, team, before, after, has }: SearchQuery): boolean {
  const lists = [terms, from, tag, channel, team, has];
  return before === null && after === null && lists.every((list) => list.length === 0);
}

function addTerm(query: SearchQuery, value: string, isQuoted: boolean): void {
  // One term may have several words, such as the groups of digits in a quoted phone number.
  const words = wordsOf(value);
  if (words.length > 0 && query.terms.length < MAX_TERMS) query.terms.push({ words, isQuoted });
}

function narrow(query: SearchQuery, operator: SearchOperator, value: string): SearchFault['code'] | null {
  if (value === '') return operator === 'has' ? 'search_has_invalid' : 'search_value_missing';
  switch (operator) {
    case 'has': {
      const wanted = hasValues.find((one) => one === value.toLowerCase());
      if (!wanted) return 'search_has_invalid';
      query.has.push(wanted);
      return null;
    }
    case 'before':
    case 'after':
      if (!isDay(value)) return 'search_date_invalid';
      query[operator] = value;
      return null;
    default:
      if (wordsOf(value).length === 0) return 'search_value_missing';
      query[operator].push(value);
      return null;
  }
}

/** Whether the text is a date that exists in the calendar, YYYY-MM-DD. */
function isDay(text: string): boolean {
  if (!/^(19|2\d)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Maximum length of a word in characters; further characters are ignored. */
const MAX_WORD_LENGTH = 60;

/** The words of a text: runs of letters and digits, in lower case without accents. */
export function wordsOf(text: string): string[] {
  return (foldAccents(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.slice(0, MAX_WORD_LENGTH).toWellFormed(),
  );
}

/** The digits of a text that looks like a phone number with at least three digits; null for any other text. */
export function phoneDigitsOf(text: string): string | null {
  if (!/^\+?[\d\s()./-]+$/.test(text.trim())) return null;
  const digits = text.replace(/\D/g, '');
  return digits.length >= 3 ? digits : null;
}
