'use strict';

const { existsSync, readFileSync, readdirSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

/** Aliases of modules outside of `libs/`. */
const APPLICATION_ALIASES = {
  '@parley/server/*': './apps/server/src/*',
  '@parley/ui/*': './apps/web/src/ui/*',
};

/**
 * Every library with its name, its floor (the folder of `libs/` that contains it) and its folder as a path from the
 * root of the checkout.
 */
const libraries = readdirSync(join(root, 'libs')).flatMap((floor) =>
  readdirSync(join(root, 'libs', floor)).map((name) => ({ name, floor, folder: `libs/${floor}/${name}` })),
);

function namesOf(floor) {
  return libraries.filter((library) => library.floor === floor).map(({ name }) => name);
}

/**
 * @returns one pattern per floor, with its path from the root. A pattern per library would be slower, since
 * resolvers try all patterns on every import
 */
function floorAliases() {
  const floors = [...new Set(libraries.map(({ floor }) => floor))];
  return floors.map((floor) => ({
    pattern: `^@parley/(${namesOf(floor).join('|')})/(.*)$`,
    path: `libs/${floor}/$1/src/$2`,
  }));
}

/** @returns the aliases for Jest's `moduleNameMapper` */
function jestAliases() {
  return Object.fromEntries(floorAliases().map(({ pattern, path }) => [pattern, `<rootDir>/${path}`]));
}

/** @returns the aliases for Vite's `resolve.alias` */
function viteAliases() {
  return floorAliases().map(({ pattern, path }) => ({
    find: new RegExp(pattern),
    replacement: join(root, path),
  }));
}

/** Writes one line per library to tsconfig.paths.json, since TypeScript supports no pattern for a whole floor. */
function writeTypeScriptPaths() {
  const aliases = { ...APPLICATION_ALIASES };
  for (const { name, folder } of libraries) {
    const entry = `./${folder}/src/index.ts`;
    if (existsSync(join(root, entry))) aliases[`@parley/${name}`] = entry;
    aliases[`@parley/${name}/*`] = `./${folder}/src/*`;
  }
  const paths = Object.fromEntries(
    Object.keys(aliases)
      .sort()
      .map((alias) => [alias, [aliases[alias]]]),
  );
  const file = join(root, 'tsconfig.paths.json');
  const text = `${JSON.stringify({ compilerOptions: { paths } }, null, 2).replace(/\[\n\s+("[^"]+")\n\s+\]/g, '[$1]')}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

module.exports = { jestAliases, libraries, namesOf, viteAliases, writeTypeScriptPaths };
