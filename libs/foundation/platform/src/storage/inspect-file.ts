import { filetypeinfo } from 'magic-bytes.js';
import { pictureSizes } from './picture-sizes';

/** Maximum pixels of an image that is shown: a few kilobytes can unpack to gigabytes in the viewer's browser. */
export const MAX_PIXELS = 64_000_000;

/** Images that browsers show, recognised by their first bytes. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'];
/** Number of bytes from the start by which the type is recognised. */
const HEAD = 4_100;

export type FileFault =
  /** The first bytes are of another type than the declared one. */
  | 'type'
  /** An image has more than `MAX_PIXELS`. */
  | 'pixels';

/**
 * Checks whether the first bytes of a file match its declared type and whether it may be shown. Only images, audio
 * and video are checked: browsers save all other types, and their users choose to open them.
 * @param contentType as declared, with or without parameters
 * @returns null if there is no fault
 */
export function inspectFile(body: Buffer, contentType: string): FileFault | null {
  const declared = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const [family] = declared.split('/');
  const found = filetypeinfo(body.subarray(0, HEAD)).flatMap(({ mime }) => mime ?? []);
  if (PICTURES.includes(declared)) {
    return found.includes(declared) ? pixelFault(body) : 'type';
  }
  // Audio formats have no common signature, so only content that is clearly another type is refused.
  const isPlayed = family === 'audio' || family === 'video';
  if (isPlayed || (family === 'image' && declared !== 'image/svg+xml')) {
    const families = isPlayed ? ['audio', 'video'] : ['image'];
    const isOther = found.length > 0 && !found.some((mime) => isOneOf(mime, families));
    return isOther || /^\s*(<|#!\s*\/)/.test(body.subarray(0, 64).toString('latin1')) ? 'type' : null;
  }
  return null;
}

/**
 * @returns the type under which a file from a provider is stored: the declared type if it is right, the real type if
 * it is a different kind of image, otherwise application/octet-stream, which browsers save and never show. A wrong
 * type is corrected and not refused, since the contact cannot be requested to send the file again.
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
    return Math.max(...pixels) > MAX_PIXELS ? 'pixels' : null;
  } catch {
    // The file begins like an image but is none.
    return 'type';
  }
}
