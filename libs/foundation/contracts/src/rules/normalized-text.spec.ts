import fc from 'fast-check';
import { foldAccents, normalizeText, type NormalForm } from './normalized-text';

const forms: NormalForm[] = ['NFC', 'NFD', 'NFKC', 'NFKD'];
const letter = fc.constantFrom('a', 'é', 'ệ', 'ﬁ', '가', 'ᄀ', 'ᅡ', 'Σ', '🚲', 'カ', ' ');
const mark = fc.constantFrom(
  '\u0301',
  '\u0323',
  '\u0344',
  '\u034f',
  '\u3099',
  '\uff9e',
  '\uff9f',
  '\ufe0f',
  '\u0f73',
);

test.each(forms)(
  'normalizeText equals String.prototype.normalize for up to 30 marks in a row: %s',
  (form) => {
    const texts = fc.array(fc.tuple(letter, fc.array(mark, { maxLength: 10 })), { maxLength: 20 });
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.map(([first, marks]) => first + marks.join('')).join('');
        expect(normalizeText(text, form)).toBe(text.normalize(form));
      }),
    );
  },
);

test.each(forms)('normalizeText is idempotent for more than 30 marks in a row: %s', (form) => {
  const texts = fc.array(fc.tuple(letter, fc.array(mark, { maxLength: 90 })), { maxLength: 4 });
  fc.assert(
    fc.property(texts, (parts) => {
      const text = parts.map(([first, marks]) => first + marks.join('')).join('');
      const once = normalizeText(text, form);
      expect(normalizeText(once, form)).toBe(once);
      expect(once).not.toMatch(/[\p{M}\uff9e\uff9f]{31}/u);
    }),
  );
});

test.each([
  ['alternating marks', 'a' + '\u0301\u0323'.repeat(50_000)],
  ['marks and halfwidth voiced marks', 'a' + '\uff9e\u0323'.repeat(50_000)],
  ['marks that decompose to two marks', 'a' + '\u0344\u0323'.repeat(50_000)],
  ['runs just below the limit', ('a' + '\u0301\u0323'.repeat(15)).repeat(3_200)],
  ['runs that are separated only by joiners', ('\u0301\u0323'.repeat(15) + '\u034f').repeat(3_200)],
])('takes time in proportion to the text: %s', (_, text) => {
  const start = performance.now();
  for (const form of forms) normalizeText(text, form);
  foldAccents(text);
  // Without MAX_MARKS, each form would take several seconds.
  expect(performance.now() - start).toBeLessThan(5_000);
});

test('passes no run of more than 30 marks to String.prototype.normalize', () => {
  const normalize = jest.spyOn(String.prototype, 'normalize');
  normalizeText('a' + '\uff9e\u0301\u0323'.repeat(10_000), 'NFKD');
  const inputs = normalize.mock.contexts.map(String);
  normalize.mockRestore();
  expect(inputs.map(({ length }) => length)).toEqual([31]);
});
