import { htmlOfWords, htmlToSend, quotable } from './written-html';

test('puts the signature below the text, and keeps the lines of plain text', () => {
  expect(htmlToSend('<p>Hi</p>', { signature: '<b>Tom</b>', files: [] })).toBe(
    '<p>Hi</p><div><b>Tom</b></div>',
  );
  expect(htmlOfWords('a < b\nc\n\nd')).toBe('<p>a &lt; b<br>c</p><p>d</p>');
  expect(htmlOfWords('')).toBe('');
});

test('refers to pasted pictures by the ids of their files, and drops pictures whose files were removed', () => {
  const html = '<p>a<img src="blob:x" data-asset="1-a" alt="">b</p>';
  expect(htmlToSend(html, { files: ['1-a'] })).toBe('<p>a<img src="cid:1-a">b</p>');
  expect(htmlToSend(html, { files: [] })).toBe('<p>ab</p>');
});

test('removes pictures that Parley serves from a quote and unfolds folded parts', () => {
  const shown = '<p>a<img src="/api/x"></p><details class="quoted"><summary>•••</summary><p>b</p></details>';
  expect(quotable(shown)).toBe('<p>a</p><div><p>b</p></div>');
});
