import {
  parseSearch,
  piecesOf,
  type SearchFault,
  type SearchPiece,
} from '@parley/contracts/api/search-query';

/** Content of a search field: completed operators, shown as pills, and the text after them. */
export interface PillField {
  /** Operators with their values as typed, such as `from:ana`. */
  pills: string[];
  text: string;
}

/**
 * Moves completed operators, which are those with a value and something typed after it, from the text to the pills.
 */
export function withPills({ pills, text }: PillField): PillField {
  const done = piecesOf(text).filter(
    ({ operator, value, end }) => operator && value !== '' && end < text.length,
  );
  if (done.length === 0) return { pills, text };
  let rest = text;
  for (const { start, end } of [...done].reverse()) rest = rest.slice(0, start) + rest.slice(end).trimStart();
  return { pills: [...pills, ...done.map(({ start, end }) => text.slice(start, end))], text: rest };
}

/** The query that the search field contains, from pills and text. */
export function wholeText({ pills, text }: PillField): string {
  return [...pills, text.trim()].filter(Boolean).join(' ');
}

/** The operator whose value the user is typing; null while they type ordinary words. */
export function typedOperator(text: string): SearchPiece | null {
  const last = piecesOf(text).at(-1);
  return last?.operator && last.end === text.length ? last : null;
}

/** The first error in a pill; null if it is valid. */
export function faultOf(pill: string): SearchFault | null {
  return parseSearch(pill).faults[0] ?? null;
}

/** An operator with its value as text; the value is quoted if it contains blanks. */
export function pillOf(operator: string, value: string): string {
  const plain = value.replaceAll('"', '');
  return /\s/.test(plain) ? `${operator}:"${plain}"` : `${operator}:${plain}`;
}
