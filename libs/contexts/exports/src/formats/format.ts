import type { ExportFormat } from '@parley/contracts/api/exports';
import { CSV_BOM, csvLine } from '@parley/platform/csv/csv-line';
import type { Cell } from '@parley/feature/export-source';
import { xlsxRow } from './xlsx';

/** Writes rows in a format; `head` is written once, before the first row. */
export interface RowFormat {
  /** @param headings texts of the columns, in their order */
  head(headings: string[]): string;
  /** @param fields names of the columns for programs, in the same order */
  row(cells: Cell[], fields: string[]): string;
  extension: string;
  contentType: string;
}

const CSV: RowFormat = {
  head: (headings) => CSV_BOM + csvLine(headings),
  row: (cells) => csvLine(cells.map(textOf)),
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8',
};

const NDJSON: RowFormat = {
  head: () => '',
  row: (cells, fields) =>
    `${JSON.stringify(Object.fromEntries(fields.map((name, n) => [name, cells[n]])))}\n`,
  extension: 'ndjson',
  contentType: 'application/x-ndjson; charset=utf-8',
};

/** Writes the rows of the sheet; `workbookOf` adds the rest of the workbook. */
const XLSX: RowFormat = {
  head: (headings) => xlsxRow(headings),
  row: (cells) => xlsxRow(cells.map((cell) => (Array.isArray(cell) ? cell.join('; ') : cell))),
  extension: 'xlsx',
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export const rowFormats: Record<ExportFormat, RowFormat> = { csv: CSV, xlsx: XLSX, ndjson: NDJSON };

function textOf(cell: Cell): string | number | null {
  if (Array.isArray(cell)) return cell.join('; ');
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : cell;
}
