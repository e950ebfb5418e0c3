import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * The tokenizer takes quadratic time for a run of letters without a blank, so longer runs are counted in pieces of
 * this length.
 */
const MAX_RUN = 200;
const LONG_RUN = /\S{201,}|\s{201,}/g;
const PIECE = new RegExp(`[^]{1,${MAX_RUN}}`, 'gu');
/** Counts special tokens in a text as plain text. */
const options = { disallowedSpecial: new Set<string>() };

/** Number of tokens of each text by the encoding o200k_base. */
export function tokenCounts(texts: string[]): number[] {
  return texts.map(countOf);
}

function countOf(text: string): number {
  let [count, end] = [0, 0];
  for (const { 0: run, index } of text.matchAll(LONG_RUN)) {
    count += countTokens(text.slice(end, index), options);
    for (const [piece] of run.matchAll(PIECE)) count += countTokens(piece, options);
    end = index + run.length;
  }
  return count + countTokens(text.slice(end), options);
}
