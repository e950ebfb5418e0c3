import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Tree {
  [key: string]: string | Tree;
}

const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  );

const source = resolve(__dirname, '..');
const all = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^i18n|\/texts)\/([\w-]+\.)?\w\w\.json$/.test(file),
);
/** All texts of a language: the common ones and those of every feature, in the same order for each language. */
const textsOf = (language: string) =>
  all
    .filter((file) => new RegExp(`[./]${language}\\.json$`).test(file))
    .sort()
    .flatMap((file) => flatten(JSON.parse(readFileSync(join(source, file), 'utf8')) as Tree));
const texts = { en: textsOf('en'), es: textsOf('es'), nl: textsOf('nl') };
const keys = texts.en.map(([key]) => key);
/** Keys as the code writes them, without the plural suffixes that i18next adds. */
const named = new Set(keys.map((key) => key.replace(/_(one|other)$/, '')));

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.spec)\.tsx?$/.test(file),
);
const code = files.map((file) => readFileSync(join(source, file), 'utf8')).join('\n');
/** Key literals in the code: `t('a.b')`, or `t(isOn ? 'a.b' : 'a.c')`. */
const literals = [...code.matchAll(/['"]([a-z]\w*(?:\.\w+)+)['"]/gi)].map(([, key]) => key ?? '');
/**
 * Prefixes of keys that the code builds: a template such as `t(`status.${status}`)` uses every key with its prefix.
 */
const prefixes = [...code.matchAll(/`([a-z][\w.]*\.)\$\{/gi)].map(([, prefix]) => prefix ?? '');

test('no two features define the same key', () => {
  expect(keys).toEqual([...new Set(keys)]);
});

test.each(['es', 'nl'] as const)('%s has exactly the keys of English', (language) => {
  expect(texts[language].map(([key]) => key)).toEqual(keys);
});

test.each(['es', 'nl'] as const)('%s fills in the same placeholders as English', (language) => {
  const values = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
  for (const [index, [key, text]] of texts[language].entries())
    expect([key, values(text)]).toEqual([key, values(texts.en[index]?.[1] ?? '')]);
});

test.each(['en', 'es', 'nl'] as const)('%s has no empty text', (language) => {
  expect(texts[language].filter(([, text]) => text.trim() === '')).toEqual([]);
});

/** First words of all keys. A literal with dots counts as a key only if it begins with one of them. */
const areas = [...new Set(keys.map((key) => key.split('.')[0] ?? ''))];

test('every key in the code exists', () => {
  const used = literals.filter((key) => areas.includes(key.split('.')[0] ?? ''));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((key) => !named.has(key))).toEqual([]);
});

test('every prefix from which the code builds keys has keys', () => {
  const built = prefixes.filter((prefix) => areas.includes(prefix.split('.')[0] ?? ''));
  expect(built.filter((prefix) => !keys.some((key) => key.startsWith(prefix)))).toEqual([]);
});

test('the code uses every key', () => {
  const isUsed = (key: string) => literals.includes(key) || prefixes.some((prefix) => key.startsWith(prefix));
  expect([...named].filter((key) => !isUsed(key))).toEqual([]);
});
