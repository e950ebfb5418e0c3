import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse, type Info, type Options } from 'csv-parse';
import { MAX_IMPORT_COLUMNS, type CsvEncoding, type CsvFormat } from '@parley/contracts/api/contact-imports';
import { Rejected } from '@parley/event-sourcing/decider/decider';

/** Maximum number of bytes of one row; a longer row means a quote that is never closed. */
const MAX_ROW_LENGTH = 256 * 1024;
/** Number of bytes that the parser processes before it yields to other work; they contain at most 512 rows. */
const SLICE = 1024;

export interface CsvRow {
  /** Number of the line on which the row begins, from 1. */
  line: number;
  cells: string[];
  /** Offset in bytes at which the next row begins. */
  end: number;
  /** Number of lines in the file up to the end of this row. */
  lines: number;
}

/** A place in a file at which reading can continue. */
export interface CsvPlace {
  bytes: number;
  lines: number;
}

const START: CsvPlace = { bytes: 0, lines: 0 };

/**
 * Reads the rows of a CSV file, without blank lines.
 * @param file the file's bytes, beginning at `from`
 * @throws Rejected `import_quote_open`, `import_row_too_long` or `import_too_many_columns`, with the number of the
 * line as its detail
 */
export async function* csvRows(file: Readable, format: CsvFormat, from = START): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter: format.delimiter,
    encoding: nodeEncodings[format.encoding],
    bom: false,
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_LENGTH,
  } satisfies Options);
  const source = format.encoding === 'utf-16be' ? file.pipe(swapped()) : file;
  const ended = pipeline(source, slices, parser);
  // Prevents an unhandled rejection; the loop below throws the same error.
  ended.catch(() => undefined);
  const text = format.encoding === 'windows-1252' ? windows1252 : (cell: string) => cell;
  let [isFirst, twice] = [from.bytes === 0, 0];
  try {
    for await (const parsed of parser) {
      const { record, info } = parsed as { record: string[]; info: Info };
      const cells = record.map(text);
      if (isFirst) cells[0] = withoutBom(cells[0] ?? '');
      isFirst = false;
      if (cells.length > MAX_IMPORT_COLUMNS)
        throw new Rejected('import_too_many_columns', String(info.lines));
      const count = (breaks: RegExp) =>
        cells.reduce((sum, cell) => sum + (cell.match(breaks)?.length ?? 0), 0);
      // The parser counts a CR LF within quotes as two lines, which is corrected here.
      twice += count(/\r\n/g);
      const lines = from.lines + info.lines - twice;
      const breaks = count(/\r\n|\r|\n/g);
      yield { line: lines - breaks, cells, end: from.bytes + info.bytes, lines };
    }
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error, from) : error;
  } finally {
    file.destroy();
    parser.destroy();
  }
}

/**
 * Cuts chunks into slices and yields to other work after each slice, because the parser would process a whole chunk
 * without yielding.
 */
async function* slices(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += SLICE) {
      yield chunk.subarray(start, start + SLICE);
      await setImmediate();
    }
  }
}

function refusalOf(error: CsvError, from: CsvPlace): unknown {
  const line = String(from.lines + Number(error.lines ?? 0));
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new Rejected('import_quote_open', line);
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new Rejected('import_row_too_long', line);
  return new Rejected('import_not_csv', line);
}

const nodeEncodings: Record<CsvEncoding, BufferEncoding> = {
  'utf-8': 'utf8',
  'utf-16le': 'utf16le',
  'utf-16be': 'utf16le',
  'windows-1252': 'latin1',
};

/**
 * The characters that Windows-1252 has for the bytes from 0x80 on
 * (https://encoding.spec.whatwg.org/index-windows-1252.txt).
 */
const from80 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** Decodes Windows-1252 from text that was read as Latin-1. Node's own decoder treats Windows-1252 as Latin-1. */
export function windows1252(latin1: string): string {
  return latin1.replace(/[\x80-\x9f]/g, (control) => from80[control.charCodeAt(0) - 0x80]!);
}

function withoutBom(cell: string): string {
  return cell.replace(/^\ufeff/, '').replace(/^"(.*)"$/s, (_, inner: string) => inner.replaceAll('""', '"'));
}

/** Swaps the two bytes of each unit of UTF-16. */
function swapped(): Transform {
  let left: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([left, chunk]);
      const whole = all.length - (all.length % 2);
      left = all.subarray(whole);
      done(null, Buffer.from(all.subarray(0, whole)).swap16());
    },
  });
}
