import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { wordsOf, type SearchTerm } from '@parley/contracts/api/search-query';

/** Maximum number of indexed words of one text; a search does not find the words beyond it. */
const MAX_WORDS = 5_000;
/**
 * Minimum lengths of words that are stemmed, and of words that match by their beginning: shorter words would match
 * too many others.
 */
const MIN_STEMMED_LENGTH = 4;
const MIN_BEGUN_LENGTH = 3;

const remembered = new Map<string, string[]>();
const MAX_CACHED = 50_000;

/**
 * The stems of a word in the product's three languages, without duplicates; none for a short word, and none for a
 * word with digits.
 */
export function stemsOf(word: string): string[] {
  if (word.length < MIN_STEMMED_LENGTH || /\d/.test(word)) return [];
  let stems = remembered.get(word);
  if (!stems) {
    stems = [...new Set([english(word), spanish(word), dutch(word)])].filter((stem) => stem.length > 1);
    if (remembered.size >= MAX_CACHED) remembered.clear();
    remembered.set(word, stems);
  }
  return stems;
}

/**
 * The indexed words of several texts, in order. An empty word precedes each text, so that no phrase matches across
 * two texts.
 */
function indexedWords(texts: string[]): string[] {
  return texts.flatMap((text) => ['', ...wordsOf(text)]).slice(0, MAX_WORDS);
}

/**
 * The texts as a PostgreSQL `tsvector`: words with their positions, and stems with a leading slash, which no word
 * contains. Parley splits the words itself, so that queries and texts are always split in the same way.
 */
export function tsvectorOf(texts: string[]): string {
  const places = new Map<string, number[]>();
  indexedWords(texts).forEach((word, index) => {
    if (word === '') return;
    const known = places.get(word);
    if (known) known.push(index + 1);
    else places.set(word, [index + 1]);
  });
  const stems = new Set([...places.keys()].flatMap((word) => stemsOf(word)));
  return [
    // PostgreSQL stores at most 255 positions of a word in a text.
    ...[...places].map(([word, at]) => `'${word}':${at.slice(0, 255).join(',')}`),
    ...[...stems].map((stem) => `'/${stem}'`),
  ].join(' ');
}

/** The terms as a PostgreSQL `tsquery` that matches exactly these words. */
export function exactly(terms: SearchTerm[]): string {
  return terms.map(({ words }) => inRow(words)).join(' & ');
}

/**
 * The terms as a PostgreSQL `tsquery` that also matches words that begin with a term, and words with the same stem.
 */
export function loosely(terms: SearchTerm[]): string {
  return terms.map((term) => (term.isQuoted ? inRow(term.words) : looseTerm(term.words))).join(' & ');
}

function looseTerm(words: string[]): string {
  const last = words.at(-1) ?? '';
  const begun = last.length >= MIN_BEGUN_LENGTH ? inRow(words, ':*') : inRow(words);
  if (words.length > 1) return begun;
  return `(${[begun, ...stemsOf(last).map((stem) => `'/${stem}'`)].join(' | ')})`;
}

function inRow(words: string[], ending = ''): string {
  return `(${words.map((word) => `'${word}'`).join(' <-> ')}${ending})`;
}

/** Whether a word of a text matches a word of the query, by its beginning or by a common stem. */
export function isAkin(word: string, asked: string): boolean {
  if (word === asked) return true;
  if (asked.length >= MIN_BEGUN_LENGTH && word.startsWith(asked)) return true;
  const stems = stemsOf(asked);
  return stems.length > 0 && stemsOf(word).some((stem) => stems.includes(stem));
}

/** How several texts together match the terms: `exact`, `akin` by similar words, or null if they do not match. */
export function answer(texts: string[], terms: SearchTerm[]): 'exact' | 'akin' | null {
  const words = indexedWords(texts);
  if (terms.every((term) => hasInRow(words, term.words))) return 'exact';
  const isLoose = (term: SearchTerm) =>
    hasInRow(words, term.words) || (!term.isQuoted && hasLoosely(words, term.words));
  return terms.every(isLoose) ? 'akin' : null;
}

function hasInRow(words: string[], row: string[]): boolean {
  return words.some((_, start) => row.every((word, index) => words[start + index] === word));
}

function hasLoosely(words: string[], row: string[]): boolean {
  const [last] = row.slice(-1);
  if (last === undefined) return false;
  if (row.length === 1) return words.some((word) => isAkin(word, last));
  return words.some((_, start) =>
    row.every((word, index) => {
      const found = words[start + index];
      const isLast = index === row.length - 1 && last.length >= MIN_BEGUN_LENGTH;
      return isLast ? found?.startsWith(word) : found === word;
    }),
  );
}
