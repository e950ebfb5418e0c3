import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { helpPage, searchPages } from './help-pages';
import { screenOf } from './screens';

jest.mock('./pages/en', () => ({}));
jest.mock('./pages/es', () => ({}));
jest.mock('./pages/nl', () => ({}));

const features = resolve(__dirname, '..');
const docs = resolve(features, '../../../../docs/help');
const languages = ['en', 'es', 'nl'];
const screens = readdirSync(`${docs}/en`).map((file) => file.replace('.md', ''));
const fileOf = (language: string, screen: string) => readFileSync(`${docs}/${language}/${screen}.md`, 'utf8');

/**
 * Paths of the features' pages that are in a menu. Pages outside a menu need no help page, because they explain
 * themselves.
 */
const paths = readdirSync(features).flatMap((folder) => {
  const file = `${features}/${folder}/feature.ts`;
  if (folder === 'mobile' || !readdirSync(`${features}/${folder}`).includes('feature.ts')) return [];
  return [...readFileSync(file, 'utf8').matchAll(/path: '([^']+)'/g)].map((match) => match[1]!);
});

test.each(paths)('the screen %s has a help page', (path) => {
  expect(screens).toContain(screenOf(path));
});

test('every help page belongs to a screen', () => {
  expect([...new Set(paths.map(screenOf))].sort()).toEqual([...screens].sort());
});

test.each(languages)('every help page exists in %s, has a title and is short', (language) => {
  expect(readdirSync(`${docs}/${language}`).sort()).toEqual(screens.map((screen) => `${screen}.md`).sort());
  for (const screen of screens) {
    const { title, text } = helpPage(`${screen}.md`, fileOf(language, screen));
    expect(title).toMatch(/^\p{Lu}/u);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(250);
  }
});

test('search matches all words, ignores case and accents, and lists title matches first', () => {
  const page = (screen: string, title: string, text: string) => ({ screen, title, text });
  const pages = [
    page('a', 'Exports', 'after an import'),
    page('b', 'Imports', 'a file'),
    page('c', 'Más', ''),
  ];
  const found = (search: string) => searchPages(pages, search).map(({ screen }) => screen);
  expect(found('IMPORT')).toEqual(['b', 'a']);
  expect(found('import after')).toEqual(['a']);
  expect(found('mas')).toEqual(['c']);
  expect(found(' ')).toEqual(['a', 'b', 'c']);
  expect(found('nothing')).toEqual([]);
});
