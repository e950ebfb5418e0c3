import { keepableName } from './plain-text';

const LONGEST = 200;

/** What an operating system runs when somebody opens it. */
const EXECUTABLE =
  /\.(apk|app|appimage|bat|bash|cmd|com|command|cpl|deb|desktop|dll|dmg|exe|gadget|hta|inf|ins|iso|jar|jnlp|js|jse|lnk|mjs|msc|msi|msp|mst|pif|pkg|ps1|psm1|py|reg|rpm|scf|scr|sct|sh|url|vb|vbe|vbs|wsc|wsf|wsh)$/i;

/**
 * What a file is called when somebody saves it: one line without folders and bidi controls, and with an underscore after
 * an ending that a system would run. Whoever wants to run it renames it, and knows.
 * @returns undefined where nothing is left of it
 */
export function harmlessFileName(name: string | undefined): string | undefined {
  const plain = keepableName(name ?? '')
    .replace(/[/\\]/g, '')
    // Some systems take no notice of these at the end, and hide what begins with a dot.
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  if (!plain) return undefined;
  const ending = /\.[^.]{1,20}$/.exec(plain)?.[0] ?? '';
  const characters = [...plain.slice(0, plain.length - ending.length)];
  const whole = characters.slice(0, LONGEST - ending.length - 1).join('') + ending;
  return EXECUTABLE.test(whole) ? `${whole}_` : whole;
}
