import type { KeywordKind, RouteHit, SmartRouteKeywords } from '../events/smart-route.events';
import { foldedText, type FoldedText } from './folded-text';
import { sizeBoundOf } from './pattern-size';

/** Of a longer message only the beginning is looked at. */
export const LONGEST_JUDGED = 20_000;
/** Instructions of one pattern. A message of 20,000 characters takes up to so many steps of each character. */
export const MAX_PATTERN_SIZE = 500;
/** Steps that all rules together may take for one message; per character of it, a pattern takes as many as its size. */
const MAX_STEPS = 20_000_000;
/** Steps per character of a search for a word, which compares many characters at once. */
const WORD_STEPS = 1 / 32;
/** Steps of testing the edges of a word that was found. */
const EDGE_STEPS = 32;

/** The text of one message: folded once for all rules, with the steps that are left for them. */
export class JudgedText {
  readonly original: string;
  private known: FoldedText | null = null;
  private steps = MAX_STEPS;

  constructor(original: string) {
    this.original = original.slice(0, LONGEST_JUDGED);
  }

  get folded(): FoldedText {
    return (this.known ??= foldedText(this.original));
  }

  /** Whether a search was refused. */
  get isSpent(): boolean {
    return this.steps < 0;
  }

  /** Takes the steps of a search off the budget; false if it does not have them: the search must not run then. */
  spend(steps: number): boolean {
    this.steps -= steps;
    return this.steps >= 0;
  }
}

/** Where in a text something was found, in UTF-16 units of the original. */
export type Span = [start: number, end: number];

/** A regular expression that takes linear time; null where it finds nothing. */
export type FindPattern = (text: string) => Span | null;

/**
 * Compiles a regular expression.
 * @throws PatternError
 */
export type CompilePattern = (pattern: string) => FindPattern;

/** Keywords that are ready to be looked for. */
export type FindKeywords = (text: JudgedText) => RouteHit[] | null;

/** @returns null where they do not match; no keyword is looked for twice for one text */
export function compileKeywords(
  { words, match, by }: SmartRouteKeywords,
  compile: CompilePattern,
): FindKeywords {
  const finders = words.map((word) => finderOf(word, by, compile));
  return (text) => {
    const hits: RouteHit[] = [];
    for (const [keyword, find] of finders.entries()) {
      const span = find(text);
      if (span) hits.push({ keyword, start: span[0], end: span[1] });
      else if (match === 'all') return null;
      if (span && match === 'any') break;
    }
    return hits.length > 0 ? hits : null;
  };
}

function finderOf(word: string, by: KeywordKind, compile: CompilePattern): (text: JudgedText) => Span | null {
  if (by === 'regex') {
    const size = sizeBoundOf(word);
    const find = compile(word);
    return (text) => (text.spend(size * text.original.length) ? find(text.original) : null);
  }
  const wanted = foldedText(word).text;
  // What is invisible would be found everywhere.
  if (wanted === '') return () => null;
  if (by === 'exact') return ({ folded, original }) => (folded.text === wanted ? [0, original.length] : null);
  const isWord = by === 'word';
  return (judged) => {
    if (!judged.spend(WORD_STEPS * judged.original.length)) return null;
    const { text, starts, ends } = judged.folded;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      if (isWord && !judged.spend(EDGE_STEPS)) return null;
      if (!isWord || (isEdge(text, at, wanted, 'start') && isEdge(text, end, wanted, 'end')))
        return [starts[at]!, ends[end - 1]!];
    }
    return null;
  };
}

/** These are written without blanks between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;
const partOfWord = /[\p{L}\p{M}\p{N}_]/u;
const digit = /[0-9#*]/;

/** Whether a word ends here, seen from one end of it. */
function isEdge(text: string, at: number, wanted: string, end: 'start' | 'end'): boolean {
  const beside = end === 'start' ? before(text, at) : after(text, at);
  if (beside === '' || !partOfWord.test(beside)) return true;
  const own = end === 'start' ? after(wanted, 0) : before(wanted, wanted.length);
  return isUnspaced(own) || (isUnspaced(beside) && !/\p{M}/u.test(beside));
}

function isUnspaced(character: string): boolean {
  return unspaced.test(character) && !digit.test(character);
}

function before(text: string, at: number): string {
  const low = text.slice(at - 1, at);
  return at > 1 && /[\udc00-\udfff]/.test(low) ? text.slice(at - 2, at) : low;
}

function after(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** A pattern that cannot be used, and what of it. */
export class PatternError extends Error {
  constructor(
    readonly reason: 'lookaround' | 'backreference' | 'too_long' | 'too_complex' | 'invalid',
    /** The character at which it is, from 1; null where that is not known. */
    readonly at: number | null,
  ) {
    super(reason);
  }
}
