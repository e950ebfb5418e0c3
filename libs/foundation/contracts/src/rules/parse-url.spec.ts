import { expectCheap } from '@parley/testing/hostile-inputs';
import { MAX_ORIGIN_LENGTH, MAX_URL_LENGTH, parseUrl } from './parse-url';

const marks = '\u0301\u0323'.repeat(50_000);
const encodedMarks = '%CC%81%CC%A3'.repeat(50_000);

test.each([
  ['in the host', `https://a${marks}.example/`],
  ['percent-encoded in the host', `https://a${encodedMarks}.example/`],
  ['in a host without slashes', `https:a${marks}.example`],
  ['after backslashes', `https:\\\\a${marks}.example/`],
  ['in the credentials', `https://a${marks}@b.example/`],
  ['in the host of a blob URL', `blob:https://a${marks}.example/`],
  ['in the path', `https://a.example/${marks}`],
])('refuses a URL with too many combining marks %s', (_place, text) => {
  expectCheap(() => expect(parseUrl(text)).toBeNull(), text);
});

const host = `a${'\u0301\u0323'.repeat(MAX_ORIGIN_LENGTH)}.example`;

test.each([
  ['after the scheme', `https://${host}/`],
  ['without slashes', `https:${host}/`],
  ['after line breaks and tabs', `ht\ntps:/\t/\r\n/${host}/`],
  ['after backslashes', `https:\\/${host}\\`],
  ['after many slashes', `https:////${host}/`],
  ['before the query', `https://${host}?a`],
  ['before the fragment', `https://${host}#a`],
])('passes no long host to `new URL`: %s', (_place, text) => {
  const parser = jest.spyOn(globalThis, 'URL');
  expect(parseUrl(text)).toBeNull();
  expect(parseUrl(text.slice(text.indexOf(':') + 1), 'https://a.example/')).toBeNull();
  expect(parser).not.toHaveBeenCalled();
  parser.mockRestore();
});

test.each([
  ['https://a.example', 'https://a.example/'],
  ['https://bücher.example/ü?q=é#f', 'https://xn--bcher-kva.example/%C3%BC?q=%C3%A9#f'],
  [`https://a.example/${'x'.repeat(3_000)}`, `https://a.example/${'x'.repeat(3_000)}`],
  [`https://a.example?q=${'x'.repeat(3_000)}`, `https://a.example/?q=${'x'.repeat(3_000)}`],
  ['mailto:ann@b.example', 'mailto:ann@b.example'],
])('parses a URL within the limits (%#)', (text, href) => {
  expect(parseUrl(text)?.href).toBe(href);
});

test('parses letters outside ASCII also after many calls', () => {
  const reads = Array.from({ length: 50_000 }, () => parseUrl('https://bücher.example/'));
  expect(reads.filter((url) => url === null)).toEqual([]);
});

test('resolves the target of a redirect', () => {
  expect(parseUrl('/b?c', 'https://a.example/d')?.href).toBe('https://a.example/b?c');
});

test.each(['', 'a', 'https://', 'https://%', '//a.example'])('returns null for %p', (text) => {
  expect(parseUrl(text)).toBeNull();
});

test('parses a URL of the maximum length and refuses a longer one', () => {
  const longest = 'https://a.example/'.padEnd(MAX_URL_LENGTH, 'x');
  expect(parseUrl(longest)?.href).toHaveLength(MAX_URL_LENGTH);
  expect(parseUrl(`${longest}x`)).toBeNull();
});
