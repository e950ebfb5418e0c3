import { ownsKeys } from './commands';

/** Letters that nobody has taken for so long are for nothing any more. */
const LONGEST_HOLD_MS = 5_000;

let held = { letters: '', at: 0 };

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'timeStamp'
>;

/** What stands in a field after a key, that has no field yet. Keys that type nothing change nothing. */
export function afterKey(letters: string, press: KeyPress): string {
  const { key, shiftKey, metaKey, isComposing } = press;
  if (metaKey || isComposing) return letters;
  if (key === 'Enter' && shiftKey) return `${letters}\n`;
  if (!isTyping(press)) return letters;
  if (key === 'Backspace') return letters.slice(0, -1);
  return [...key].length === 1 ? letters + key : letters;
}

/** AltGr is Control with Alt on Windows, and Option types what is no letter or digit of the key: `@`, `€`. */
function isTyping({ key, ctrlKey, altKey }: KeyPress): boolean {
  if (ctrlKey !== altKey) return altKey && !/^[a-z\d]$/i.test(key) && [...key].length === 1;
  return true;
}

/** Keeps what is typed for a field that is on its way. @returns how to stop that; what was typed stays for the field */
export function holdLetters(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (ownsKeys(event.target)) return;
    held = { letters: afterKey(held.letters, event), at: event.timeStamp };
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

/** The letters typed for a field that is about to be there. */
export function heldLetters(): string {
  return performance.now() - held.at < LONGEST_HOLD_MS ? held.letters : '';
}

/** The same for the field that is there now: no other field gets them from then on. */
export function takeLetters(): string {
  const letters = heldLetters();
  dropLetters();
  return letters;
}

/** The field is not wanted any more. */
export function dropLetters(): void {
  held = { letters: '', at: 0 };
}
