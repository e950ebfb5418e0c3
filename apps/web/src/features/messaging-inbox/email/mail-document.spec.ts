import { mailDocument } from './mail-document';

const parts = {
  html: '<p>Hi</p>',
  isDesigned: false,
  isDark: true,
  language: 'nl',
  quoted: 'Citaat',
  origin: 'https://inbox.example',
};

test('allows only pictures of Parley’s own origin', () => {
  expect(mailDocument(parts)).toContain(
    `default-src 'none'; img-src https://inbox.example data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'`,
  );
});

test('uses the dark theme, unless the e-mail sets its own colours', () => {
  expect(mailDocument(parts)).toContain('color-scheme:dark');
  expect(mailDocument({ ...parts, isDesigned: true })).toContain('color-scheme:light');
  expect(mailDocument({ ...parts, isDark: false })).toContain('color-scheme:light');
});

test('labels a folded quote for screen readers', () => {
  const html = '<details class="quoted"><summary>•••</summary>Hi</details>';
  expect(mailDocument({ ...parts, html, quoted: 'A "quote"' })).toContain(
    '<summary aria-label="A &quot;quote&quot;"',
  );
});
