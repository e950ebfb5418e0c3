import { headerOf } from './quote-headers';
import { isQuoteHeader, isSignature } from './quote-lines';

/** Characters of a text that is folded; a longer one is shown whole. */
const MAX_LENGTH = 40_000;
/** Characters of a line that may be a header or begin a signature. */
const MAX_LINE_LENGTH = 300;
/** Lines over which a mail program breaks the header of a quote. */
const MAX_HEADER_LINES = 3;

export interface FoldedText {
  text: string;
  /** The earlier messages that the text quotes at its end; empty if nothing is folded. */
  quoted: string;
}

/**
 * Splits a plain text before the earlier messages that it quotes at its end. Together both parts have every line of it.
 * Linear in the length of the text.
 */
export function foldText(text: string): FoldedText {
  const all = { text, quoted: '' };
  if (text.length > MAX_LENGTH) return all;
  const whole = text.replace(/\r\n?/g, '\n');
  const lines = whole.split('\n');
  // No header of a quote: an unreadably long line, whatever words it holds.
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

/** The line in which a block of headers begins that a mail program puts above a quote. */
function headerLine(lines: string[]): number | undefined {
  const text = lines.join('\n');
  const at = headerOf(text);
  return at === undefined ? undefined : text.slice(0, at).split('\n').length - 1;
}

/** A run of lines with the same meaning, as a reader sees it. */
interface Fragment {
  /** Its first line. */
  from: number;
  isQuoted: boolean;
  isSignature: boolean;
  isEmpty: boolean;
}

/** The first line of the last quote, if only quotes, signatures and empty lines follow it. */
function quoteLine(lines: string[]): number | undefined {
  const headers = headersIn(lines);
  let found: number | undefined;
  for (const { from, isQuoted, isSignature, isEmpty } of fragmentsFromEnd(lines, headers)) {
    if (!isQuoted && !isSignature && !isEmpty) break;
    if (isQuoted) found = from;
  }
  return found;
}

/** Yields the fragments from the last to the first, so that a caller may stop at the first visible one. */
function* fragmentsFromEnd(lines: string[], headers: Set<number>): Generator<Fragment> {
  let fragment = null as Fragment | null;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? '';
    if (fragment && isSignature(lines[fragment.from] ?? '')) {
      yield { ...fragment, isSignature: true };
      fragment = null;
    } else if (fragment && line === '' && headers.has(fragment.from)) {
      // All below the header of a quote is quoted, with or without marks.
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

/** The lines that belong to a header of a quote, which may be broken over several. */
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
