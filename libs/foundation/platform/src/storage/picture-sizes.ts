import { imageSize } from 'image-size';

/** Maximum bytes of a JPEG in which the frame header is searched; a camera's metadata before it may have some MB. */
const MAX_JPEG_METADATA = 16 * 1024 * 1024;
/** Maximum number of markers before the frame header, fill bytes included. */
const MAX_JPEG_MARKERS = 10_000;
/** Maximum bytes of an image other than a JPEG in which the size is searched. */
const MAX_HEADER = 64 * 1024;
/** Maximum number of sizes in an AVIF. Reading them is quadratic in their number. */
const MAX_AVIF_SIZES = 64;

interface PictureSize {
  width: number;
  height: number;
}

/**
 * @returns the sizes in pixels from the header of an image; takes constant time for images of any length
 * @throws Error if there is no size within the bounds above
 */
export function pictureSizes(body: Buffer): PictureSize[] {
  // image-size would walk through a JPEG byte by byte.
  if (body[0] === 0xff) return [jpegSize(body.subarray(0, MAX_JPEG_METADATA))];
  const header = body.subarray(0, MAX_HEADER);
  if (header.subarray(4, 8).equals(FTYP) && countOf(header, ISPE) > MAX_AVIF_SIZES) {
    throw new Error('The AVIF states too many sizes.');
  }
  const { width, height, images = [] } = imageSize(header);
  return [{ width, height }, ...images];
}

const [FTYP, ISPE] = [Buffer.from('ftyp'), Buffer.from('ispe')];
/** Markers of JPEG: start of a baseline, extended or progressive frame; start of the scan; those without a length. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const SCAN = 0xda;
const hasNoLength = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9);

function jpegSize(body: Buffer): PictureSize {
  let at = 2;
  for (let markers = 0; markers < MAX_JPEG_MARKERS; markers++) {
    at = body.indexOf(0xff, at) + 1;
    const marker = at > 0 ? body[at] : undefined;
    if (marker === undefined || marker === SCAN) break;
    // Fill bytes precede the marker.
    if (marker === 0xff) continue;
    at++;
    if (FRAMES.includes(marker))
      return { height: body.readUInt16BE(at + 3), width: body.readUInt16BE(at + 5) };
    if (!hasNoLength(marker)) at += body.readUInt16BE(at);
  }
  throw new Error('The JPEG has no frame header.');
}

function countOf(bytes: Buffer, name: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) count++;
  return count;
}
