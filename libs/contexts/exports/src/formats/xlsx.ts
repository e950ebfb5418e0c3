import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Maximum number of characters of a cell (Excel's limit); longer text is cut. */
const MAX_IN_CELL = 32_767;
/** Characters that XML 1.0 cannot represent, not even escaped. */
const UNSAYABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
/** Modification time of all files of the workbook, fixed so that the same rows give the same bytes. */
const TIME = new Date(1980, 0, 1);

/**
 * One row of a sheet (ECMA-376, part 1, 18.3.1.73) with inline texts, so that no table of texts fills the memory. A
 * text never becomes a formula.
 */
export function xlsxRow(cells: (string | number | boolean | null)[]): string {
  return `<row>${cells.map(xlsxCell).join('')}</row>`;
}

function xlsxCell(cell: string | number | boolean | null): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

function escaped(text: string): string {
  return text
    .slice(0, MAX_IN_CELL)
    .toWellFormed()
    .replace(UNSAYABLE, '')
    .replace(/_x([0-9A-Fa-f]{4})_/g, '_x005F_x$1_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/**
 * Streams a workbook with one sheet.
 * @param rows concatenated results of `xlsxRow`
 */
export function workbookOf(rows: Readable): Readable {
  const zip = new ZipFile();
  const options = { mtime: TIME, forceDosTimestamp: true, mode: 0o100644 };
  for (const [path, text] of parts) zip.addBuffer(Buffer.from(HEAD + text), path, options);
  zip.addReadStream(sheetOf(rows), 'xl/worksheets/sheet1.xml', options);
  zip.end();
  return zip.outputStream as unknown as Readable;
}

function sheetOf(rows: Readable): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`);
      yield* rows as AsyncIterable<Buffer>;
      yield Buffer.from('</sheetData></worksheet>');
    })(),
  );
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** All parts of a workbook except its sheet (ECMA-376, part 2, annex A). */
const parts: [path: string, text: string][] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
];
