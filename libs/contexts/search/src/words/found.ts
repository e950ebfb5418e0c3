import { tsvectorOf } from './terms';

/** Words and names of files as a row holds them, and what they are found by. */
export interface FoundWords {
  text: string;
  files: string[];
  terms: string;
}

export function wordsFound(text: string, files: string[]): FoundWords {
  const stored = storable(text);
  const names = files.map(storable);
  return { text: stored, files: names, terms: tsvectorOf([stored, ...names]) };
}

/** As a row holds it: PostgreSQL's text has neither NUL nor half a surrogate pair. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
