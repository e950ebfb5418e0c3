import { smsText } from './sms';
import { isTooLong, measureText } from './text-limit';

const countOf = (text: string) => {
  const { encoding, length, parts } = smsText(text);
  return [encoding, length, parts];
};

describe('an SMS', () => {
  test.each([
    ['an empty text', '', ['gsm-7', 0, 1]],
    ['160 GSM-7 characters as one part', 'a'.repeat(160), ['gsm-7', 160, 1]],
    ['161 GSM-7 characters as two parts', 'a'.repeat(161), ['gsm-7', 161, 2]],
    ['306 GSM-7 characters as two parts', 'a'.repeat(306), ['gsm-7', 306, 2]],
    ['307 GSM-7 characters as three parts', 'a'.repeat(307), ['gsm-7', 307, 3]],
    ['accented letters of GSM-7 as one character each', 'àèéùìòñ¿¡ÄÖÜß', ['gsm-7', 13, 1]],
    ['a line break as one character', 'a\nb', ['gsm-7', 3, 1]],
    ['characters of the GSM-7 extension twice', '€[]{}\\~^|', ['gsm-7', 18, 1]],
    ['80 euro signs as one part', '€'.repeat(80), ['gsm-7', 160, 1]],
    [
      'an escape in the same part as its character, so that the first part has 152',
      'a'.repeat(152) + '€'.repeat(77),
      ['gsm-7', 306, 3],
    ],
    ['70 UCS-2 characters as one part', 'ж'.repeat(70), ['ucs-2', 70, 1]],
    ['71 UCS-2 characters as two parts', 'ж'.repeat(71), ['ucs-2', 71, 2]],
    ['134 UCS-2 characters as two parts', 'ж'.repeat(134), ['ucs-2', 134, 2]],
    ['an emoji as two characters', '🚲🚲', ['ucs-2', 4, 1]],
    ['a surrogate pair within one part', 'ж'.repeat(66) + '🚲🚲🚲', ['ucs-2', 72, 2]],
    [
      'a text as UCS-2 if one character is outside GSM-7, such as ç but not Ç',
      'ç' + 'a'.repeat(70),
      ['ucs-2', 71, 2],
    ],
    ['a euro sign in UCS-2 as one character', '€ж', ['ucs-2', 2, 1]],
  ])('counts %s', (_, text, count) => expect(countOf(text)).toEqual(count));

  test('returns the first character that makes the parts of an SMS shorter', () => {
    expect(smsText('one ☕ two 🚲').culprit).toBe('☕');
    expect(smsText('plain').culprit).toBeNull();
  });
});

test.each([
  ['sms', 'a'.repeat(1530), 0],
  ['sms', 'a'.repeat(1531), 1],
  ['sms', 'ж'.repeat(670), 0],
  ['sms', 'ж'.repeat(671), 1],
  ['sms', '€'.repeat(765), 1],
  ['whatsapp', 'a'.repeat(4096), 0],
  ['whatsapp', 'a'.repeat(4097), 1],
  ['whatsapp', '🚲'.repeat(2049), 2],
  ['messenger', 'a'.repeat(20_001), 1],
  ['direct_messages', 'a'.repeat(10_001), 1],
  ['instagram', 'é'.repeat(500), 0],
  ['instagram', 'é'.repeat(501), 2],
  ['web', 'é'.repeat(1000), 0],
] as const)('measures by how much a text exceeds the limit of %s', (platform, text, over) => {
  expect(measureText({ platform }, text).over).toBe(over);
  expect(isTooLong({ platform }, text)).toBe(over > 0);
});
