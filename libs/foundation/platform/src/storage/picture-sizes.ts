import { imageSize } from 'image-size';

/** Bytes of a JPEG in which its frame header is searched; metadata of cameras before it may have some MB. */
const MAX_JPEG_METADATA = 16 * 1024 * 1024;
/** Markers before the frame header, fill bytes included. */
const MAX_JPEG_MARKERS = 10_000;
/** Bytes of any other picture that may state its size. */
const MAX_HEADER = 64 * 1024;
/** Sizes that an AVIF states. Reading them is quadratic in their number. */
const MAX_AVIF_SIZES = 64;

interface PictureSize {
  width: number;
  height: number;
}

/**
 * Returns the sizes in pixels that the header of a picture states, in constant time whatever the length of the picture.
 * @throws Error if it states none within the bounds above
 */
export function pictureSizes(body: Buffer): PictureSize[] {
  // image-size goes through a JPEG byte by byte.
  if (body[0] === 0xff) return [jpegSize(body.subarray(0, MAX_JPEG_METADATA))];
  const header = body.subarray(0, MAX_HEADER);
  if (header.subarray(4, 8).equals(FTYP) && countOf(header, ISPE) > MAX_AVIF_SIZES) {
    throw new Error('The AVIF states too many sizes.');
  }
  const { width, height, images = [] } = imageSize(header);
  return [{ width, height }, ...images];
}

const [FTYP, ISPE] = [Buffer.from('ftyp'), Buffer.from('ispe')];
/** Markers of JPEG: start of a baseline, extended or progressive frame; start of the scan; markers without a length. */
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
