import fc from 'fast-check';
import { parseJson } from './json';

const parse = (text: string) => parseJson(Buffer.from(text));
/** Placeholder for a long number in the JSON text. */
const MARK = '§';
const digits = fc
  .tuple(fc.constantFrom('', '-'), fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{15,30}$/))
  .map(([sign, first, rest]) => `${sign}${first}${rest}`);

test('turns whole numbers too long for JavaScript into strings of their digits, and changes nothing else', () => {
  const tricky = fc.constantFrom(
    '"',
    '\\',
    '\\"',
    ': 1234567890123456',
    '[1234567890123456,',
    '\n',
    'é',
    '🚲',
  );
  const parts = fc.array(fc.oneof(tricky, fc.string(), digits), { maxLength: 6 });
  const word = parts.map((some) => some.join('')).filter((text) => !text.includes(MARK));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      word,
      digits.map((id) => MARK + id),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -9e14, max: 9e14 }),
      fc.constantFrom(true, false, null),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(word, tie('value'), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1), (made, space) => {
      const marked = JSON.stringify(made, null, space);
      const written = marked.replaceAll(/"§(-?\d+)"/g, '$1');
      expect(parse(written)).toEqual(JSON.parse(marked.replaceAll(MARK, '')));
    }),
    { numRuns: 2_000 },
  );
});

test.each<[string, unknown]>([
  ['{"id":1234567890123456789}', { id: '1234567890123456789' }],
  ['{"id": -1234567890123456789 }', { id: '-1234567890123456789' }],
  ['[1234567890123456789,2]', ['1234567890123456789', 2]],
  ['1234567890123456789', '1234567890123456789'],
  ['{"at":17.12345678901234567890123}', { at: Number('17.12345678901234567890123') }],
  ['[1234567890123456789e3]', [1.2345678901234568e21]],
  ['{"a":1,"a":1234567890123456789}', { a: '1234567890123456789' }],
  ['\ufeff{"a":1}', { a: 1 }],
])('parses %s and turns only long whole numbers into strings', (text, wanted) =>
  expect(parse(text)).toEqual(wanted),
);

test.each(['', '{', '{"a":1234567890123456789', '"1234567890123456789', '01234567890123456789', '{"a":"\\"'])(
  'rejects invalid JSON: %j',
  (text) => expect(() => parse(text)).toThrow(SyntaxError),
);

test('parses a long text of many quotes unchanged', () => {
  const said = '"'.repeat(300_000);
  const text = JSON.stringify({ said }).replace('{', '{"id":1234567890123456789,');
  expect(parse(text)).toEqual({ id: '1234567890123456789', said });
});
