import {
  parseSearch,
  piecesOf,
  type SearchFault,
  type SearchPiece,
} from '@parley/contracts/api/search-query';

/** A search field: finished operators become pills before the text. */
export interface PillField {
  /** An operator with its value as typed, such as `from:ana`. */
  pills: string[];
  text: string;
}

/** Moves finished operators from the text to the pills: those that a blank or more text follows. */
export function withPills({ pills, text }: PillField): PillField {
  const done = piecesOf(text).filter(
    ({ operator, value, end }) => operator && value !== '' && end < text.length,
  );
  if (done.length === 0) return { pills, text };
  let rest = text;
  for (const { start, end } of [...done].reverse()) rest = rest.slice(0, start) + rest.slice(end).trimStart();
  return { pills: [...pills, ...done.map(({ start, end }) => text.slice(start, end))], text: rest };
}

/** The whole query of the field. */
export function wholeText({ pills, text }: PillField): string {
  return [...pills, text.trim()].filter(Boolean).join(' ');
}

/** The operator whose value is being typed; null while plain words are typed. */
export function typedOperator(text: string): SearchPiece | null {
  const last = piecesOf(text).at(-1);
  return last?.operator && last.end === text.length ? last : null;
}

/** The first error of a pill; null if it is valid. */
export function faultOf(pill: string): SearchFault | null {
  return parseSearch(pill).faults[0] ?? null;
}

/** An operator with its value, quoted if it has blanks. */
export function pillOf(operator: string, value: string): string {
  const plain = value.replaceAll('"', '');
  return /\s/.test(plain) ? `${operator}:"${plain}"` : `${operator}:${plain}`;
}
