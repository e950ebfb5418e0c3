/** Separates the text of an e-mail draft from the JSON of its other fields (recipients, subject, formatting). */
export const BESIDE_WORDS = '\n\n{"mail":';

/** The text of a draft without the e-mail fields, as lists and notices show it. */
export function wordsOfDraft(text: string): string {
  const at = text.indexOf(BESIDE_WORDS);
  return at < 0 ? text : text.slice(0, at);
}
