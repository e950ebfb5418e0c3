import { foldAccents } from '../rules/normalized-text';
import { LONGEST_QUERY } from './search-limit';

/** The words that narrow a search, each before a colon. */
export const searchOperators = ['from', 'tag', 'channel', 'team', 'before', 'after', 'has'] as const;
export type SearchOperator = (typeof searchOperators)[number];

export const hasValues = ['file', 'link'] as const;
export type HasValue = (typeof hasValues)[number];

/** Words that stand in a row: one, or what was written without a blank or in quotes. */
export interface SearchTerm {
  /** Plain words, as `wordsOf` gives them. */
  words: string[];
  /** In quotes: exactly these words. Otherwise the last one may go on, and a single one may be inflected. */
  isQuoted: boolean;
}

/** What somebody looks for. Everything in it must hold. */
export interface SearchQuery {
  terms: SearchTerm[];
  /** Names: of contacts and colleagues, or `me`. */
  from: string[];
  tag: string[];
  channel: string[];
  team: string[];
  /** Days, YYYY-MM-DD: written before this one begins. */
  before: string | null;
  /** Written on this day or later. */
  after: string | null;
  has: HasValue[];
  /** All of it is one text without blanks that could be an id, as it was typed. */
  id: string | null;
}

/** An operator whose value says nothing. The codes have words under `errors` of the client's texts. */
export interface SearchFault {
  operator: SearchOperator;
  value: string;
  code: 'search_has_invalid' | 'search_date_invalid' | 'search_value_missing';
}

/** A piece of the typed text, for the field that shows it. */
export interface SearchPiece {
  /** Where it stands in the text. */
  start: number;
  end: number;
  operator: SearchOperator | null;
  value: string;
  isQuoted: boolean;
}

/** Terms of a query that count. */
const MOST_TERMS = 12;

const PIECE = /(?:(?<![a-z])([a-z]+):)?(?:"([^"]*)"?|(\S+))/giu;

/** The pieces of a query as it is typed, in order. A quote that is not closed goes on to the end. */
export function piecesOf(text: string): SearchPiece[] {
  return [...text.slice(0, LONGEST_QUERY).matchAll(PIECE)].map((match) => {
    const [whole, name, quoted, bare] = match;
    const lonely = name === undefined ? /^([a-z]+):$/i.exec(bare ?? '')?.[1] : undefined;
    const operator = searchOperators.find((one) => one === (name ?? lonely)?.toLowerCase()) ?? null;
    const at = { start: match.index, end: match.index + whole.length, operator };
    if (operator && lonely) return { ...at, value: '', isQuoted: false };
    // An unknown operator is a word like any other: an address has a colon, too.
    const value = quoted ?? (operator ? bare : whole) ?? '';
    return { ...at, value, isQuoted: quoted !== undefined };
  });
}

/** What a typed text asks for, and which of its operators say nothing: those narrow nothing. */
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

/** Whether a query asks for anything at all. */
export function isEmptySearch({ terms, from, tag, channel, team, before, after, has }: SearchQuery): boolean {
  const lists = [terms, from, tag, channel, team, has];
  return before === null && after === null && lists.every((list) => list.length === 0);
}

function addTerm(query: SearchQuery, value: string, isQuoted: boolean): void {
  // A number is typed as it is read, in groups; quotes keep it together as well.
  const words = wordsOf(value);
  if (words.length > 0 && query.terms.length < MOST_TERMS) query.terms.push({ words, isQuoted });
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

/** A day that a calendar has, YYYY-MM-DD. */
function isDay(text: string): boolean {
  if (!/^(19|2\d)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Characters of a word that count. */
const LONGEST_WORD = 60;

/** The words of a text: letters and digits in a row, without case and accents. */
export function wordsOf(text: string): string[] {
  return (foldAccents(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.slice(0, LONGEST_WORD).toWellFormed(),
  );
}

/** The digits of a text that is written like a phone number, at least three; null for any other. */
export function phoneDigitsOf(text: string): string | null {
  if (!/^\+?[\d\s()./-]+$/.test(text.trim())) return null;
  const digits = text.replace(/\D/g, '');
  return digits.length >= 3 ? digits : null;
}
