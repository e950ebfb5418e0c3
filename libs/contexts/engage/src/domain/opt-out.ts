import { normalizeText } from '@parley/contracts/rules/normalized-text';

/**
 * Whether a message says nothing but one of the words that end marketing, whatever its case, accents and punctuation:
 * "STOP!", "Baja.", "stoppen". A sentence with such a word in it is about something else.
 * @param words in lower case
 */
export function isOptOut(text: string, words: readonly string[]): boolean {
  const said = plain(text);
  return said !== '' && words.some((word) => plain(word) === said);
}

function plain(text: string): string {
  return normalizeText(text, 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
