/** What was typed after a `/` that begins a word, up to the caret. */
export interface Slash {
  /** Where the `/` stands. */
  start: number;
  /** The caret. */
  end: number;
  search: string;
}

/** The `/` that the caret stands behind, or null: one within a word, as in a path or a date, is none. */
export function slashAt(text: string, caret: number): Slash | null {
  const [match, before = '', search = ''] = /(^|\s)\/([^\s/]*)$/.exec(text.slice(0, caret)) ?? [];
  if (match === undefined) return null;
  return { start: caret - match.length + before.length, end: caret, search };
}

/** Whether a whole text is one `/word`, as whoever types it wants a quick reply and not to say it to a contact. */
export function isCommand(text: string): boolean {
  return /^\/[^\s/]+$/.test(text.trim());
}
