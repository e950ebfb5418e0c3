/**
 * Texts as they are kept. PostgreSQL has no place for U+0000, nothing can encode half of a surrogate pair, and control
 * characters say nothing to who reads them.
 */

/** Line breaks and tabs, where a text may have lines. */
const LINES = /[\t\n\v\f\r\u0085]/g;
/** Breaks that word processors put within a paragraph, and that come along when somebody pastes from one. */
const OTHER_BREAKS = /[\v\f\u0085]/g;
const CONTROL = /\p{Cc}/u;

/** Embeddings, overrides and isolates: they turn the direction of whatever follows, until something ends them. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
/** What alone can show letters in another order than they have: `gpj.exe` as `exe.jpg`. */
const BIDI_OVERRIDES = /[\u202d\u202e]/g;

/** What `keepable` may change: most texts have nothing of it, and are looked through once. */
const MAYBE_UNKEEPABLE = /[\p{Cc}\p{Cs}\u202d\u202e]/u;
/** What `keepableName` may change besides. */
const MAYBE_NO_NAME = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[^\S ]|^ | {2}| $/u;

/** Whether a text is whole and has no control characters; line breaks and tabs only where it may have lines. */
export function isPlainText(text: string, lines = false): boolean {
  return text.isWellFormed() && !CONTROL.test(lines ? text.replace(LINES, '') : text);
}

/** Whether a reader sees anything of a text: blanks and characters without a shape of their own do not count. */
export function isVisible(text: string): boolean {
  return /[^\p{Default_Ignorable_Code_Point}\p{Z}\u2800\t\r\n]/u.test(text);
}

/** A text of lines with one kind of break between them, beside the one of Windows. */
export function withPlainBreaks(text: string): string {
  return text.replace(OTHER_BREAKS, '\n');
}

/** Characters as people count them nearly: one for each code point, so that an emoji is one and not two. */
export function characters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++, count++) {
    if (text.codePointAt(at)! > 0xffff) at++;
  }
  return count;
}

/**
 * A text without what would show it, or what stands beside it, in a false order. A text of one line stands among
 * others, so it loses every bidi control; one of several lines has its own block on the screen, where an embedding
 * ends with its line, so it loses overrides alone. Right-to-left writing needs neither: its letters have a direction.
 */
export function withoutBidiTricks(text: string, lines = false): string {
  return text.replace(lines ? BIDI_OVERRIDES : BIDI_CONTROLS, '');
}

/**
 * A text from outside that must not be refused, since a contact wrote it: what cannot be kept becomes U+FFFD. Other
 * control characters than line breaks and tabs are left out, and so are bidi overrides.
 */
export function keepable(text: string): string {
  if (!MAYBE_UNKEEPABLE.test(text)) return text;
  const kept = withPlainBreaks(text.toWellFormed())
    .replaceAll('\u0000', '\ufffd')
    .replace(/[^\P{Cc}\t\n\r]/gu, '');
  return withoutBidiTricks(kept, true);
}

/** As `keepable`, on one line and without bidi controls: what a person or a file is called. */
export function keepableName(text: string): string {
  if (!MAYBE_NO_NAME.test(text)) return text;
  return withoutBidiTricks(keepable(text).replace(/\s+/g, ' ')).trim();
}
