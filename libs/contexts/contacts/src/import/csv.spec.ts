import { Readable } from 'node:stream';
import {
  columnsOf,
  MAX_IMPORT_SIZE,
  type CsvEncoding,
  type CsvFormat,
  type ImportColumn,
} from '@parley/contracts/api/contact-imports';
import { importReasons } from '@parley/contracts/api/import-reasons';
import { countRows, recognise } from './csv-format';
import { csvRows, type CsvRow } from './csv-rows';
import { importedRow } from './imported-row';

const text =
  'name;phone\r\nZoë Núñez;+34612345678\r\n"Two\r\nlines; ""quoted""";+34612345679\r\n\r\nLast;+3461234567';
const spelt: Record<string, [Buffer, CsvEncoding]> = {
  'UTF-8': [Buffer.from(text), 'utf-8'],
  'UTF-8 with a mark': [Buffer.from(`\ufeff${text}`), 'utf-8'],
  'UTF-16': [Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
  'UTF-16 without a mark': [Buffer.from(text, 'utf16le'), 'utf-16le'],
  'UTF-16 the other way round': [Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'utf-16be'],
  'Windows-1252': [Buffer.from(text, 'latin1'), 'windows-1252'],
};

async function read(
  body: Buffer,
  format: CsvFormat,
  { from, chunk = 7 } = {} as { from?: CsvRow; chunk?: number },
) {
  const start = from?.end ?? 0;
  const chunks = Array.from({ length: Math.ceil((body.length - start) / chunk) }, (_, index) =>
    body.subarray(start + index * chunk, start + (index + 1) * chunk),
  );
  const place = from && { bytes: from.end, lines: from.lines };
  const rows: CsvRow[] = [];
  for await (const row of csvRows(Readable.from(chunks), format, place)) rows.push(row);
  return rows;
}

describe('A CSV file', () => {
  it.each(Object.entries(spelt))(
    'a CSV file in %s is recognised and read, and its rows are counted',
    async (_, [body, encoding]) => {
      const format = recognise(body);
      expect(format).toEqual({ encoding, delimiter: ';' });
      expect(await countRows(body, encoding)).toBe(3);
      const rows = await read(body, format);
      expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
        [1, 'name', 'phone'],
        [2, 'Zoë Núñez', '+34612345678'],
        [3, 'Two\r\nlines; "quoted"', '+34612345679'],
        [6, 'Last', '+3461234567'],
      ]);
    },
  );

  it('reading a CSV file lets other work run at least every 600 rows', async () => {
    const body = Buffer.from('a,b\n'.repeat(20_000));
    let [turns, isDone, since, most] = [0, false, 0, 0];
    const turn = () => {
      [turns, since] = [turns + 1, 0];
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    for await (const _row of csvRows(Readable.from([body]), { encoding: 'utf-8', delimiter: ',' })) {
      most = Math.max(most, ++since);
    }
    isDone = true;
    expect(most).toBeLessThanOrEqual(600);
    expect(turns).toBeGreaterThan(60);
  });

  it.each(Object.entries(spelt))('reading a CSV file in %s can continue from any row', async (_, [body]) => {
    const format = recognise(body);
    const all = await read(body, format);
    for (const [index, from] of all.entries())
      expect(await read(body, format, { from })).toEqual(all.slice(index + 1));
  });

  it.each([
    ['name,phone\nx,1', ','],
    ['name;phone\nx;1', ';'],
    ['"a;b;c",phone\nx,1', ','],
    ['email\na@example.org', ','],
  ])('a CSV file that begins with %j has the delimiter %j', (csv, delimiter) => {
    expect(recognise(Buffer.from(csv)).delimiter).toBe(delimiter);
  });

  it('a CSV file in Windows-1252 keeps its euro signs and dashes', async () => {
    const body = Buffer.from([0x80, 0x20, 0x96, 0x2c, 0xe9, 0x0a]);
    expect((await read(body, { encoding: 'windows-1252', delimiter: ',' }))[0]!.cells).toEqual(['€ –', 'é']);
  });

  it.each([
    ['no bytes', Buffer.of(), 'import_empty'],
    ['blank lines', Buffer.from('\n\n ; \n'), 'import_empty'],
    ['a workbook', Buffer.from('PK\x03\x04 and so on'), 'import_not_csv'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'import_not_csv'],
    ['binary data', Buffer.from([1, 2, 3, 0, 5, 6, 7, 8]), 'import_not_csv'],
    ['more bytes than the maximum', Buffer.alloc(MAX_IMPORT_SIZE + 1, 'a'), 'import_too_large'],
  ])('a CSV file is refused if it contains %s', (_, body, code) => {
    expect(() => recognise(body)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it.each([
    ['a quote that is never closed', 'a,b\n1,2\n"x,3\n', 'import_quote_open', '3'],
    [
      'a quote that spans the rest of the file',
      `a,b\n"x,3\n${'y,z\n'.repeat(100_000)}`,
      'import_row_too_long',
      undefined,
    ],
    ['101 columns', `${'a,'.repeat(100)}a\n`, 'import_too_many_columns', '1'],
  ])('a CSV file is refused with the line number if it has %s', async (_, csv, code, detail) => {
    const reading = read(Buffer.from(csv), { encoding: 'utf-8', delimiter: ',' }, { chunk: 65_536 });
    await expect(reading).rejects.toMatchObject({ code, ...(detail && { detail }) });
  });
});

describe('A CSV header', () => {
  it.each([
    ['Name', 'name'],
    ['E-Mail Address', 'email'],
    ['Teléfono móvil', 'phone'],
    ['TELEFOONNUMMER', 'phone'],
    ['Código postal', 'zipCode'],
    ['Huisnummer', 'houseNumber'],
    ['jobTitle', 'jobTitle'],
    ['Land', 'country'],
    ['Klantnummer', 'reference'],
  ])('maps the column %j to the field %s', (header, field) => {
    expect(columnsOf([header])).toEqual([{ to: 'field', field }]);
  });

  it('maps each field to one column, and leaves unknown columns unmapped', () => {
    expect(columnsOf(['Phone', 'Mobile', 'Shoe size'])).toEqual([
      { to: 'field', field: 'phone' },
      null,
      null,
    ]);
  });
});

describe('A row of an import', () => {
  const fields = ['name', 'phone', 'email', 'country'] as const;
  const columns: ImportColumn[] = [
    ...fields.map((field) => ({ to: 'field' as const, field })),
    { to: 'metadata', name: 'Size' },
  ];
  const of = (cells: string[], country: string | null = null) =>
    importedRow(cells, { columns, country }, columns.length);

  it('a row is read as normalised details and metadata', () => {
    expect(of([' Ana  Ruiz ', '0034 612-345-678', 'Ana@Example.org', 'es', '38'])).toEqual({
      details: { name: 'Ana Ruiz', phone: '+34612345678', email: 'Ana@Example.org', country: 'ES' },
      metadata: [{ name: 'Size', value: '38' }],
      ...{ attributes: [], optIn: null },
    });
  });

  it('a row is read with values of custom attributes and the opt-in', () => {
    const [attributeId, deleted] = ['renewal', 'gone'];
    const known = new Map([[attributeId, { kind: 'date' as const, choices: '' }]]);
    const read = (cells: string[]) =>
      importedRow(
        ['+34612345678', ...cells],
        {
          columns: [
            { to: 'field', field: 'phone' },
            { to: 'attribute', attributeId },
            { to: 'attribute', attributeId: deleted },
            { to: 'optIn' },
          ],
          country: null,
        },
        4,
        known,
      );
    expect(read(['2026-12-01', 'x', 'Sí'])).toMatchObject({
      attributes: [{ attributeId, value: '2026-12-01' }],
      optIn: true,
    });
    expect(read(['', '', 'nee'])).toMatchObject({ attributes: [], optIn: false });
    expect(read(['soon', '', ''])).toEqual({ code: 'row_attribute', column: 1 });
    expect(read(['', '', 'maybe'])).toEqual({ code: 'row_opt_in', column: 3 });
    expect(importReasons).toMatchObject({ row_attribute: {}, row_opt_in: {} });
  });

  it('a row’s national numbers get the dial code of the chosen country', () => {
    expect(of(['', '06 12345678', '', '', ''], 'NL')).toMatchObject({ details: { phone: '+31612345678' } });
    expect(of(['', '612 34 56 78', '', '', ''], 'ES')).toMatchObject({ details: { phone: '+34612345678' } });
  });

  it('a row’s cell loses the apostrophe with which an export escaped a formula', () => {
    expect(of(["'=Ana", '+34612345678', '', '', ''])).toMatchObject({ details: { name: '=Ana' } });
  });

  it.each([
    ['neither a phone nor an e-mail', ['Ana', '', '', '', ''], 'row_no_address', 1],
    ['a number without a country code', ['Ana', '612345678', '', '', ''], 'row_phone', 1],
    ['a number that a spreadsheet shortened', ['Ana', '3,46E+10', '', '', ''], 'row_phone', 1],
    ['a number that is too long', ['Ana', '+3461234567890123456', '', '', ''], 'row_phone', 1],
    ['an invalid e-mail address', ['Ana', '', 'ana@example', '', ''], 'row_email', 2],
    ['an invalid country code', ['Ana', '+34612345678', '', 'Spain', ''], 'row_country', 3],
    ['a name that is too long', ['A'.repeat(201), '+34612345678', '', '', ''], 'row_length', 0],
    ['a cell that is too long', ['Ana', '+34612345678', '', '', 'x'.repeat(1_001)], 'row_length', 4],
    ['control characters', ['A\u0007na', '+34612345678', '', '', ''], 'row_characters', 0],
    ['bytes that are invalid in the encoding', ['A\ufffdna', '+34612345678', '', '', ''], 'row_encoding', 0],
    ['a cell too many', ['Ana', '+34612345678', '', '', '', 'more'], 'row_ragged', null],
    ['a cell too few', ['Ana', '+34612345678'], 'row_ragged', null],
  ])('a row is rejected if it has %s', (_, cells, code, column) => {
    expect(of(cells)).toEqual({ code, column });
    expect(importReasons).toHaveProperty(code);
  });
});
