import { expectCheap, hostileTexts } from '@parley/testing/hostile-inputs';
import { inspectFile, servedType } from './inspect-file';

function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), header]);
}

function jpeg(width: number, height: number): Buffer {
  const app = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8', 'hex'), app, frame, Buffer.alloc(64)]);
}

function gif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.alloc(16)]);
}

function webp(width: number, height: number): Buffer {
  const size = Buffer.alloc(6);
  size.writeUIntLE(width - 1, 0, 3);
  size.writeUIntLE(height - 1, 3, 3);
  const chunk = Buffer.concat([Buffer.from('VP8X'), Buffer.from('0a00000000000000', 'hex'), size]);
  return Buffer.concat([
    Buffer.from('RIFF'),
    Buffer.from([30, 0, 0, 0]),
    Buffer.from('WEBP'),
    chunk,
    Buffer.alloc(16),
  ]);
}

function bmp(width: number, height: number): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM', 0, 'latin1');
  header.writeUInt32LE(54, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeUInt32LE(width, 18);
  header.writeUInt32LE(height, 22);
  return header;
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

function avif(width: number, height: number): Buffer {
  const size = Buffer.alloc(12);
  size.writeUInt32BE(width, 4);
  size.writeUInt32BE(height, 8);
  const properties = box('iprp', box('ipco', box('ispe', size)));
  const meta = box('meta', Buffer.alloc(4), properties);
  return Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1')), meta]);
}

const makers = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': webp,
  'image/bmp': bmp,
  'image/avif': avif,
};

describe.each(Object.entries(makers))('%s', (type, make) => {
  test('an image is accepted in an ordinary size and refused with 30,000 × 30,000 or 16,000 × 16,000 pixels', () => {
    expect(inspectFile(make(4_000, 3_000), type)).toBeNull();
    expect(inspectFile(make(4_000, 3_000), `${type.toUpperCase()}; q=1`)).toBeNull();
    const most = type === 'image/webp' ? 16_000 : 30_000;
    expect(inspectFile(make(most, most), type)).toBe('pixels');
    expect(inspectFile(make(16_000, 16_000), type)).toBe('pixels');
  });

  test('a file is refused if its content is of another type', () => {
    for (const other of ['<html><script>alert(1)</script>', 'MZ\u0090\u0000', '%PDF-1.7', 'a picture', '']) {
      expect(inspectFile(Buffer.from(other, 'latin1'), type)).toBe('type');
    }
    const another = type === 'image/png' ? gif(10, 10) : png(10, 10);
    expect(inspectFile(another, type)).toBe('type');
    // The content has the first bytes of the type and nothing else.
    expect(inspectFile(Buffer.from(new Uint8Array(make(10, 10).subarray(0, 8)).buffer), type)).toBe('type');
  });
});

test('refuses audio and video whose content is clearly another type', () => {
  expect(inspectFile(Buffer.from('OggS\u0000\u0002'), 'audio/ogg; codecs=opus')).toBeNull();
  expect(inspectFile(Buffer.from('#!AMR\n'), 'audio/amr')).toBeNull();
  expect(inspectFile(Buffer.from('0000001c667479706d703432', 'hex'), 'video/mp4')).toBeNull();
  expect(inspectFile(Buffer.from('fffb9064', 'hex'), 'audio/mpeg')).toBeNull();
  for (const other of ['<!doctype html>', '%PDF-1.7', '#!/bin/sh']) {
    expect(inspectFile(Buffer.from(other), 'audio/ogg')).toBe('type');
    expect(inspectFile(Buffer.from(other), 'video/mp4')).toBe('type');
  }
});

test('accepts types that browsers only save, without a check', () => {
  for (const type of ['application/pdf', 'text/plain', 'application/octet-stream', '', 'nonsense']) {
    expect(inspectFile(Buffer.from('anything'), type)).toBeNull();
  }
});

test('stores a fetched file under its real type, or as application/octet-stream if it may not be shown', () => {
  expect(servedType(jpeg(10, 10), 'image/jpeg')).toBe('image/jpeg');
  expect(servedType(png(10, 10), 'image/jpeg')).toBe('image/png');
  expect(servedType(png(30_000, 30_000), 'image/jpeg')).toBe('application/octet-stream');
  expect(servedType(png(30_000, 30_000), 'image/png')).toBe('application/octet-stream');
  expect(servedType(Buffer.from('<svg onload="alert(1)">'), 'image/png')).toBe('application/octet-stream');
  expect(servedType(Buffer.from('anything'), 'application/pdf')).toBe('application/pdf');
});

describe('a hostile image of 8 MB', () => {
  const LENGTH = 8 * 1024 * 1024;
  const filled = (...heads: Buffer[]) => Buffer.concat([...heads, Buffer.alloc(LENGTH)], LENGTH);
  const ftyp = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1'));
  const ispe = box('ispe', Buffer.from('000000000000000100000001', 'hex'));
  const sizes = (count: number) =>
    Buffer.concat([
      ftyp,
      box('meta', Buffer.alloc(4), box('iprp', box('ipco', Buffer.concat(Array<Buffer>(count).fill(ispe))))),
    ]);
  const jpegOf = (hex: string) => filled(Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(LENGTH, hex, 'hex'));
  const unclosed = `<${'\0'.repeat(3)}ftypavif<svg "${' width='.repeat(LENGTH / 8)}`;

  test.each([
    ['JPEG of zeros', 'image/jpeg', jpegOf('00'), 'type'],
    ['JPEG of fill bytes', 'image/jpeg', jpegOf('ff'), 'type'],
    ['JPEG of empty markers', 'image/jpeg', jpegOf('ff00'), 'type'],
    ['JPEG of empty segments', 'image/jpeg', jpegOf('ffe00002'), 'type'],
    ['AVIF with 400,000 sizes', 'image/avif', sizes(400_000), 'type'],
    ['AVIF with 3,000 sizes', 'image/avif', filled(sizes(3_000)), 'type'],
    ['AVIF that continues as SVG', 'image/avif', filled(Buffer.from(unclosed)), 'type'],
    ['WebP without a chunk', 'image/webp', filled(Buffer.from('RIFF\0\0\0\0WEBP<svg "')), 'type'],
    ['PNG without a header', 'image/png', filled(png(1, 1).subarray(0, 8)), 'type'],
  ])('a hostile image is refused in constant time: %s', (_, type, body, fault) => {
    expectCheap(() => expect(inspectFile(body, type)).toBe(fault), type);
    expectCheap(() => expect(servedType(body, type)).toBe('application/octet-stream'), type);
  });

  test('an image is inspected in constant time with any content after its first bytes', () => {
    for (const [type, make] of Object.entries(makers)) {
      const head = make(10, 10).subarray(0, 24).toString('latin1');
      for (const text of hostileTexts(
        ['\0', '\xff', '\0\0\0\x14ispe', 'clap', '\xff\xe1\0\x02'],
        LENGTH / 4,
      )) {
        expectCheap((body) => inspectFile(Buffer.from(head + body, 'latin1'), type), text);
      }
    }
  });
});

test('finds the size of a JPEG behind 3 MB of metadata, stray bytes and fill bytes', () => {
  const [start, rest] = [jpeg(30_000, 30_000).subarray(0, 2), jpeg(30_000, 30_000).subarray(2)];
  const metadata = Buffer.alloc(65_535 + 2, 1);
  metadata.writeUInt32BE(0xffe1ffff, 0);
  const body = Buffer.concat([
    start,
    ...Array<Buffer>(48).fill(metadata),
    Buffer.from('0102ffff', 'hex'),
    rest,
  ]);
  expect(inspectFile(body, 'image/jpeg')).toBe('pixels');
});
