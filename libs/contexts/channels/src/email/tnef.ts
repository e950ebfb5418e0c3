import { decoded } from './code-pages';
import { textOfRtf } from './rtf';

export interface WrappedFile {
  fileName?: string;
  contentType?: string;
  /** Without angle brackets. */
  contentId?: string;
  content: Buffer;
}

/** The content of a `winmail.dat`: the text of the mail, if it contains one, and its files. */
export interface Unwrapped {
  text: string | null;
  html: string | null;
  files: WrappedFile[];
  /** Whether the data is truncated, corrupted, or larger than what is read: files may be missing. */
  isPartial: boolean;
}

const SIGNATURE = 0x223e9f78;
const MAX_ATTRIBUTES = 5_000;
const MAX_FILES = 100;
/** Maximum number of values in the whole file; a message has some hundred, each of its files some dozens. */
const MAX_VALUES = 50_000;
const DEEPEST = 3;

/** Attribute ids, [MS-OXTNEF] 2.1.3.3. */
const attribute = {
  body: 0x800c,
  attachData: 0x800f,
  attachTitle: 0x8010,
  attachRendData: 0x9002,
  messageProperties: 0x9003,
  attachment: 0x9005,
  codePage: 0x9007,
} as const;

/** Property ids, [MS-OXPROPS]. */
const property = {
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  attachData: 0x3701,
  attachFileName: 0x3704,
  attachLongFileName: 0x3707,
  attachType: 0x370e,
  attachContentId: 0x3712,
  codePage: 0x3fde,
} as const;

type Value =
  { kind: 'text'; text: string } | { kind: 'bytes'; bytes: Buffer } | { kind: 'number'; number: number };
type Properties = Map<number, Value>;

/** Progress over the outermost file and all files nested in it. */
interface Progress {
  values: number;
  isPartial: boolean;
}

/**
 * Unpacks Outlook's `winmail.dat` (TNEF, [MS-OXTNEF]) in one pass over its bytes. Null if the data is no TNEF or
 * corrupted from its start; if it is corrupted later, returns the parts before the damage.
 */
export function unwrapTnef(data: Buffer): Unwrapped | null {
  const progress: Progress = { values: 0, isPartial: false };
  const unwrapped = unwrapAt(0, data, progress);
  return unwrapped && { ...unwrapped, isPartial: progress.isPartial };
}

function unwrapAt(depth: number, data: Buffer, progress: Progress): Omit<Unwrapped, 'isPartial'> | null {
  if (data.length < 6 || data.readUInt32LE(0) !== SIGNATURE) return null;
  const unwrapped: Omit<Unwrapped, 'isPartial'> = { text: null, html: null, files: [] };
  let codePage = 1252;
  let rtf: Buffer | null = null;
  let file: WrappedFile | null = null;
  const keep = () => {
    if (file && file.content.length > 0) {
      const room = MAX_FILES - unwrapped.files.length;
      const inner = depth < DEEPEST && room > 0 ? embedded(depth + 1, file.content, progress) : null;
      const found = inner ?? [file];
      if (found.length > room) progress.isPartial = true;
      unwrapped.files.push(...found.slice(0, room));
    }
    file = null;
  };
  for (const { id, bytes } of attributesIn(data, progress)) {
    if (id === attribute.codePage && bytes.length >= 4) codePage = bytes.readUInt32LE(0);
    else if (id === attribute.body) unwrapped.text ??= textOf(bytes, codePage);
    else if (id === attribute.messageProperties) {
      const found = propertiesIn(bytes, codePage, progress);
      unwrapped.text ??= textAt(found, property.body);
      unwrapped.html ??= htmlIn(found, codePage);
      const compressed = found.get(property.rtf);
      if (compressed?.kind === 'bytes') rtf ??= compressed.bytes;
    } else if (id === attribute.attachRendData) {
      keep();
      file = { content: Buffer.alloc(0) };
    } else if (file && id === attribute.attachTitle) file.fileName ??= textOf(bytes, codePage) || undefined;
    else if (file && id === attribute.attachData) file.content = bytes;
    else if (file && id === attribute.attachment) describe(file, propertiesIn(bytes, codePage, progress));
  }
  keep();
  unwrapped.text ||= rtf && textOfRtf(rtf);
  return unwrapped;
}

function* attributesIn(data: Buffer, progress: Progress): Generator<{ id: number; bytes: Buffer }> {
  let at = 6;
  for (let count = 0; count < MAX_ATTRIBUTES && at + 9 <= data.length; count++) {
    const level = data.readUInt8(at);
    const id = data.readUInt16LE(at + 1);
    const length = data.readUInt32LE(at + 5);
    const end = at + 9 + length;
    if ((level !== 1 && level !== 2) || end > data.length) break;
    yield { id, bytes: data.subarray(at + 9, end) };
    // A checksum follows; it is ignored, since programs compute it differently.
    at = end + 2;
  }
  if (at < data.length) progress.isPartial = true;
}

/** Sizes of property values in bytes, padding included; other types store their own length. */
const sizes = new Map([
  ...[0x02, 0x03, 0x04, 0x0a, 0x0b].map((type) => [type, 4] as const),
  ...[0x05, 0x06, 0x07, 0x14, 0x40].map((type) => [type, 8] as const),
  [0x48, 16],
]);
const [TEXT, UNICODE, BINARY, OBJECT] = [0x1e, 0x1f, 0x102, 0x0d];

/** Reads the properties; of several values, the first counts. */
function propertiesIn(data: Buffer, codePage: number, progress: Progress): Properties {
  const found: Properties = new Map();
  const reader = new Reader(data);
  try {
    const count = Math.min(reader.number(), MAX_ATTRIBUTES);
    for (let index = 0; index < count; index++) {
      const type = reader.short();
      const id = reader.short();
      if (id >= 0x8000) skipName(reader);
      for (const value of valuesOf(type, reader, codePage)) {
        if (++progress.values > MAX_VALUES) throw new RangeError('It holds more than a mail does.');
        if (!found.has(id)) found.set(id, value);
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    progress.isPartial = true;
  }
  return found;
}

/** Skips the name of a custom property. */
function skipName(reader: Reader): void {
  reader.bytes(16);
  if (reader.number() === 0) reader.number();
  else reader.padded(reader.number());
}

function* valuesOf(type: number, reader: Reader, codePage: number): Generator<Value> {
  const kind = type & ~0x1000;
  const size = sizes.get(kind);
  if (size !== undefined) {
    const several = type === kind ? 1 : Math.min(reader.number(), MAX_ATTRIBUTES);
    for (let index = 0; index < several; index++) {
      yield { kind: 'number', number: reader.bytes(size).readUInt32LE(0) };
    }
    return;
  }
  const several = Math.min(reader.number(), MAX_ATTRIBUTES);
  for (let index = 0; index < several; index++) {
    const bytes = reader.padded(reader.number());
    if (kind === UNICODE) yield { kind: 'text', text: ended(bytes.toString('utf16le')) };
    else if (kind === TEXT) yield { kind: 'text', text: textOf(bytes, codePage) };
    else if (kind === BINARY || kind === OBJECT) yield { kind: 'bytes', bytes };
    else throw new RangeError('A property of a kind that is none.');
  }
}

/**
 * Reads from a buffer, advancing a position.
 * @throws RangeError at the end of the buffer
 */
class Reader {
  private at = 0;

  constructor(private readonly data: Buffer) {}

  short(): number {
    return this.bytes(2).readUInt16LE(0);
  }

  number(): number {
    return this.bytes(4).readUInt32LE(0);
  }

  bytes(length: number): Buffer {
    if (length > this.data.length - this.at) throw new RangeError('It ends before.');
    this.at += length;
    return this.data.subarray(this.at - length, this.at);
  }

  /** Reads bytes and the padding to a multiple of four, which may be missing at the end. */
  padded(length: number): Buffer {
    const bytes = this.bytes(length);
    this.at = Math.min(this.at + ((4 - (length % 4)) % 4), this.data.length);
    return bytes;
  }
}

function describe(file: WrappedFile, found: Properties): void {
  const name = textAt(found, property.attachLongFileName) ?? textAt(found, property.attachFileName);
  if (name) file.fileName = name;
  file.contentType = textAt(found, property.attachType) ?? undefined;
  file.contentId = textAt(found, property.attachContentId)?.replace(/^<|>$/g, '');
  const data = found.get(property.attachData);
  if (file.content.length === 0 && data?.kind === 'bytes') file.content = data.bytes;
}

/** The files of a nested message; null if the content is another kind of file. */
function embedded(depth: number, content: Buffer, progress: Progress): WrappedFile[] | null {
  // An object begins with the 16-byte id of its interface.
  const inner = unwrapAt(depth, content.subarray(16), progress);
  if (!inner) return null;
  const words = inner.html ?? inner.text;
  const said: WrappedFile[] = words
    ? [{ fileName: inner.html ? 'message.html' : 'message.txt', content: Buffer.from(words) }]
    : [];
  return [...said, ...inner.files];
}

function htmlIn(found: Properties, codePage: number): string | null {
  const value = found.get(property.html);
  if (value?.kind === 'text') return value.text || null;
  if (value?.kind !== 'bytes') return null;
  const named = found.get(property.codePage);
  return textOf(value.bytes, named?.kind === 'number' ? named.number : codePage) || null;
}

function textAt(found: Properties, id: number): string | null {
  const value = found.get(id);
  return value?.kind === 'text' && value.text ? value.text : null;
}

function textOf(bytes: Buffer, codePage: number): string {
  return ended(decoded(bytes, codePage));
}

/** Cuts a text at its terminating zero. */
function ended(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}
