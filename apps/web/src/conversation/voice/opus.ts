/** A recording as Opus packets, independent of its container. */
export interface OpusStream {
  /** The identification header, `OpusHead` (RFC 7845, section 5.1). */
  head: Uint8Array;
  packets: Uint8Array[];
}

/** Samples per second: Opus measures time in samples of 48 kHz, whatever the recording rate. */
export const SAMPLE_RATE = 48_000;

/** Duration of a packet in samples, from its first bytes (RFC 6716, section 3.1). */
export function samplesOf(packet: Uint8Array): number {
  const [toc = 0, frames = 0] = packet;
  const config = toc >> 3;
  const lengths =
    config < 12 ? [480, 960, 1_920, 2_880] : config < 16 ? [480, 960, 480, 960] : [120, 240, 480, 960];
  const count = [1, 2, 2, frames & 0x3f][toc & 3]!;
  return lengths[config & 3]! * count;
}

/** Opus header for one channel, used if the container has none. */
export function plainHead(): Uint8Array {
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode('OpusHead'));
  const view = new DataView(head.buffer);
  view.setUint8(8, 1);
  view.setUint8(9, 1);
  view.setUint16(10, 312, true);
  view.setUint32(12, SAMPLE_RATE, true);
  return head;
}
