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
])('%s', (text, expected) => expect(told(text)).toBe(expected));

test('a bare www address leads to https', () => {
  expect(partsOf('www.example.com')).toEqual([{ text: 'www.example.com', href: 'https://www.example.com' }]);
});
