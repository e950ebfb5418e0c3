import { ownsKeys } from './commands';

/** Age in ms after which recorded letters are discarded. */
const MAX_HOLD_MS = 5_000;

let held = { letters: '', at: 0 };

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'timeStamp'
>;

/**
 * Text that a field which does not exist yet would contain after one more key. Keys that type nothing leave the text
 * unchanged.
 */
export function afterKey(letters: string, press: KeyPress): string {
  const { key, shiftKey, metaKey, isComposing } = press;
  if (metaKey || isComposing) return letters;
  if (key === 'Enter' && shiftKey) return `${letters}\n`;
  if (!isTyping(press)) return letters;
  if (key === 'Backspace') return letters.slice(0, -1);
  return [...key].length === 1 ? letters + key : letters;
}

/**
 * Whether the key types a character. AltGr is reported as Control with Alt on Windows; Option on a Mac types special
 * characters such as `@` and `€`.
 */
function isTyping({ key, ctrlKey, altKey }: KeyPress): boolean {
  if (ctrlKey !== altKey) return altKey && !/^[a-z\d]$/i.test(key) && [...key].length === 1;
  return true;
}

/**
 * Records typed letters for a field that does not exist yet.
 * @returns a function that stops recording; the recorded letters stay for the field
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
  return performance.now() - held.at < MAX_HOLD_MS ? held.letters : '';
}

/** Removes and returns the recorded letters, so that only one field gets them. */
export function takeLetters(): string {
  const letters = heldLetters();
  dropLetters();
  return letters;
}

/** Discards the recorded letters, because the user cancelled opening the field. */
export function dropLetters(): void {
  held = { letters: '', at: 0 };
}
