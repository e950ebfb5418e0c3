import { checksum, oggOf } from './ogg';
import { plainHead, samplesOf } from './opus';
import { opusIn } from './webm';

const bytes = (...values: number[]) => Uint8Array.from(values);
const unknown = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
/** A packet of 20 ms CELT: configuration 31, one frame. */
const packet = (length: number, fill: number) => Uint8Array.from({ length }, (_, at) => (at ? fill : 0xfc));

/** Encodes an element's length in two bytes. */
const sized = (length: number) => [0x40 | (length >> 8), length & 0xff];
const element = (id: number[], content: Uint8Array | number[]) => [
  ...id,
  ...sized(content.length),
  ...content,
];
const block = (content: Uint8Array, flags = 0x80) => element([0xa3], [0x81, 0, 0, flags, ...content]);

function webm(...blocks: number[][]): Uint8Array {
  const entry = element([0xae], element([0x63, 0xa2], plainHead()));
  return Uint8Array.from([
    ...element([0x1a, 0x45, 0xdf, 0xa3], [0x42, 0x82, 0x81, 0x00]),
    ...[0x18, 0x53, 0x80, 0x67, ...unknown],
    ...element([0x16, 0x54, 0xae, 0x6b], entry),
    ...[0x1f, 0x43, 0xb6, 0x75, ...unknown],
    ...element([0xe7], [0]),
    ...blocks.flat(),
  ]);
}

interface Page {
  flags: number;
  samples: number;
  serial: number;
  number: number;
  packets: Uint8Array[];
}

/** Parses Ogg independently of the code under test. */
function pagesOf(ogg: Uint8Array): Page[] {
  const pages: Page[] = [];
  for (let at = 0; at < ogg.length;) {
    expect(new TextDecoder().decode(ogg.subarray(at, at + 4))).toBe('OggS');
    const view = new DataView(ogg.buffer, ogg.byteOffset + at);
    const count = view.getUint8(26);
    const lengths = [...ogg.subarray(at + 27, at + 27 + count)];
    const size = 27 + count + lengths.reduce((sum, length) => sum + length, 0);
    const page = ogg.slice(at, at + size);
    const sum = view.getUint32(22, true);
    page.fill(0, 22, 26);
    expect(checksum(page)).toBe(sum);
    const packets: Uint8Array[] = [];
    let [start, end] = [27 + count, 27 + count];
    for (const length of lengths) {
      end += length;
      if (length === 255) continue;
      packets.push(page.subarray(start, end));
      start = end;
    }
    expect(start).toBe(size);
    pages.push({
      flags: view.getUint8(5),
      samples: Number(view.getBigUint64(6, true)),
      serial: view.getUint32(14, true),
      number: view.getUint32(18, true),
      packets,
    });
    at += size;
  }
  return pages;
}

it('reads packets and header of a WebM file with unknown lengths', () => {
  const { head, packets } = opusIn(webm(block(packet(3, 1)), block(packet(300, 2))));
  expect([...head]).toEqual([...plainHead()]);
  expect(packets.map(({ length }) => length)).toEqual([3, 300]);
  expect(packets[1]![299]).toBe(2);
});

it('keeps the complete packets of a truncated recording', () => {
  const whole = webm(block(packet(10, 1)), block(packet(200, 2)));
  expect(opusIn(whole.subarray(0, -5)).packets.map(({ length }) => length)).toEqual([10]);
});

it('rejects files that are no WebM, have no packets, or lace several packets into one block', () => {
  expect(() => opusIn(bytes(0, 1, 2, 3))).toThrow('This is no WebM.');
  expect(() => opusIn(webm())).toThrow('The recording holds nothing.');
  expect(() => opusIn(webm(block(packet(3, 1), 0x86)))).toThrow('Laced');
});

it('computes the duration of a packet', () => {
  expect(samplesOf(bytes(0x00))).toBe(480); // SILK, 10 ms
  expect(samplesOf(bytes(0x18))).toBe(2_880); // SILK, 60 ms
  expect(samplesOf(bytes(0x68))).toBe(960); // hybrid, 20 ms
  expect(samplesOf(bytes(0x80))).toBe(120); // CELT, 2.5 ms
  expect(samplesOf(bytes(0xfc))).toBe(960); // CELT, 20 ms
  expect(samplesOf(bytes(0xfd))).toBe(1_920); // two frames
  expect(samplesOf(bytes(0xff, 0x03))).toBe(2_880); // three frames
});

it('computes the checksum of Ogg', () => {
  expect(checksum(new TextEncoder().encode('123456789'))).toBe(0x89a1897f);
});

it('writes pages with all packets unchanged, with numbers, times and flags', () => {
  const packets = [
    ...Array.from({ length: 120 }, (_, at) => packet(20 + at, at)),
    packet(255, 7),
    packet(600, 8),
  ];
  const pages = pagesOf(oggOf({ head: plainHead(), packets }, 0xfeedbeef));
  expect(pages.map(({ number }) => number)).toEqual(pages.map((_, index) => index));
  expect(new Set(pages.map(({ serial }) => serial))).toEqual(new Set([0xfeedbeef]));
  expect(pages.map(({ flags }) => flags)).toEqual([2, ...pages.slice(2).map(() => 0), 4]);
  const [head, tags, ...sound] = pages as [Page, Page, ...Page[]];
  expect([...head.packets[0]!]).toEqual([...plainHead()]);
  expect(new TextDecoder().decode(tags.packets[0]!.subarray(0, 8))).toBe('OpusTags');
  expect(sound.flatMap((page) => page.packets.map((one) => [...one]))).toEqual(
    packets.map((one) => [...one]),
  );
  expect(sound[0]!.samples).toBe(50 * 960);
  expect(sound.at(-1)!.samples).toBe(122 * 960);
});

it('starts another page before a page exceeds 255 segments', () => {
  const packets = Array.from({ length: 40 }, () => packet(255 * 9, 1));
  const pages = pagesOf(oggOf({ head: plainHead(), packets }, 1)).slice(2);
  expect(pages.map((page) => page.packets.length)).toEqual([25, 15]);
});
