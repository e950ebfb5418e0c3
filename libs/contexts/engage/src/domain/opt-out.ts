import { normalizeText } from '@parley/contracts/rules/normalized-text';

/**
 * Whether a message consists only of a word that ends marketing, in any case, with any accents and punctuation:
 * "STOP!", "Baja.", "stoppen". A sentence that contains such a word is no opt-out.
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
