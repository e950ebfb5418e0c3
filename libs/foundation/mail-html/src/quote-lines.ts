/**
 * Pattern of a line with fixed words in order. Each word is found by one search from left to right, without
 * backtracking.
 */
interface LinePattern {
  /** A pattern of bounded length for the beginning of the line. */
  start: RegExp;
  /** Words that follow in this order. */
  parts?: string[];
  /** Possible ends of the line. Undefined: any end. */
  ends?: string[];
}

const brackets = ['>:', ']:'];

/** Header lines above a quoted message, with its author and time, in the languages of many mail programs. */
const headers: LinePattern[] = [
  { start: /^On\s/, ends: ['wrote:', 'wrote'] },
  { start: /^Le\s/, ends: ['écrit:', 'écrit :', 'écrit\u00a0:', 'écrit'] },
  { start: /^El\s/, ends: ['escribió:', 'escribió'] },
  { start: /^Il\s/, ends: ['scritto:', 'scritto'] },
  { start: /^In data\s/, ends: ['scritto:', 'scritto'] },
  { start: /^Em\s/, ends: ['escreveu:', 'escreveu'] },
  { start: /^Am\s/, parts: ['schrieb'], ends: brackets },
  { start: /^Am\s/, parts: [' um ', 'schrieb '], ends: [':'] },
  { start: /^Op\s/, parts: ['schreef'], ends: [':'] },
  { start: /^(?:W\sdniu|Dnia)\s/, ends: ['pisze:', 'napisał:', 'napisał(a):'] },
  { start: /^Den\s/, parts: [' skrev '], ends: [':'] },
  { start: /^[a-z]{3,4}\.\s/, parts: [' skrev '], ends: [':'] },
  { start: /^pe\s/, ends: ['kirjoitti:'] },
  { start: /^ср,\s/, parts: [' г. в ', ','], ends: brackets },
  { start: /^在/, ends: ['写道：'] },
  { start: /^20\d\d\./, ends: [' 작성:'] },
  { start: /^20\d\d\//, ends: ['のメッセージ:'] },
  { start: /^(?:From|Von|De|Van|Da)\s?:/, parts: ['<', '>'] },
  { start: /^(?:From|Von|De|Van|Da)\s?:/, parts: ['[', ']'] },
  { start: /^20\d\d-\d\d.\d\d.\d\d:\d\d/, ends: ['>:'] },
  { start: /^\d\d.\d\d.20\d\d.*?\d\d.\d\d/, parts: ['"', '<'], ends: ['>:', '> :'] },
  { start: /^\d\d:\d\d.*?\d{4}/, parts: ['"', '<'], ends: ['>:', '> :'] },
];
/** Header patterns that may begin with any words, and so apply only to a whole single line. */
const wholeLines: LinePattern[] = [
  { start: /^/, parts: [' <'], ends: ['> schrieb:'] },
  { start: /^/, parts: [' on', 'at'], ends: ['wrote:'] },
  { start: /^.*?\d{4}/, parts: ['from', '<'], ends: ['>:'] },
  {
    start:
      /^-{1,12} ?(?:original message|oprindelig besked|message d'origine|ursprüngliche nachricht) ?-{0,12}$/i,
  },
];

/** Lines that begin a signature. */
const separator = /^(?:\s*-{2,4}|\s*_{2,4}|-- |\+{2,4}|={2,4}|_{32})$/;
const closing =
  /^(?:(?:cheers|best wishes|bien . vous|\w{0,20}\s?(?:\sand\s)?regards|\w{0,20}\s?cordialement),?!?！?|bonne (?:journ.e|soir.e)!?)$/i;
const signatures: LinePattern[] = [
  ...[
    ...[/^Sent from ./, /^Get Outlook for ./, /^Sendt fra ./, /^Envoyé (?:depuis|de mon|à partir de) ./],
    ...[/^Télécharger Outlook pour ./, /^Enviado desde ./, /^Verzonden vanaf ./, /^Verstuurd vanaf ./],
  ].map((start) => ({ start })),
  { start: /^Von ./, ends: [' gesendet'] },
  { start: /^Gesendet von ./, parts: [' für '] },
];

/** Minimum length of a header and of the words that begin a signature. */
const MIN_LENGTH = 6;
/** The beginnings of all headers in one pattern, for speed: nearly all lines match none. */
const headerStart = new RegExp(headers.map(({ start }) => start.source).join('|'));

/** Whether adjacent lines together are the header of a quote. Linear in their length. */
export function isQuoteHeader(lines: readonly string[]): boolean {
  const words = lines.join(' ').trim();
  if (words.length < MIN_LENGTH) return false;
  const bare = words.replace(/^-+\s*/, '').replace(/\s?-{1,80}$/, '');
  if (headerStart.test(bare) && headers.some((pattern) => matches(bare, pattern))) return true;
  return lines.length === 1 && wholeLines.some((pattern) => matches(words, pattern));
}

/** Whether a line begins a signature. Linear in the length of the line. */
export function isSignature(line: string): boolean {
  if (separator.test(line)) return true;
  if (line.length < MIN_LENGTH) return false;
  return closing.test(line) || signatures.some((pattern) => matches(line, pattern));
}

function matches(line: string, { start, parts = [], ends }: LinePattern): boolean {
  const begins = start.exec(line);
  if (!begins) return false;
  let at = begins[0].length;
  for (const part of parts) {
    const found = line.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return ends === undefined || ends.some((end) => line.length - end.length >= at && line.endsWith(end));
}
