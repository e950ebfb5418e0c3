import type { ExportFormat } from '@parley/contracts/api/exports';
import { CSV_BOM, csvLine } from '@parley/platform/csv/csv-line';
import type { Cell } from '@parley/feature/export-source';
import { xlsxRow } from './xlsx';

/** How rows are written. What stands before the first row and after the last one is of the whole file. */
export interface RowFormat {
  /** @param headings what the columns are called, in their order */
  head(headings: string[]): string;
  /** @param fields what the cells are called to programs */
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

/** The rows of the sheet; `workbookOf` puts the workbook around them. */
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
