import type { Marked } from '@parley/contracts/api/search';
import { wordsOf, type SearchTerm } from '@parley/contracts/api/search-query';
import { isAkin } from './terms';

/** Maximum length of a snippet, and the maximum length of the text before its first mark. */
const SHOWN = 160;
const BEFORE = 40;

/** The snippet of a text around the first match, with the ranges of the matching words in it. */
export function marked(text: string, terms: SearchTerm[]): Marked {
  const marks = marksIn(text, terms);
  const first = marks[0]?.[0] ?? 0;
  const start = first > BEFORE ? startOfWord(text, first - BEFORE) : 0;
  const end = Math.min(text.length, start + SHOWN);
  const [before, after] = [start > 0 ? '…' : '', end < text.length ? '…' : ''];
  const shift = before.length - start;
  return {
    text: `${before}${text.slice(start, end).toWellFormed()}${after}`,
    marks: marks.filter(([, to]) => to <= end).map(([from, to]) => [from + shift, to + shift]),
  };
}

/** The words of a text that match the terms, as they are written in the text, without duplicates, at most `most`. */
export function foundWords(text: string, terms: SearchTerm[], most = 20): string[] {
  return [...new Set(marksIn(text, terms).map(([from, to]) => text.slice(from, to)))].slice(0, most);
}

function marksIn(text: string, terms: SearchTerm[]): [number, number][] {
  const asked = terms.flatMap(({ words, isQuoted }) => words.map((word) => ({ word, isQuoted })));
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap((match): [number, number][] => {
    const [word] = wordsOf(match[0]);
    const isFound = asked.some((one) =>
      one.isQuoted ? one.word === word : word !== undefined && isAkin(word, one.word),
    );
    return isFound ? [[match.index, match.index + match[0].length]] : [];
  });
}

function startOfWord(text: string, from: number): number {
  const blank = text.lastIndexOf(' ', from);
  return blank < 0 || from - blank > BEFORE ? from : blank + 1;
}
