/** The text between a trigger at the beginning of a word and the caret. */
export interface Triggered {
  trigger: string;
  start: number;
  end: number;
  search: string;
}

/**
 * @returns the trigger of the word before the caret, or null; a trigger within a word, as in a path or a date, does
 * not count
 */
export function triggerAt(text: string, caret: number, triggers: readonly string[]): Triggered | null {
  const [match, before = '', word = ''] = /(^|\s)(\S+)$/.exec(text.slice(0, caret)) ?? [];
  const [trigger = ''] = word;
  const search = word.slice(trigger.length);
  if (match === undefined || !triggers.includes(trigger) || search.includes(trigger)) return null;
  return { trigger, start: caret - match.length + before.length, end: caret, search };
}

/** Whether a whole text is one `/word`: its writer probably wanted a suggestion and did not mean to send it. */
export function isCommand(text: string, trigger: string): boolean {
  const word = text.trim();
  return word.length > 1 && word.startsWith(trigger) && !/\s/.test(word) && !word.slice(1).includes(trigger);
}
