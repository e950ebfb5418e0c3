import EmailReplyParser from 'email-reply-parser';
import { headerOf } from './quote-headers';

/** A longer text is not looked through: its patterns take long on what was made for that. */
const MOST_TEXT = 40_000;
const MOST_LINE = 300;

export interface FoldedText {
  text: string;
  /** What was said before; empty: nothing is folded. */
  quoted: string;
}

/** Cuts off what a plain text quotes at its end. Nothing is lost: an empty rest means that all is shown. */
export function foldText(text: string): FoldedText {
  const all = { text, quoted: '' };
  if (text.length > MOST_TEXT) return all;
  const lines = text
    .replace(/\ue000/g, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  // A long line is no header.
  const short = lines.map((line, index) =>
    line.length > MOST_LINE && !line.startsWith('>') ? `\ue000${index}\ue000` : line,
  );
  const restore = (part: string) =>
    part.replace(/\ue000(\d{1,6})\ue000/g, (_, index: string) => lines[Number(index)] ?? '').trimEnd();
  const joined = short.join('\n');
  const header = headerOf(joined);
  const parts = new EmailReplyParser().read(joined.slice(0, header)).getFragments();
  // At the end: what stands between its own words is answered there.
  const kept = parts.findLastIndex((part) => !part.isHidden() && !part.isEmpty()) + 1;
  const tail = parts.slice(kept);
  const first = tail.findIndex((part) => part.isQuoted());
  const quotedFrom = first < 0 ? parts.length : kept + first;
  const cut = joinedParts(parts.slice(0, quotedFrom));
  const rest =
    joinedParts(parts.slice(quotedFrom)) + (header === undefined ? '' : `\n${joined.slice(header)}`);
  if (!/[\p{L}\p{N}\p{S}]/u.test(cut) || rest.trim() === '') return all;
  return { text: restore(cut), quoted: restore(rest).replace(/^\n+/, '') };
}

function joinedParts(parts: { getContent: () => string }[]): string {
  return parts.map((part) => part.getContent()).join('\n');
}
