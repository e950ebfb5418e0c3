/** What was typed after a character that opens a list and begins a word, up to the caret. */
export interface Triggered {
  trigger: string;
  /** Where the character stands. */
  start: number;
  /** The caret. */
  end: number;
  search: string;
}

/** The character that the caret stands behind, or null: one within a word, as in a path or a date, is none. */
export function triggerAt(text: string, caret: number, triggers: readonly string[]): Triggered | null {
  const [match, before = '', word = ''] = /(^|\s)(\S+)$/.exec(text.slice(0, caret)) ?? [];
  const [trigger = ''] = word;
  const search = word.slice(trigger.length);
  if (match === undefined || !triggers.includes(trigger) || search.includes(trigger)) return null;
  return { trigger, start: caret - match.length + before.length, end: caret, search };
}

/** Whether a whole text is one `/word`, as whoever types it wants a suggestion and not to say it. */
export function isCommand(text: string, trigger: string): boolean {
  const word = text.trim();
  return word.length > 1 && word.startsWith(trigger) && !/\s/.test(word) && !word.slice(1).includes(trigger);
}
