/** Fixed words of a line, in their order. Each is found by one search from left to right, never by backtracking. */
interface LinePattern {
  /** A pattern of bounded length for the beginning of the line. */
  start: RegExp;
  /** Words that follow each other after the beginning. */
  parts?: string[];
  /** The end of the line, one of these. Left out: the line ends anyhow. */
  ends?: string[];
}

const brackets = ['>:', ']:'];

/** Lines above a quoted message: who wrote it and when, as mail programs of many languages write them. */
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
/** The same on a line of their own: they begin with any words, which may be the end of a sentence above. */
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

/** Characters of the shortest header and of the shortest words that begin a signature. */
const MIN_LENGTH = 6;
/** The beginnings of all headers in one pattern: nearly all lines have none of them. */
const headerStart = new RegExp(headers.map(({ start }) => start.source).join('|'));

/** Whether lines that follow each other are the header of a quote. Linear in their length. */
export function isQuoteHeader(lines: readonly string[]): boolean {
  const words = lines.join(' ').trim();
  if (words.length < MIN_LENGTH) return false;
  const bare = words.replace(/^-+\s*/, '').replace(/\s?-{1,80}$/, '');
  if (headerStart.test(bare) && headers.some((pattern) => matches(bare, pattern))) return true;
  return lines.length === 1 && wholeLines.some((pattern) => matches(words, pattern));
}

/** Whether a line begins a signature. Linear in its length. */
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
