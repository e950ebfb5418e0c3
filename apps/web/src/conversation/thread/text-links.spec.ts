import { partsOf } from './text-links';

const told = (text: string) =>
  partsOf(text)
    .map((part) => (part.href === null ? part.text : `<${part.text}>`))
    .join('');

test.each([
  ['no address', 'no address'],
  ['see https://example.com/a?b=1.', 'see <https://example.com/a?b=1>.'],
  ['(www.example.com)', '(<www.example.com>)'],
  ['http://a.example and HTTPS://b.example', '<http://a.example> and <HTTPS://b.example>'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['http://', 'http://'],
])('finds the links in the text: %s', (text, expected) => expect(told(text)).toBe(expected));

test('links a www address without a protocol to https', () => {
  expect(partsOf('www.example.com')).toEqual([{ text: 'www.example.com', href: 'https://www.example.com' }]);
});

it.each([
  ['Call +34 612 345 678 today', '+34 612 345 678', 'tel:%2B34612345678'],
  ['0034612345678', '0034612345678', 'tel:%2B34612345678'],
  ['(+31 20-555 01 01).', '+31 20-555 01 01', 'tel:%2B31205550101'],
])('links a phone number by the organisation’s pattern: %s', (text, number, href) => {
  const parts = partsOf(text, 'tel:{number}');
  expect(parts.find((part) => part.href !== null)).toEqual({ text: number, href });
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(partsOf(text).every((part) => part.href === null)).toBe(true);
});

it.each(['Order 612345678', 'a+34612345678', 'from 2026-11-14 10:00', '+34 61', '+3461234567890123456'])(
  'finds no phone number to link in: %s',
  (text) => expect(partsOf(text, 'tel:{number}')).toEqual([{ text, href: null }]),
);
