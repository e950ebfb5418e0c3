/**
 * Rules for texts before they are stored. PostgreSQL cannot store U+0000, no encoding has half of a surrogate pair,
 * and readers cannot
 * see control characters.
 */

/** Line breaks and tabs, allowed in texts of several lines. */
const LINES = /[\t\n\v\f\r\u0085]/g;
/** Line breaks within a paragraph, which word processors insert and users paste. */
const OTHER_BREAKS = /[\v\f\u0085]/g;
const CONTROL = /\p{Cc}/u;

/**
 * Embeddings, overrides and isolates: they change the direction of the following text until another control ends
 * them.
 */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Only overrides can show letters in another order than they are stored: `gpj.exe` as `exe.jpg`. */
const BIDI_OVERRIDES = /[\u202d\u202e]/g;

/** Characters that `keepable` may change. Most texts contain none, so that a single scan suffices. */
const MAYBE_UNKEEPABLE = /[\p{Cc}\p{Cs}\u202d\u202e]/u;
/** Characters and spacing that `keepableName` may change. */
const MAYBE_NO_NAME = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[^\S ]|^ | {2}| $/u;

/**
 * Whether a text is well-formed Unicode without control characters; line breaks and tabs are allowed only if `lines`
 * is true.
 */
export function isPlainText(text: string, lines = false): boolean {
  return text.isWellFormed() && !CONTROL.test(lines ? text.replace(LINES, '') : text);
}

/** Whether a text has a visible character: spaces and characters without a glyph do not count. */
export function isVisible(text: string): boolean {
  return /[^\p{Default_Ignorable_Code_Point}\p{Z}\u2800\t\r\n]/u.test(text);
}

/** Replaces all kinds of line breaks by `\n`, except the `\r\n` of Windows. */
export function withPlainBreaks(text: string): string {
  return text.replace(OTHER_BREAKS, '\n');
}

/** Number of code points, close to what people count as characters: an emoji counts as one and not as two. */
export function characters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++, count++) {
    if (text.codePointAt(at)! > 0xffff) at++;
  }
  return count;
}

/**
 * Removes bidi controls that show the text, or the text beside it, in a false order. A text of one line is shown
 * beside other text,
 * so all bidi controls are removed; a text of several lines is shown as a block, in which an embedding ends with its
 * line, so only
 * overrides are removed. Right-to-left scripts need neither, because their letters have a direction.
 */
export function withoutBidiTricks(text: string, lines = false): string {
  return text.replace(lines ? BIDI_OVERRIDES : BIDI_CONTROLS, '');
}

/**
 * Makes a text from outside storable instead of refusing it, because a contact wrote it: U+0000 and lone surrogates
 * become U+FFFD;
 * other control characters except line breaks and tabs, and bidi overrides, are removed.
 */
export function keepable(text: string): string {
  if (!MAYBE_UNKEEPABLE.test(text)) return text;
  const kept = withPlainBreaks(text.toWellFormed())
    .replaceAll('\u0000', '\ufffd')
    .replace(/[^\P{Cc}\t\n\r]/gu, '');
  return withoutBidiTricks(kept, true);
}

/** Like `keepable`, for names of people and files: on one line and without bidi controls. */
export function keepableName(text: string): string {
  if (!MAYBE_NO_NAME.test(text)) return text;
  return withoutBidiTricks(keepable(text).replace(/\s+/g, ' ')).trim();
}
