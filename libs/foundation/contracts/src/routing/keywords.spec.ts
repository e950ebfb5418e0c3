import fc from 'fast-check';
import { RE2JS } from 're2js';
import { foldedText } from './folded-text';
import { compileKeywords, JudgedText, type PatternError } from './keywords';
import { compileLinear } from './linear-patterns';
import { sizeBoundOf } from './pattern-size';
import type { KeywordKind, KeywordMatch } from '../events/smart-route.events';

const find = (
  text: string,
  words: string[],
  by: KeywordKind = 'word',
  match: KeywordMatch = 'any',
): string[] | null =>
  compileKeywords(
    { words, by, match },
    compileLinear,
  )(new JudgedText(text))?.map(({ start, end }) => text.slice(start, end)) ?? null;

/** Keywords with texts that contain them as a word and texts that do not. */
const words: [script: string, keyword: string, found: string[], missed: string[]][] = [
  [
    'Latin',
    'refund',
    [
      'refund',
      'A refund?',
      'REFUND!',
      'my (refund)',
      'refund, please',
      'Ｒｅｆｕｎｄ',
      're\u00adfund',
      '"refund"',
    ],
    ['refunds', 'prefund', 'refund2', 'refund_now', 're fund', '', ' ', 'refünder'],
  ],
  ['Latin', 'hi', ['hi', 'Hi!', 'oh hi there', 'HI'], ['this', 'China', 'hit', 'h i', 'hi5']],
  [
    'Latin',
    'café',
    ['café', 'cafe', 'CAFÉ', 'cafe\u0301', 'the café.', 'Cafè'],
    ['cafés', 'cafeteria', 'decaf', 'caf'],
  ],
  ['Latin', 'ano', ['ano', 'año', 'AÑO nuevo'], ['anotar', 'mano']],
  ['Latin', 'straße', ['Straße', 'STRASSE', 'strasse', 'STRAẞE'], ['Straßenbahn', 'strase']],
  ['Latin', 'naïve', ['naive', 'NAÏVE', 'naïve'], ['naively', 'native']],
  ['Latin', 'istanbul', ['İstanbul', 'ISTANBUL', 'istanbul'], ['istanbullu']],
  ['Latin', 'tiếng việt', ['Tiếng Việt', 'TIENG VIET', 'tieng  viet', 'tiếng\nviệt'], ['tiengviet', 'tiếng']],
  [
    'Latin',
    'money back, please',
    ['Money back, please!', 'MONEY  BACK, PLEASE'],
    ['money back please', 'money back'],
  ],
  ['Latin', 'file', ['ﬁle', 'FILE'], ['files', 'profile']],
  ['Latin', 'c++', ['c++', 'I write C++.', 'c++ or not'], ['c', 'abc++']],
  ['Greek', 'οδός', ['οδός', 'ΟΔΟΣ', 'οδος', 'Οδός 5', 'οδόσ'], ['περίοδος', 'οδοί']],
  ['Greek', 'επιστροφή', ['επιστροφη', 'ΕΠΙΣΤΡΟΦΗ', 'Επιστροφή χρημάτων'], ['επιστροφής', 'στροφή']],
  ['Cyrillic', 'мой', ['мой', 'МОЙ заказ', 'мои\u0306', 'где мой?'], ['мои', 'мойка', 'немой', 'МОИ']],
  ['Cyrillic', 'возврат', ['Возврат', 'ВОЗВРАТ денег', 'возврат.'], ['возврата', 'невозврат']],
  ['Cyrillic', 'ёлка', ['ёлка', 'ЁЛКА', 'е\u0308лка'], ['елка', 'ёлкам']],
  ['Arabic', 'كتاب', ['كتاب', 'كِتَاب', 'كتـــاب', 'هذا كتاب جديد', 'كِتابٌ'], ['كتابي', 'الكتاب', 'مكتب']],
  ['Arabic', 'رحمن', ['رحمٰن', 'رَحْمَن', 'رحمن'], ['رحمنا', 'الرحمن']],
  ['Hebrew', 'החזר', ['החזר', 'רוצה החזר!', 'החזר כספי'], ['החזרים', 'בהחזר']],
  ['Devanagari', 'वापसी', ['वापसी', 'मुझे वापसी चाहिए', 'वापसी।'], ['वापसीयाँ', 'अवापसी']],
  ['Bengali', 'ফেরত', ['ফেরত', 'আমি ফেরত চাই'], ['ফেরতের', 'অফেরত']],
  ['Tamil', 'பணம்', ['பணம்', 'என் பணம் எங்கே'], ['பணம்தான்']],
  ['Armenian', 'գումար', ['գումար', 'ԳՈՒՄԱՐ', 'իմ գումար'], ['գումարը']],
  ['Georgian', 'ფული', ['ფული', 'ჩემი ფული'], ['ფულის', 'უფული']],
  [
    'Hangul',
    '환불',
    ['환불', '환불 요청', '환불!', '\u1112\u116a\u11ab\u1107\u116e\u11af'],
    ['환불해', '재환불'],
  ],
  ['Han', '退款', ['退款', '我要退款', '退款可以吗', '請退款。', '退款refund'], ['退', '款退', '退 款']],
  ['Han', '北京', ['北京', '在北京市', '北京2024'], ['北', '东京']],
  ['Hiragana', 'ありがとう', ['ありがとう', 'どうもありがとうございます'], ['ありが', 'がとう']],
  ['Katakana', 'キャンセル', ['キャンセル', '注文キャンセルしたい', 'ｷｬﾝｾﾙ'], ['キャン', 'セル']],
  ['Thai', 'คืนเงิน', ['คืนเงิน', 'ขอคืนเงินครับ', 'คืนเงินได้ไหม'], ['คืน', 'เงิน']],
  ['Lao', 'ເງິນ', ['ເງິນ', 'ຄືນເງິນແດ່'], ['ເງ']],
  ['Khmer', 'ប្រាក់', ['ប្រាក់', 'សងប្រាក់វិញ'], ['ប្រា']],
  ['Myanmar', 'ငွေ', ['ငွေ', 'ငွေပြန်အမ်း'], ['ပြန်']],
  ['emoji', '❤️', ['❤️', '❤', 'love ❤️!', 'a❤b'], ['💔', 'heart']],
  ['emoji', '👍', ['👍', 'ok👍', '👍🏽', '👍👍'], ['👎', 'thumb']],
  ['Latin beside Han', 'refund', ['我要refund', 'refund可以吗', 'refundありがとう'], ['我要refunds']],
  ['Ethiopic', 'ገንዘብ', ['ገንዘብ', 'የእኔ ገንዘብ'], ['ገንዘቤ', 'ገንዘብህ']],
  ['Latin', 'order 66', ['order 66', 'ORDER\t66', 'my order 66!'], ['order 667', 'reorder 66', 'order66']],
  ['Latin', 'żółw', ['żółw', 'ŻÓŁW', 'zołw'], ['żółwie', 'żółwia']],
  ['Latin', 'œuvre', ['œuvre', 'ŒUVRE'], ['œuvres', 'manœuvre']],
  ['Greek', 'όχι', ['όχι', 'ΟΧΙ', 'οχι', 'Όχι!'], ['όχιες']],
  ['Hebrew', 'לא', ['לא', 'לא!', 'זה לא טוב'], ['לאן', 'הלא']],
];

const cases = words.flatMap(([script, keyword, found, missed]) => [
  ...found.map((text) => [script, keyword, true, text] as const),
  ...missed.map((text) => [script, keyword, false, text] as const),
]);

test('the table has at least two hundred cases in at least twelve scripts', () => {
  expect(cases.length).toBeGreaterThanOrEqual(200);
  expect(new Set(words.map(([script]) => script)).size).toBeGreaterThanOrEqual(12);
});

test.each(cases)('%s: searching the word “%s” returns %s for “%s”', (_script, keyword, isFound, text) => {
  expect(find(text, [keyword]) !== null).toBe(isFound);
});

test('returns hits in the spelling of the original text', () => {
  expect(find('My  CAFÉ, please', ['café'])).toEqual(['CAFÉ']);
  expect(find('cafe\u0301 au lait', ['cafe'])).toEqual(['cafe\u0301']);
  expect(find('die STRASSE', ['straße'])).toEqual(['STRASSE']);
  expect(find('die Straße', ['strasse'])).toEqual(['Straße']);
  expect(find('👩‍👧 hi 👍🏽', ['👍'])).toEqual(['👍']);
  expect(find('money   back', ['money back'])).toEqual(['money   back']);
});

test('requires at least one keyword or all keywords, as the rule states', () => {
  expect(find('refund my order', ['order', 'refund'])).toEqual(['order']);
  expect(find('refund my order', ['refund', 'order'], 'word', 'all')).toEqual(['refund', 'order']);
  expect(find('refund it', ['refund', 'order'], 'word', 'all')).toBeNull();
});

test('"contains" matches within words, and "exact" only the whole text', () => {
  expect(find('this', ['hi'], 'contains')).toEqual(['hi']);
  expect(find('STOP', ['stop'], 'exact')).toEqual(['STOP']);
  expect(find(' stop ', ['stop'], 'exact')).toEqual([' stop ']);
  expect(find('stop it', ['stop'], 'exact')).toBeNull();
});

test('a keyword without visible characters matches nothing', () => {
  for (const by of ['word', 'contains', 'exact'] as const)
    expect(find('anything', ['\u200b'], by)).toBeNull();
});

test('a regular expression is matched with the original text, ignoring case', () => {
  expect(find('Order AB-1234 is late', ['[a-z]{2}-\\d{4}'], 'regex')).toEqual(['AB-1234']);
  expect(find('no order', ['\\d+'], 'regex')).toBeNull();
});

test('runs a regular expression in linear time that backtracks catastrophically in other engines', () => {
  expect(find(`${'a'.repeat(5_000)}!`, ['^(a+)+$'], 'regex')).toBeNull();
});

test.each([
  ['a(?=b)', 'lookaround', 2],
  ['(?<!a)b', 'lookaround', 1],
  ['(a)\\1', 'backreference', 4],
  ['(a', 'invalid', null],
  ['a{2', null, null],
  ['a'.repeat(501), 'too_long', null],
  ['(?:x{0,1000})'.repeat(35), 'too_complex', null],
  ['((x{10}){10}){10}', 'too_complex', null],
  ['(?:[a-z]{1,20} ?){1,10}', null, null],
])('compiles %s with the error %s at %s', (pattern, reason, at) => {
  const compile = () => compileLinear(pattern);
  if (reason === null) expect(compile).not.toThrow();
  else expect(compile).toThrow(expect.objectContaining({ reason, at }) as PatternError);
});

function isPattern(written: string): boolean {
  try {
    return Boolean(RE2JS.compile(written));
  } catch {
    return false;
  }
}

test('never underestimates the size of a compiled pattern', () => {
  const leaf = fc.constantFrom('a', 'é', '.', '[a-z]', '\\d', '\\pL', '[^]x]', '\\b', '^', 'ß', 'k');
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => a + b),
      fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`),
      fc
        .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '*?', '{3}', '{0,7}', '{2,}', '{1,12}'))
        .map(([a, times]) => `(${a})${times}`),
    ),
  }));
  fc.assert(
    fc.property(pattern, (written) => {
      // RE2 refuses nested repetitions of more than 1,000 copies.
      fc.pre(sizeBoundOf(written) < 20_000 && isPattern(written));
      expect(RE2JS.compile(written, RE2JS.CASE_INSENSITIVE).programSize()).toBeLessThanOrEqual(
        sizeBoundOf(written),
      );
    }),
    { numRuns: 1_000 },
  );
});

test('stops searching a message when its steps are used up', () => {
  let searched = 0;
  const search = compileKeywords({ words: ['.{0,90}y'], by: 'regex', match: 'any' }, () => () => {
    searched++;
    return null;
  });
  const text = new JudgedText('x'.repeat(30_000));
  for (let rule = 0; rule < 1_000; rule++) search(text);
  expect(searched).toBe(Math.floor(20_000_000 / (20_000 * sizeBoundOf('.{0,90}y'))));
  search(new JudgedText('x'));
  expect(searched).toBeGreaterThan(1);
});

test('finds the last of 200 rules of ten words in the longest message', () => {
  const never: string[] = Array.from({ length: 10 }, (_, word) => `absent${word}`);
  const absent = compileKeywords({ words: never, by: 'word', match: 'any' }, () => () => null);
  const last = compileKeywords({ words: ['refund'], by: 'word', match: 'any' }, () => () => null);
  const text = new JudgedText(`${'x '.repeat(9_990)} refund`);
  for (let rule = 0; rule < 200; rule++) expect(absent(text)).toBeNull();
  expect(last(text)).toHaveLength(1);
});

test('stops testing the edges of a word that occurs within other words too often', () => {
  const search = compileKeywords({ words: ['a'], by: 'word', match: 'any' }, () => () => null);
  const text = new JudgedText('a'.repeat(20_000));
  for (let rule = 0; rule < 40; rule++) search(text);
  expect(text.isSpent).toBe(true);
});

test('folding is idempotent and keeps the offsets of the original', () => {
  for (const [, keyword, found, missed] of words) {
    for (const text of [keyword, ...found, ...missed]) {
      const { text: folded, starts, ends } = foldedText(text);
      expect(foldedText(folded).text).toBe(folded);
      expect([starts.length, ends.length]).toEqual([folded.length, folded.length]);
      expect(starts.every((start, index) => start < ends[index]! && ends[index]! <= text.length)).toBe(true);
    }
  }
});
