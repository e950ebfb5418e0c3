import { TextDecoder } from 'node:util';

const encodings = new Map([
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [20_127, 'windows-1252'],
  [28_591, 'windows-1252'],
  [50_220, 'iso-2022-jp'],
  [51_949, 'euc-kr'],
  [54_936, 'gb18030'],
  [65_001, 'utf-8'],
]);

/** One decoder per encoding: creating one takes far longer than decoding a short text. */
const decoders = new Map<string, TextDecoder>();

/** Decodes bytes by the number of a Windows code page; unknown numbers are treated as Western European. */
export function decoded(bytes: Uint8Array, codePage: number): string {
  const isWindows = codePage >= 1250 && codePage <= 1258;
  const name = encodings.get(codePage) ?? `windows-${isWindows ? codePage : 1252}`;
  const decoder = decoders.get(name) ?? new TextDecoder(name);
  decoders.set(name, decoder);
  return decoder.decode(bytes);
}
