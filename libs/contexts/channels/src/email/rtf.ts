import { decoded } from './code-pages';

/** The initial dictionary of Outlook's compression ([MS-OXRTFCP] 2.1.3.1.1). */
const DICTIONARY =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const MAX_RTF_LENGTH = 2_000_000;

/** The plain text of compressed RTF; null if the data is no RTF or has no text. */
export function textOfRtf(data: Buffer): string | null {
  const rtf = decompressed(data);
  return rtf === null ? null : wordsOf(rtf) || null;
}

/** Decompresses RTF to a string with one character per byte; null if the data is no RTF. */
function decompressed(data: Buffer): string | null {
  if (data.length < 16) return null;
  const kind = data.readUInt32LE(8);
  if (kind === UNCOMPRESSED) return data.subarray(16, 16 + MAX_RTF_LENGTH).toString('latin1');
  if (kind !== COMPRESSED) return null;
  const ring = Buffer.alloc(4096, 0x20);
  ring.write(DICTIONARY, 'latin1');
  let place = DICTIONARY.length;
  const size = Math.min(data.readUInt32LE(4), MAX_RTF_LENGTH);
  const out = Buffer.alloc(size);
  let length = 0;
  const put = (byte: number) => {
    if (length < size) out[length++] = byte;
    ring[place] = byte;
    place = (place + 1) % ring.length;
  };
  for (let at = 16; at < data.length && length < size;) {
    const control = data[at++]!;
    for (let bit = 0; bit < 8 && at < data.length && length < size; bit++) {
      if ((control & (1 << bit)) === 0) {
        put(data[at++]!);
        continue;
      }
      if (at + 2 > data.length) return out.toString('latin1', 0, length);
      const reference = data.readUInt16BE(at);
      at += 2;
      const from = reference >> 4;
      if (from === place) return out.toString('latin1', 0, length);
      for (let step = 0; step < (reference & 0xf) + 2; step++) put(ring[(from + step) % ring.length]!);
    }
  }
  return out.toString('latin1', 0, length);
}

/** RTF groups that contain no text of the mail. */
const silent = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'object',
  'header',
  'footer',
  '*',
]);
const breaks = new Map([
  ['par', '\n'],
  ['line', '\n'],
  ['tab', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
]);
const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;

/** Extracts plain text from RTF, for previews and quotations; formatting is lost. */
function wordsOf(rtf: string): string {
  const codePage = Number(/\\ansicpg(\d{1,5})/.exec(rtf.slice(0, 500))?.[1] ?? 1252);
  const outer: { isSilent: boolean; skips: number }[] = [];
  let group = { isSilent: false, skips: 1 };
  let isMarkup = false;
  /** Number of fallback characters to skip after a Unicode escape. */
  let toSkip = 0;
  let words = '';
  /**
   * Bytes to decode, one character each: a character of an Asian code page may begin in one token and end in the
   * next.
   */
  let run = '';
  const sayBytes = (bytes: string) => {
    if (!group.isSilent && !isMarkup) run += bytes;
  };
  const endRun = () => {
    if (run !== '') words += decoded(Buffer.from(run, 'latin1'), codePage);
    run = '';
  };
  const say = (text: string) => {
    if (group.isSilent || isMarkup || text === '') return;
    endRun();
    words += text;
  };
  for (const [, word, number, byte, sign, brace, text] of rtf.matchAll(token)) {
    if (brace === '{') {
      outer.push(group);
      group = { ...group };
    } else if (brace === '}') {
      group = outer.pop() ?? group;
    } else if (word !== undefined) {
      const name = word.toLowerCase();
      if (silent.has(name)) group.isSilent = true;
      // In RTF that encapsulates HTML, the parts between two `htmlrtf` only format the RTF.
      else if (name === 'htmlrtf') isMarkup = number !== '0';
      else if (name === 'uc') group.skips = Math.min(Number(number ?? 1), 10);
      else if (name === 'u') {
        say(String.fromCharCode(Number(number ?? 0) & 0xffff));
        toSkip = group.skips;
      } else say(breaks.get(name) ?? '');
    } else if (byte !== undefined) {
      if (toSkip > 0) toSkip -= 1;
      else sayBytes(String.fromCharCode(Number.parseInt(byte, 16)));
    } else if (sign !== undefined) {
      if (sign === '*') group.isSilent = true;
      else if (sign === '~') say(' ');
      else if ('\\{}'.includes(sign)) say(sign);
    } else if (text !== undefined) {
      sayBytes(text.slice(toSkip));
      toSkip = Math.max(0, toSkip - text.length);
    }
  }
  endRun();
  return words
    .replaceAll('\0', '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
