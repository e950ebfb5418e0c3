/** What of a draft the assistant was opened on. */
export interface Taken {
  text: string;
  start: number;
  end: number;
}

/** A draft with a result in place of what was taken. Words that were changed meanwhile stay: the result comes after them. */
export function insertInto(draft: string, { text, start, end }: Taken, result: string): string {
  if (draft !== text) return draft.trim() === '' ? result : `${draft.trimEnd()}\n\n${result}`;
  return draft.slice(0, start) + result + draft.slice(end);
}

/**
 * A result without the signature that sending adds.
 * @param signed what sending makes of a text
 */
export function withoutSignature(result: string, signed: ((text: string) => string) | undefined): string {
  const text = result.trim();
  const [before = '', after = ''] = (signed?.('\u0001') ?? '').split('\u0001').map((part) => part.trim());
  const beginsSigned = before !== '' && text.startsWith(`${before}\n`);
  const endsSigned = after !== '' && text.endsWith(`\n${after}`);
  return text.slice(beginsSigned ? before.length : 0, endsSigned ? -after.length : undefined).trim();
}
