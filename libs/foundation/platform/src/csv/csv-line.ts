/**
 * Formats one line of a CSV file (RFC 4180), with its line break. Puts an apostrophe before a cell that a spreadsheet
 * would run as a formula, unless it is a number or a phone number
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvLine(cells: readonly (string | number | null)[], delimiter: ',' | ';' = ','): string {
  return `${cells.map((cell) => quoted(harmless(cell), delimiter)).join(delimiter)}\r\n`;
}

/** Byte order mark; Excel reads a file that begins with it as UTF-8. */
export const CSV_BOM = '\ufeff';

/** Removes the apostrophe that `csvLine` puts before a formula. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

function harmless(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return isFormula(cell) ? `'${cell}` : cell;
}

const NUMBER = /^[+-]?\d[\d\s().,\-/]*$/;

function isFormula(cell: string): boolean {
  return /^[=+\-@\t\r]/.test(cell) && !NUMBER.test(cell);
}

function quoted(text: string, delimiter: string): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) || text.trim() !== text
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
