import { samplesOf, type OpusStream } from './opus';

const VENDOR = 'Parley';
/** Limits of a page: 50 packets of 20 ms are one second; the format allows 255 segments. */
const MAX_PACKETS = 50;
const MAX_SEGMENTS = 255;
const BEGINS = 2;
const ENDS = 4;

/**
 * @returns an Ogg file with one Opus stream (RFC 7845), the format in which messengers play voice messages
 * @param serial any 32-bit number
 */
export function oggOf({ head, packets }: OpusStream, serial: number): Uint8Array<ArrayBuffer> {
  const pages: Uint8Array[] = [];
  const add = (content: Uint8Array[], samples: number, flags: number) =>
    pages.push(pageOf(content, { samples, flags, serial, number: pages.length }));
  add([head], 0, BEGINS);
  add([tags()], 0, 0);
  let samples = 0;
  const groups = grouped(packets);
  for (const [index, group] of groups.entries()) {
    for (const packet of group) samples += samplesOf(packet);
    add(group, samples, index === groups.length - 1 ? ENDS : 0);
  }
  return joined(pages);
}

function grouped(packets: Uint8Array[]): Uint8Array[][] {
  const groups: Uint8Array[][] = [];
  let segments = Infinity;
  for (const packet of packets) {
    const needed = segmentsOf(packet);
    const last = groups.at(-1);
    if (!last || last.length === MAX_PACKETS || segments + needed > MAX_SEGMENTS) {
      groups.push([packet]);
      segments = needed;
    } else {
      last.push(packet);
      segments += needed;
    }
  }
  return groups;
}

/** Number of Ogg segments for a packet; the last segment of a packet is always shorter than 255 bytes. */
const segmentsOf = ({ length }: Uint8Array) => Math.floor(length / 255) + 1;

function pageOf(
  packets: Uint8Array[],
  { samples, flags, serial, number }: { samples: number; flags: number; serial: number; number: number },
): Uint8Array {
  const table = packets.flatMap((packet) => [
    ...Array.from({ length: segmentsOf(packet) - 1 }, () => 255),
    packet.length % 255,
  ]);
  const header = new Uint8Array(27 + table.length);
  const view = new DataView(header.buffer);
  header.set(new TextEncoder().encode('OggS'));
  view.setUint8(5, flags);
  view.setBigUint64(6, BigInt(samples), true);
  view.setUint32(14, serial, true);
  view.setUint32(18, number, true);
  view.setUint8(26, table.length);
  header.set(table, 27);
  const page = joined([header, ...packets]);
  new DataView(page.buffer).setUint32(22, checksum(page), true);
  return page;
}

/** The comment header that Ogg requires, with an empty list of comments. */
function tags(): Uint8Array {
  const vendor = new TextEncoder().encode(VENDOR);
  const packet = new Uint8Array(8 + 4 + vendor.length + 4);
  packet.set(new TextEncoder().encode('OpusTags'));
  new DataView(packet.buffer).setUint32(8, vendor.length, true);
  packet.set(vendor, 12);
  return packet;
}

const table = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x80000000 ? (rest << 1) ^ 0x04c11db7 : rest << 1;
  return rest >>> 0;
});

/** CRC of Ogg: polynomial 04c11db7, highest bit first, initial value and final XOR 0. */
export function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) ^ table[(sum >>> 24) ^ byte]!) >>> 0;
  return sum;
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
