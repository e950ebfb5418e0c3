import { tsvectorOf } from './terms';

/** The text and file names that a row stores, with the index terms of both. */
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

/** Replaces NUL and lone surrogates, which PostgreSQL's text cannot store. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
