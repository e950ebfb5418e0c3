import type { Attributes } from 'sanitize-html';
import { headerOf } from './quote-headers';

/** `it`: the element is a quote. `from`: everything from the element on is quoted. */
type Mark = 'it' | 'from';

const containers =
  /(^|\s)(gmail_quote|gmail_quote_container|ecxgmail_quote|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|moz-cite-prefix|moz-forward-container)(\s|$)/;
const beginnings =
  /^(x_)*(divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION)$/;

/** @returns how a mail program marks a quote by this element; undefined if it does not */
export function quoteMark(
  tag: string,
  { class: classes = '', id = '', type, style = '' }: Attributes,
): Mark | undefined {
  if (tag === 'blockquote' && type === 'cite') return 'it';
  if ((tag === 'blockquote' || tag === 'div') && containers.test(classes)) return 'it';
  if (beginnings.test(id) || (tag === 'hr' && id === 'stopSpelling')) return 'from';
  const isOutlook = /border-top:\s*solid\s+#(e1e1e1|b5c4df)\s+1\.0pt/i.test(style);
  return tag === 'div' && isOutlook ? 'from' : undefined;
}

interface Range {
  start: number;
  end: number;
}

interface Cut {
  /** Quoted elements, outermost only. */
  elements: Range[];
  /**
   * `start`: everything from there on is quoted. `open`: the elements that are open there. Null if no such place
   * exists.
   */
  rest: { start: number; open: Open | null } | null;
}

/** An element that is not closed yet, linked to the next outer one; adding one takes constant time. */
interface Open {
  name: string;
  tag: string;
  mark: string | undefined;
  start: number;
  outer: Open | null;
  /** Whether the element or an outer one is quoted. */
  isQuoted: boolean;
}

/**
 * Wraps quotes in `details`, unless nothing else would be left.
 * @param html sanitised HTML with `data-quote`
 */
export function foldQuotes(html: string): string {
  const folded = fold(html, cutOf(html));
  return folded.replace(/ data-quote="(it|from)"/g, '');
}

function fold(html: string, { elements, rest }: Cut): string {
  const before = rest?.start ?? html.length;
  const ranges = joined(
    html,
    elements.filter(({ start }) => start < before),
  );
  const outside = [...ranges, { start: before, end: html.length }].map(({ start }, index) =>
    html.slice(ranges[index - 1]?.end ?? 0, start),
  );
  if (!outside.some(saysSomething)) return html;
  const parts = ranges.map(
    ({ start, end }, index) => (outside[index] ?? '') + details(html.slice(start, end)),
  );
  const top = parts.join('') + (outside.at(-1) ?? '');
  if (!rest) return top;
  const open: Open[] = [];
  for (let each = rest.open; each; each = each.outer) open.push(each);
  const closed = open.map(({ name }) => `</${name}>`).join('');
  const again = open.map(({ tag }) => tag).reverse();
  return top + closed + details(again.join('') + html.slice(rest.start));
}

const details = (quoted: string) => `<details class="quoted"><summary>•••</summary>${quoted}</details>`;

/** Joins ranges of elements that have nothing between them. */
function joined(html: string, ranges: Range[]): Range[] {
  const all: Range[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    if (last && /^(\s|<br \/>)*$/.test(html.slice(last.end, range.start))) last.end = range.end;
    else all.push({ ...range });
  }
  return all;
}

function saysSomething(html: string): boolean {
  return (
    /[\p{L}\p{N}\p{S}]/u.test(html.replace(/<[^<>]*>/g, '').replace(/&[a-z]+;/g, '')) ||
    /<img (src|data-inline|data-remote)=/.test(html)
  );
}

const blocks = /^(p|div|br|hr|blockquote|li|ul|ol|tr|td|th|table|h[1-6]|pre|section|article|center)$/;
const ends = new Set(['br', 'hr', 'img', 'wbr', 'col']);

function cutOf(html: string): Cut {
  let open = null as Open | null;
  const elements: Range[] = [];
  const text = new Lines();
  /** Start of each line of the text, in the text and in the HTML. */
  const lines: { at: number; start: number; open: Open | null }[] = [{ at: 0, start: 0, open: null }];
  let rest: Cut['rest'] = null;
  let read = 0;
  const newLine = (start: number) => {
    text.end();
    const last = lines.at(-1);
    const line = { at: text.length, start, open };
    if (last?.at === line.at) lines[lines.length - 1] = line;
    else lines.push(line);
  };
  for (const found of html.matchAll(/<(\/?)([a-z0-9]+)((?:[^a-z0-9<>][^<>]*)?)>/g)) {
    const [tag, slash, name = '', attributes = ''] = found;
    const start = found.index;
    text.add(html.slice(read, start).replace(/\s+/g, ' '));
    read = start + tag.length;
    if (slash) {
      const closed: Open | null = open;
      open = closed?.outer ?? null;
      if (closed?.mark === 'it' && !open?.isQuoted) elements.push({ start: closed.start, end: read });
      if (blocks.test(name)) newLine(read);
      continue;
    }
    if (blocks.test(name)) newLine(start);
    const mark = / data-quote="(it|from)"/.exec(attributes)?.[1];
    const isInside: boolean = open?.isQuoted ?? false;
    if (mark === 'from' && !rest && !isInside) rest = { start, open };
    if (!ends.has(name)) {
      open = { name, tag, mark, start, outer: open, isQuoted: isInside || mark === 'it' };
    }
  }
  text.add(html.slice(read));
  const header = headerOf(text.all());
  const line = header === undefined ? undefined : lines.findLast(({ at }) => at <= header);
  const isInside = line && elements.some(({ start, end }) => line.start >= start && line.start < end);
  if (line && !isInside && (!rest || line.start < rest.start)) rest = { start: line.start, open: line.open };
  return { elements, rest };
}

/** Collects words line by line. */
class Lines {
  length = 0;
  private readonly parts: string[] = [];

  add(words: string): void {
    if (words === '') return;
    this.parts.push(words);
    this.length += words.length;
  }

  /** Ends the current line if it is not empty. */
  end(): void {
    if (this.parts.at(-1)?.endsWith('\n') === false) this.add('\n');
  }

  all(): string {
    return this.parts.join('');
  }
}
