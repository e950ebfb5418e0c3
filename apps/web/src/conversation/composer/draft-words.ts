/**
 * Separates a draft's text from the JSON of its e-mail fields (recipients, subject, formatting), which follows it.
 */
export const BESIDE_WORDS = '\n\n{"mail":';

/** The text of a draft, as lists and notices show it. */
export function wordsOfDraft(text: string): string {
  const at = text.indexOf(BESIDE_WORDS);
  return at < 0 ? text : text.slice(0, at);
}
