import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import {
  csvDelimiters,
  MAX_IMPORT_SIZE,
  type CsvDelimiter,
  type CsvEncoding,
  type CsvFormat,
} from '@parley/contracts/api/contact-imports';
import { windows1252 } from './csv-rows';
import { Rejected } from '@parley/event-sourcing/decider/decider';

/** Number of bytes at the start of a file from which encoding and delimiter are guessed. */
const LOOKED_AT = 64 * 1024;
/** Number of bytes after which a loop over the file yields to other work. */
const TURN = 1024 * 1024;
const [TAB, LF, CR, QUOTE] = [9, 10, 13, 34];

/**
 * Guesses the encoding and the delimiter of a CSV file.
 * @throws Rejected `import_empty`, `import_too_large`, `import_not_csv`
 */
export function recognise(body: Buffer): CsvFormat {
  if (body.length === 0) throw new Rejected('import_empty');
  if (body.length > MAX_IMPORT_SIZE) throw new Rejected('import_too_large');
  const encoding = encodingOf(body);
  const text = decoded(body.subarray(0, LOOKED_AT), encoding);
  if (text.replace(/[\s\ufeff,;]/g, '') === '') throw new Rejected('import_empty');
  const strange = [...text].filter((character) => isControl(character)).length;
  if (strange > 0 && strange * 200 > text.length) throw new Rejected('import_not_csv');
  return { encoding, delimiter: delimiterOf(text) };
}

function encodingOf(body: Buffer): CsvEncoding {
  const [first, second, third] = body;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = body.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]!++;
  const [even, odd] = zeros as [number, number];
  // Western text in UTF-16 has a zero as every second byte: the first of each pair in big endian, the second in
  // little endian.
  if (odd * 4 > head.length && even * 20 < odd) return 'utf-16le';
  if (even * 4 > head.length && odd * 20 < even) return 'utf-16be';
  if (even + odd > 0 || otherKinds.some((kind) => head.toString('latin1', 0, 8).startsWith(kind)))
    throw new Rejected('import_not_csv');
  return isUtf8(body) ? 'utf-8' : 'windows-1252';
}

/** First bytes of files that are no CSV: workbooks, PDFs and images. */
const otherKinds = ['PK\x03\x04', '%PDF', '\xd0\xcf\x11\xe0', 'GIF8', '\x89PNG'];

function isControl(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 9 || (code > 13 && code < 32) || (code >= 0x7f && code <= 0x9f);
}

/**
 * Returns the delimiter that splits the first line, outside of quotes, into more cells; a comma if both split it
 * alike.
 */
function delimiterOf(text: string): CsvDelimiter {
  const header = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.replace(/^[\ufeff\s]+/, ''))?.[0] ?? '';
  const bare = header.replace(/"(?:[^"]|"")*"/g, '');
  const [commas, semicolons] = csvDelimiters.map((delimiter) => bare.split(delimiter).length) as [
    number,
    number,
  ];
  return semicolons > commas ? ';' : ',';
}

/** Decodes bytes; bytes that are invalid in the encoding become the replacement character. */
function decoded(bytes: Buffer, encoding: CsvEncoding): string {
  if (encoding === 'windows-1252') return windows1252(bytes.toString('latin1'));
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

/** Counts the rows below the header, without blank lines; a line break within quotes does not end a row. */
export async function countRows(body: Buffer, encoding: CsvEncoding): Promise<number> {
  const isWide = encoding.startsWith('utf-16');
  const [width, high] = isWide ? [2, encoding === 'utf-16le' ? 1 : 0] : [1, 0];
  const low = isWide ? 1 - high : 0;
  let [rows, isQuoted, isBlank] = [0, false, true];
  for (let start = 0; start + width <= body.length; start += width) {
    if (start % TURN === 0 && start > 0) await setImmediate();
    const code = isWide && body[start + high] !== 0 ? -1 : body[start + low]!;
    if (code === QUOTE) isQuoted = !isQuoted;
    if (code === LF && !isQuoted) {
      if (!isBlank) rows++;
      isBlank = true;
    } else if (code !== CR && code !== LF && code !== TAB && code !== 32) isBlank = false;
  }
  return Math.max(0, rows + (isBlank ? 0 : 1) - 1);
}
