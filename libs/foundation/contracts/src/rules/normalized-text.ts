/** Maximum number of consecutive combining marks in a text: the limit of the Stream-Safe Text Format (UAX #15). */
const MAX_MARKS = 30;

/** A run of marks. The halfwidth voiced sound marks are letters that decompose to marks. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;

export type NormalForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/**
 * Normalises a text in time proportional to its length. `String.prototype.normalize` sorts each run of combining
 * marks in quadratic
 * time (100,000 marks take 10 s), so only the first 30 marks of each run are kept. Idempotent.
 */
export function normalizeText(text: string, form: NormalForm): string {
  // Some marks decompose to two, so the result is cut as well.
  return withShortRuns(withShortRuns(text).normalize(form));
}

/** Returns the text in lower case, without accents and compatibility forms: the spelling that searches compare. */
export function foldAccents(text: string): string {
  return normalizeText(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function withShortRuns(text: string): string {
  return text.replace(MARKS, (run) =>
    run.length <= MAX_MARKS ? run : [...run].slice(0, MAX_MARKS).join(''),
  );
}
