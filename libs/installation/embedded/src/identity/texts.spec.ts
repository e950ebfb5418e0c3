import { pickLanguage } from './texts';

test.each([
  ['nl-NL,nl;q=0.9,en;q=0.8', 'nl'],
  ['fr, es-MX;q=0.7, nl;q=0.6', 'es'],
  ['en;q=0.5, ES;q=0.6', 'es'],
  ['es;q=0, nl;q=0.1', 'nl'],
  ['fr', 'en'],
  ['constructor', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('chooses for the header %p the language %s', (header, language) => {
  expect(pickLanguage(header).language).toBe(language);
});
