import { textOfRtf } from './rtf';

/** RTF as Outlook stores it uncompressed ([MS-OXRTFCP] 2.1.3.1). */
function stored(rtf: string): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(0x414c454d, 8);
  return Buffer.concat([header, Buffer.from(rtf, 'latin1')]);
}

test.each([
  [932, String.raw`\'93\'fa\'96\'7b`, '日本'],
  // The second byte of a character may be an ASCII letter.
  [932, String.raw`\'83A`, 'ア'],
  [936, String.raw`\'d6\'d0`, '中'],
  [949, String.raw`\'c7\'d1`, '한'],
  [950, String.raw`\'a4\'a4`, '中'],
  [1252, String.raw`caf\'e9`, 'café'],
  [65_001, String.raw`\'c3\'a9\b t\'c3\'a9`, 'été'],
])('decodes RTF with the code page %i', (codePage, written, words) => {
  expect(textOfRtf(stored(`{\\rtf1\\ansi\\ansicpg${codePage} ${written}}`))).toBe(words);
});
