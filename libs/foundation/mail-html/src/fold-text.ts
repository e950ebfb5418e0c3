import { headerOf } from './quote-headers';
import { isQuoteHeader, isSignature } from './quote-lines';

/** Maximum length of a text that is folded; a longer one is shown whole. */
const MAX_LENGTH = 40_000;
/** Maximum length of a line that may be a header or begin a signature. */
const MAX_LINE_LENGTH = 300;
/** Maximum number of lines over which a mail program breaks the header of a quote. */
const MAX_HEADER_LINES = 3;

export interface FoldedText {
  text: string;
  /** Earlier messages that the text quotes at its end; empty if nothing is folded. */
  quoted: string;
}

/**
 * Splits a plain text before the earlier messages that it quotes at its end. The two parts together contain every
 * line. Linear in the length of the text.
 */
export function foldText(text: string): FoldedText {
  const all = { text, quoted: '' };
  if (text.length > MAX_LENGTH) return all;
  const whole = text.replace(/\r\n?/g, '\n');
  const lines = whole.split('\n');
  // Replaces very long lines, which are not headers of a quote.
  const short = lines.map((line) =>
    line.length > MAX_LINE_LENGTH && !line.startsWith('>') ? '-' : line.trimEnd(),
  );
  const header = headerLine(short);
  const from = quoteLine(short.slice(0, header)) ?? header;
  if (from === undefined) return all;
  const own = lines.slice(0, from).join('\n').trimEnd();
  const quoted = lines.slice(from).join('\n').replace(/^\n+/, '').trimEnd();
  if (!/[\p{L}\p{N}\p{S}]/u.test(own) || quoted.trim() === '') return all;
  return { text: own, quoted };
}

/** @returns the line in which a block of headers above a quote begins */
function headerLine(lines: string[]): number | undefined {
  const text = lines.join('\n');
  const at = headerOf(text);
  return at === undefined ? undefined : text.slice(0, at).split('\n').length - 1;
}

/** Adjacent lines of the same kind. */
interface Fragment {
  /** First line of the fragment. */
  from: number;
  isQuoted: boolean;
  isSignature: boolean;
  isEmpty: boolean;
}

/** @returns the first line of the last quote, if only quotes, signatures and empty lines follow it */
function quoteLine(lines: string[]): number | undefined {
  const headers = headersIn(lines);
  let found: number | undefined;
  for (const { from, isQuoted, isSignature, isEmpty } of fragmentsFromEnd(lines, headers)) {
    if (!isQuoted && !isSignature && !isEmpty) break;
    if (isQuoted) found = from;
  }
  return found;
}

/**
 * Yields the fragments from the last to the first, so that the caller can stop at the first one that is not quoted.
 */
function* fragmentsFromEnd(lines: string[], headers: Set<number>): Generator<Fragment> {
  let fragment = null as Fragment | null;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? '';
    if (fragment && isSignature(lines[fragment.from] ?? '')) {
      yield { ...fragment, isSignature: true };
      fragment = null;
    } else if (fragment && line === '' && headers.has(fragment.from)) {
      // Everything below the header of a quote is quoted, with or without `>`.
      yield { ...fragment, isQuoted: true };
      fragment = null;
    }
    const isQuoted = line.startsWith('>');
    const continues =
      fragment?.isQuoted === isQuoted || (fragment?.isQuoted && (headers.has(at) || line === ''));
    if (fragment && !continues) {
      yield fragment;
      fragment = null;
    }
    fragment ??= { from: at, isQuoted, isSignature: false, isEmpty: true };
    fragment.from = at;
    fragment.isEmpty &&= line === '';
  }
  if (fragment) yield fragment;
}

/** @returns the lines that belong to headers of quotes, which may be broken over several lines */
function headersIn(lines: string[]): Set<number> {
  const found = new Set<number>();
  for (let at = lines.length - 1; at >= 0; at--) {
    for (let count = 1; count <= MAX_HEADER_LINES && at + count <= lines.length; count++) {
      const last = at + count - 1;
      if (lines[last] === '' || (count > 1 && found.has(last))) break;
      if (!isQuoteHeader(lines.slice(at, last + 1))) continue;
      for (let line = at; line <= last; line++) found.add(line);
      break;
    }
  }
  return found;
}
