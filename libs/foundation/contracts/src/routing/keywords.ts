import type { KeywordKind, RouteHit, SmartRouteKeywords } from '../events/smart-route.events';
import { foldedText, type FoldedText } from './folded-text';
import { sizeBoundOf } from './pattern-size';

/** Maximum number of characters of a message in which rules search for keywords; the rest is ignored. */
export const MAX_JUDGED_LENGTH = 20_000;
/**
 * Maximum number of instructions of a pattern. Matching takes up to this number of steps per character of a message.
 */
export const MAX_PATTERN_SIZE = 500;
/**
 * Maximum number of steps of all rules together for one message. A pattern takes as many steps per character as its
 * size.
 */
const MAX_STEPS = 20_000_000;
/** Steps per character of a search for a word, which compares many characters at once. */
const WORD_STEPS = 1 / 32;
/** Steps for testing the edges of a word that was found. */
const EDGE_STEPS = 32;

/** The text of one message. All rules share its folded form and its budget of steps. */
export class JudgedText {
  readonly original: string;
  private known: FoldedText | null = null;
  private steps = MAX_STEPS;

  constructor(original: string) {
    this.original = original.slice(0, MAX_JUDGED_LENGTH);
  }

  get folded(): FoldedText {
    return (this.known ??= foldedText(this.original));
  }

  /** Whether the budget was too small for a search. */
  get isSpent(): boolean {
    return this.steps < 0;
  }

  /**
   * Subtracts the steps of a search from the budget.
   * @returns false if the budget is too small; the caller must not search then
   */
  spend(steps: number): boolean {
    this.steps -= steps;
    return this.steps >= 0;
  }
}

/** Position of a hit in UTF-16 units of the original text. */
export type Span = [start: number, end: number];

/** Searches a text with a regular expression, in linear time; returns null if there is no match. */
export type FindPattern = (text: string) => Span | null;

/**
 * Compiles a regular expression.
 * @throws PatternError if the pattern is invalid, too long, too complex, or uses lookaround or backreferences
 */
export type CompilePattern = (pattern: string) => FindPattern;

/** Searches a text for the keywords of a rule. */
export type FindKeywords = (text: JudgedText) => RouteHit[] | null;

/**
 * @returns a function that searches a text for the keywords and returns null if they do not match; it searches for
 * each keyword at most once per text
 */
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
  // An empty text would match everywhere.
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

/** Characters of scripts without spaces between words, and emoji. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;
const partOfWord = /[\p{L}\p{M}\p{N}_]/u;
const digit = /[0-9#*]/;

/** Whether the found word `wanted` can begin (`end` is `start`) or end at this offset of the text. */
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

/** A pattern that cannot be used, with the reason and place. */
export class PatternError extends Error {
  constructor(
    readonly reason: 'lookaround' | 'backreference' | 'too_long' | 'too_complex' | 'invalid',
    /** Number of the character with the problem, from 1; null if unknown. */
    readonly at: number | null,
  ) {
    super(reason);
  }
}
