import { sanitizeSignature } from './sanitize-signature';

test('sanitizing keeps text, links, lists and images', () => {
  const html =
    '<p>Kind regards,<br /><strong>Ana</strong> · <em>Harbour Bikes</em></p>' +
    '<p><a href="https://harbour.example" rel="noopener noreferrer" target="_blank">harbour.example</a></p>' +
    '<ul><li><p>Mon–Fri</p></li></ul><p style="text-align:center"><u>Quay 7</u></p>' +
    '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Logo" />';
  expect(sanitizeSignature(html)).toBe(html);
});

test.each([
  ['a script', '<script>alert(1)</script>Ana'],
  ['an event handler', '<p onclick="alert(1)">Ana</p>'],
  ['an event handler of a picture', '<img src=x onerror=alert(1)>Ana'],
  ['a link with a script', '<a href="javascript:alert(1)">Ana</a>'],
  ['a link with an encoded script', '<a href="java&#x09;script:alert(1)">Ana</a>'],
  ['an SVG', '<svg onload=alert(1)><script>alert(1)</script></svg>Ana'],
  ['an SVG in a data URL', '<img src="data:image/svg+xml;base64,PHN2Zz4=">Ana'],
  ['a page in a data URL', '<a href="data:text/html,<script>alert(1)</script>">Ana</a>'],
  ['a frame', '<iframe src="https://evil.example"></iframe>Ana'],
  ['a form', '<form action="https://evil.example"><input name="password"></form>Ana'],
  ['a style sheet', '<style>* { display: none }</style>Ana'],
  ['an element that covers the page', '<div style="position:fixed;inset:0;z-index:9">Ana</div>'],
  ['a style that fetches a URL', '<p style="background:url(https://evil.example/x)">Ana</p>'],
  ['an unclosed tag', '<p>Ana<script'],
  ['a tag within a tag', '<scr<script>ipt>alert(1)</scr</script>ipt>Ana'],
  ['a comment that ends early', '<!--><img src=x onerror=alert(1)>-->Ana'],
  ['a picture without TLS', '<img src="http://evil.example/x.png">Ana'],
])('sanitizing removes %s and keeps the text', (_, html) => {
  const clean = sanitizeSignature(html);
  expect(clean).toContain('Ana');
  expect(clean).not.toMatch(
    /<(script|svg|iframe|form|input|style|!--)|\son\w+\s*=|javascript:|svg\+xml|text\/html|position|url\(|http:\/\//i,
  );
});

test('sanitizing twice gives the same result as sanitizing once', () => {
  const once = sanitizeSignature('<p onclick=x>Ana &amp; Bo <b>x</p><a href="mailto:a@b.example">');
  expect(sanitizeSignature(once ?? '')).toBe(once);
});

test.each([
  ['<svg>'.repeat(120_000)],
  ['<div>'.repeat(1_000)],
  ['<b></b>'.repeat(20_000)],
  ['a'.repeat(1_000_001)],
])('sanitizing refuses HTML beyond a limit', (html) => expect(sanitizeSignature(html)).toBeNull());

test('sanitizing leaves out a style attribute that is longer than its limit', () => {
  expect(sanitizeSignature(`<p style="${'color:red;'.repeat(10_000)}">Ana</p>`)).toBe('<p>Ana</p>');
});
