import { keepableName } from './plain-text';

const LONGEST = 200;

/** File name extensions that an operating system executes on opening. */
const EXECUTABLE =
  /\.(apk|app|appimage|bat|bash|cmd|com|command|cpl|deb|desktop|dll|dmg|exe|gadget|hta|inf|ins|iso|jar|jnlp|js|jse|lnk|mjs|msc|msi|msp|mst|pif|pkg|ps1|psm1|py|reg|rpm|scf|scr|sct|sh|url|vb|vbe|vbs|wsc|wsf|wsh)$/i;

/**
 * A file name that is safe to save: one line without folders and bidi controls. An extension that a system would
 * execute gets an
 * underscore, so that the file runs only if a user renames it.
 * @returns undefined if no characters remain
 */
export function harmlessFileName(name: string | undefined): string | undefined {
  const plain = keepableName(name ?? '')
    .replace(/[/\\]/g, '')
    // Some systems ignore dots and spaces at the end, and hide files whose names begin with a dot.
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  if (!plain) return undefined;
  const ending = /\.[^.]{1,20}$/.exec(plain)?.[0] ?? '';
  const characters = [...plain.slice(0, plain.length - ending.length)];
  const whole = characters.slice(0, LONGEST - ending.length - 1).join('') + ending;
  return EXECUTABLE.test(whole) ? `${whole}_` : whole;
}
