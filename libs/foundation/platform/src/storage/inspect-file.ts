import { filetypeinfo } from 'magic-bytes.js';
import { pictureSizes } from './picture-sizes';

/** Pixels beyond which a picture is not drawn: a few kilobytes can unfold to gigabytes in whoever looks at it. */
export const MOST_PIXELS = 64_000_000;

/** Pictures that browsers draw, each known by its first bytes. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'];
/** Bytes from the start that say what a file is. */
const HEAD = 4_100;

export type FileFault =
  /** Its first bytes say that it is something else than it is declared to be. */
  | 'type'
  /** A picture of more than `MOST_PIXELS`. */
  | 'pixels';

/**
 * Whether a file is what it is declared to be, as far as its first bytes tell, and may be drawn. Only pictures, sounds
 * and films are looked at: they alone are shown in place, whatever else is saved and opened by its owner's choice.
 * @param contentType as declared, with or without parameters
 */
export function inspectFile(body: Buffer, contentType: string): FileFault | null {
  const declared = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const [family] = declared.split('/');
  const found = filetypeinfo(body.subarray(0, HEAD)).flatMap(({ mime }) => mime ?? []);
  if (PICTURES.includes(declared)) {
    return found.includes(declared) ? pixelFault(body) : 'type';
  }
  // Sounds have no one beginning; what is plainly something else is told.
  const isPlayed = family === 'audio' || family === 'video';
  if (isPlayed || (family === 'image' && declared !== 'image/svg+xml')) {
    const families = isPlayed ? ['audio', 'video'] : ['image'];
    const isOther = found.length > 0 && !found.some((mime) => isOneOf(mime, families));
    return isOther || /^\s*(<|#!\s*\/)/.test(body.subarray(0, 64).toString('latin1')) ? 'type' : null;
  }
  return null;
}

/**
 * As what a file from outside is kept, which nobody can be told to send again: as declared where that holds, as the
 * picture that it is where it is another one, and else as mere bytes, to be saved and never shown.
 */
export function servedType(body: Buffer, contentType: string): string {
  const fault = inspectFile(body, contentType);
  if (!fault) return contentType;
  const own = PICTURES.find((type) => fault === 'type' && inspectFile(body, type) === null);
  return own ?? 'application/octet-stream';
}

function isOneOf(mime: string, families: string[]): boolean {
  return families.includes(mime.split('/')[0] ?? '') || mime === 'application/ogg';
}

function pixelFault(body: Buffer): FileFault | null {
  try {
    const pixels = pictureSizes(body).map(({ width, height }) => width * height);
    if (!pixels.every((count) => count > 0)) return 'type';
    return Math.max(...pixels) > MOST_PIXELS ? 'pixels' : null;
  } catch {
    // Only its first bytes are those of a picture.
    return 'type';
  }
}
