import fc from 'fast-check';
import { keepable, keepableName } from './plain-text';

const odd = fc.constantFrom(
  ...['\0', '\u0007', '\t', '\n', '\r', '\v', '\f', '\u007f', '\u0085', '\u009f', '\u00a0', ' ', '  '],
  ...['\u1680', '\u2000', '\u2028', '\u2029', '\u202a', '\u202d', '\u202e', '\u202f', '\u205f', '\u2066'],
  ...['\u2069', '\u3000', '\ufeff', '\ud800', '\udc00', '🚲', 'é', 'ابن'],
);
const words = fc.oneof(odd, fc.string({ unit: 'binary' }));
const texts = fc.array(words, { maxLength: 8 }).map((parts) => parts.join(''));

// `keepable` and `keepableName` without their first check, which skips most texts.
const kept = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\v\f\u0085]/g, '\n')
    .replaceAll('\0', '\ufffd')
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replace(/[\u202d\u202e]/g, '');
const named = (text: string) =>
  kept(text)
    .replace(/\s+/g, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();

test('keepable and keepableName give the same result with and without their first check', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(keepable(text)).toBe(kept(text));
      expect(keepableName(text)).toBe(named(text));
    }),
    { numRuns: 5_000 },
  );
});
