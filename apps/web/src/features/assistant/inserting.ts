/** The draft when the assistant was opened, and the selected range in it. */
export interface Taken {
  text: string;
  start: number;
  end: number;
}

/**
 * Replaces the selected range of the draft by the result. If the draft was changed in the meantime, it is kept and
 * the result is appended.
 */
export function insertInto(draft: string, { text, start, end }: Taken, result: string): string {
  if (draft !== text) return draft.trim() === '' ? result : `${draft.trimEnd()}\n\n${result}`;
  return draft.slice(0, start) + result + draft.slice(end);
}

/**
 * Removes the signature from the assistant's result, since sending adds it again.
 * @param signed adds the signature to a text, as sending does; undefined if there is none
 */
export function withoutSignature(result: string, signed: ((text: string) => string) | undefined): string {
  const text = result.trim();
  const [before = '', after = ''] = (signed?.('\u0001') ?? '').split('\u0001').map((part) => part.trim());
  const beginsSigned = before !== '' && text.startsWith(`${before}\n`);
  const endsSigned = after !== '' && text.endsWith(`\n${after}`);
  return text.slice(beginsSigned ? before.length : 0, endsSigned ? -after.length : undefined).trim();
}
