import { textOfHtml } from './text-of-html';

test.each([
  ['<p>Hello</p><p>you &amp; me</p>', 'Hello\nyou & me'],
  ['a<br>b<br/>c<BR />d', 'a\nb\nc\nd'],
  ['<style>p { color: red }</style>Hello<SCRIPT>alert("<p>")</SCRIPT>', 'Hello'],
  ['<title>News</title><!-- > hidden -->Hello<!-- open', 'Hello'],
  ['&lt;b&gt;&#169;&#xA9;&nbsp;&quot;&amp;lt;', '<b>©© "&lt;'],
  ['1 < 2 and 3 <4', '1 < 2 and 3 <4'],
  ['<p>a</p>\n\n<p>b</p>\n \n<p>c</p>', 'a\n\nb\n\nc'],
  ['&#0;&#1114112;', '&#0;&#1114112;'],
  ['Hello <a href="x', 'Hello'],
])('reads %j', (html, text) => expect(textOfHtml(html)).toBe(text));

test('reads unclosed style elements in one pass', () => {
  expect(textOfHtml(`Hello${'<style>'.repeat(71_000)}`)).toBe('Hello');
});
