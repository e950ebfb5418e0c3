import { smsText } from './sms';
import { isTooLong, measureText } from './text-limit';

const countOf = (text: string) => {
  const { encoding, length, parts } = smsText(text);
  return [encoding, length, parts];
};

describe('an SMS', () => {
  test.each([
    ['nothing', '', ['gsm-7', 0, 1]],
    ['160 of GSM-7 in one part', 'a'.repeat(160), ['gsm-7', 160, 1]],
    ['161 in two', 'a'.repeat(161), ['gsm-7', 161, 2]],
    ['306 in two', 'a'.repeat(306), ['gsm-7', 306, 2]],
    ['307 in three', 'a'.repeat(307), ['gsm-7', 307, 3]],
    ['accents that GSM-7 has', 'àèéùìòñ¿¡ÄÖÜß', ['gsm-7', 13, 1]],
    ['a line break', 'a\nb', ['gsm-7', 3, 1]],
    ['two for each character of the extension', '€[]{}\\~^|', ['gsm-7', 18, 1]],
    ['80 euros in one part', '€'.repeat(80), ['gsm-7', 160, 1]],
    [
      'an escape that stays with its character: part one holds 152',
      'a'.repeat(152) + '€'.repeat(77),
      ['gsm-7', 306, 3],
    ],
    ['70 of UCS-2 in one part', 'ж'.repeat(70), ['ucs-2', 70, 1]],
    ['71 in two', 'ж'.repeat(71), ['ucs-2', 71, 2]],
    ['134 in two', 'ж'.repeat(134), ['ucs-2', 134, 2]],
    ['two for each emoji', '🚲🚲', ['ucs-2', 4, 1]],
    ['a surrogate pair in one part', 'ж'.repeat(66) + '🚲🚲🚲', ['ucs-2', 72, 2]],
    ['all of it by one character outside GSM-7: ç is not Ç', 'ç' + 'a'.repeat(70), ['ucs-2', 71, 2]],
    ['a euro as one in UCS-2', '€ж', ['ucs-2', 2, 1]],
  ])('counts %s', (_, text, count) => expect(countOf(text)).toEqual(count));

  test('names the first character that makes its parts shorter', () => {
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
