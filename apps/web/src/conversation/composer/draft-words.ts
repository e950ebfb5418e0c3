/** Begins, on a line of its own, what is kept of a draft beside its words: recipients, a subject, looks. */
export const BESIDE_WORDS = '\n\n{"mail":';

/** The words of a draft, as lists and notices show them. */
export function wordsOfDraft(text: string): string {
  const at = text.indexOf(BESIDE_WORDS);
  return at < 0 ? text : text.slice(0, at);
}
