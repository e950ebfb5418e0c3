import { plainHead, type OpusStream } from './opus';

const CODEC_PRIVATE = 0x63a2;
const SIMPLE_BLOCK = 0xa3;
const BLOCK = 0xa1;
/**
 * Ids of Segment, Tracks, TrackEntry, Cluster and BlockGroup: the parser skips their headers and reads their children
 * as if they were at the top level.
 */
const holders = new Set([0x18538067, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0]);

/**
 * Extracts the Opus packets of a WebM file with one track, as browsers record it, including elements of unknown
 * length.
 * @throws Error if the file is no such WebM file
 */
export function opusIn(webm: Uint8Array): OpusStream {
  let head: Uint8Array | null = null;
  const packets: Uint8Array[] = [];
  for (let at = 0; at < webm.length;) {
    const id = numberAt(webm, at, true);
    const size = numberAt(webm, at + id.length, false);
    const start = at + id.length + size.length;
    if (holders.has(id.value)) {
      at = start;
      continue;
    }
    const end = start + size.value;
    // The file was truncated while it was written: the packets read so far are returned.
    if (end > webm.length) break;
    const content = webm.subarray(start, end);
    if (id.value === CODEC_PRIVATE) head = content;
    else if (id.value === SIMPLE_BLOCK || id.value === BLOCK) packets.push(packetIn(content));
    at = end;
  }
  if (packets.length === 0) throw new Error('The recording holds nothing.');
  return { head: head ?? plainHead(), packets };
}

/**
 * Extracts the packet of a block, which consists of its track, a time of two bytes, flags and one packet.
 * @throws Error if the block has several packets ("lacing"), which browsers never record
 */
function packetIn(block: Uint8Array): Uint8Array {
  const start = numberAt(block, 0, false).length + 3;
  if ((block[start - 1]! & 0x06) !== 0) throw new Error('Laced blocks are not read.');
  return block.subarray(start);
}

/** Reads a number whose first byte encodes its length (RFC 8794, section 4). */
function numberAt(bytes: Uint8Array, at: number, keepsMarker: boolean): { value: number; length: number } {
  const first = bytes[at] ?? 0;
  if (first === 0) throw new Error('This is no WebM.');
  const length = Math.clz32(first) - 23;
  let value = keepsMarker ? first : first & (0xff >> length);
  for (let index = 1; index < length; index++) value = value * 256 + (bytes[at + index] ?? 0);
  return { value, length };
}
