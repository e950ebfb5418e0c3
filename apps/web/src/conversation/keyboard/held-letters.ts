import { ownsKeys } from './commands';

/** Letters older than this are discarded. */
const LONGEST_HOLD_MS = 5_000;

let held = { letters: '', at: 0 };

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'timeStamp'
>;

/** Text of a field that does not exist yet, after one more key. Keys that type nothing change nothing. */
export function afterKey(letters: string, press: KeyPress): string {
  const { key, shiftKey, metaKey, isComposing } = press;
  if (metaKey || isComposing) return letters;
  if (key === 'Enter' && shiftKey) return `${letters}\n`;
  if (!isTyping(press)) return letters;
  if (key === 'Backspace') return letters.slice(0, -1);
  return [...key].length === 1 ? letters + key : letters;
}

/** AltGr is Control with Alt on Windows; Option on a Mac types characters that are not on the key: `@`, `€`. */
function isTyping({ key, ctrlKey, altKey }: KeyPress): boolean {
  if (ctrlKey !== altKey) return altKey && !/^[a-z\d]$/i.test(key) && [...key].length === 1;
  return true;
}

/**
 * Records typed letters until the field for them exists. @returns a function that stops recording; the letters stay
 * for the field
 */
export function holdLetters(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (ownsKeys(event.target)) return;
    held = { letters: afterKey(held.letters, event), at: event.timeStamp };
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

/** The letters recorded for the field, without removing them. */
export function heldLetters(): string {
  return performance.now() - held.at < LONGEST_HOLD_MS ? held.letters : '';
}

/** Removes and returns the recorded letters, so that only one field gets them. */
export function takeLetters(): string {
  const letters = heldLetters();
  dropLetters();
  return letters;
}

/** Discards the letters: the field was cancelled. */
export function dropLetters(): void {
  held = { letters: '', at: 0 };
}
