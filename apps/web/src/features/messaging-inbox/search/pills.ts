import {
  parseSearch,
  piecesOf,
  type SearchFault,
  type SearchPiece,
} from '@parley/contracts/api/search-query';

/** A field whose finished operators stand as pills before the text. */
export interface PillField {
  /** `from:ana`, as it is typed. */
  pills: string[];
  text: string;
}

/** Takes the operators out of what is typed that one has finished: a blank or more text follows. */
export function withPills({ pills, text }: PillField): PillField {
  const done = piecesOf(text).filter(
    ({ operator, value, end }) => operator && value !== '' && end < text.length,
  );
  if (done.length === 0) return { pills, text };
  let rest = text;
  for (const { start, end } of [...done].reverse()) rest = rest.slice(0, start) + rest.slice(end).trimStart();
  return { pills: [...pills, ...done.map(({ start, end }) => text.slice(start, end))], text: rest };
}

/** All that the field asks for. */
export function wholeText({ pills, text }: PillField): string {
  return [...pills, text.trim()].filter(Boolean).join(' ');
}

/** The operator that one is typing the value of; null while one types words. */
export function typedOperator(text: string): SearchPiece | null {
  const last = piecesOf(text).at(-1);
  return last?.operator && last.end === text.length ? last : null;
}

/** What is wrong with a pill. */
export function faultOf(pill: string): SearchFault | null {
  return parseSearch(pill).faults[0] ?? null;
}

/** An operator with its value, in quotes where that has blanks. */
export function pillOf(operator: string, value: string): string {
  const plain = value.replaceAll('"', '');
  return /\s/.test(plain) ? `${operator}:"${plain}"` : `${operator}:${plain}`;
}
