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
/** The common texts, and those of every feature, in the same order for each language. */
const textsOf = (language: string) =>
  all
    .filter((file) => new RegExp(`[./]${language}\\.json$`).test(file))
    .sort()
    .flatMap((file) => flatten(JSON.parse(readFileSync(join(source, file), 'utf8')) as Tree));
const texts = { en: textsOf('en'), es: textsOf('es'), nl: textsOf('nl') };
const keys = texts.en.map(([key]) => key);
/** The key that code names: plural forms are chosen by the library. */
const named = new Set(keys.map((key) => key.replace(/_(one|other)$/, '')));

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.spec)\.tsx?$/.test(file),
);
const code = files.map((file) => readFileSync(join(source, file), 'utf8')).join('\n');
/** Keys as they stand in code: `t('a.b')`, or `t(isOn ? 'a.b' : 'a.c')`. */
const literals = [...code.matchAll(/['"]([a-z]\w*(?:\.\w+)+)['"]/gi)].map(([, key]) => key ?? '');
/** `t(`status.${status}`)` uses every key that begins so. */
const prefixes = [...code.matchAll(/`([a-z][\w.]*\.)\$\{/gi)].map(([, prefix]) => prefix ?? '');

test('no two areas say the same key', () => {
  expect(keys).toEqual([...new Set(keys)]);
});

test.each(['es', 'nl'] as const)('%s has the keys of English, no more and no less', (language) => {
  expect(texts[language].map(([key]) => key)).toEqual(keys);
});

test.each(['es', 'nl'] as const)('%s fills in the same values as English', (language) => {
  const values = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
  for (const [index, [key, text]] of texts[language].entries())
    expect([key, values(text)]).toEqual([key, values(texts.en[index]?.[1] ?? '')]);
});

test.each(['en', 'es', 'nl'] as const)('%s leaves nothing empty', (language) => {
  expect(texts[language].filter(([, text]) => text.trim() === '')).toEqual([]);
});

/** The first words of keys: another text with dots in it is none. */
const areas = [...new Set(keys.map((key) => key.split('.')[0] ?? ''))];

test('every key that code names exists', () => {
  const used = literals.filter((key) => areas.includes(key.split('.')[0] ?? ''));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((key) => !named.has(key))).toEqual([]);
});

test('every prefix that code builds keys from has keys', () => {
  const built = prefixes.filter((prefix) => areas.includes(prefix.split('.')[0] ?? ''));
  expect(built.filter((prefix) => !keys.some((key) => key.startsWith(prefix)))).toEqual([]);
});

test('no key is there for nothing', () => {
  const isUsed = (key: string) => literals.includes(key) || prefixes.some((prefix) => key.startsWith(prefix));
  expect([...named].filter((key) => !isUsed(key))).toEqual([]);
});
