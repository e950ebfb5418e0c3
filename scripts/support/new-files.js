'use strict';

const { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { Failure, root } = require('./workspace');

const TEMPLATES = join(__dirname, 'new');
const SUFFIX = '.template';

/**
 * @returns the spellings of a name that templates and their paths contain, such as `__camels__`
 * @param name singular, in kebab case
 * @param past past tense of the action's verb, in one word
 */
function spellingsOf(name, past = pastOf(name)) {
  const plural = pluralOf(name);
  return {
    name,
    names: plural,
    camel: camel(name),
    camels: camel(plural),
    Pascal: capital(camel(name)),
    Pascals: capital(camel(plural)),
    snake: name.replaceAll('-', '_'),
    snakes: plural.replaceAll('-', '_'),
    SNAKE: name.replaceAll('-', '_').toUpperCase(),
    word: name.replaceAll('-', ' '),
    words: plural.replaceAll('-', ' '),
    Title: capital(name.replaceAll('-', ' ')),
    Titles: capital(plural.replaceAll('-', ' ')),
    past: camel(past),
    Past: capital(camel(past)),
  };
}

/**
 * @returns the plural of a name, by which apps/server/src/testing/organisation.ts finds the routes of a settings
 * category
 */
function pluralOf(name) {
  return `${name.replace(/([^aeiou])y$/, '$1ie')}s`;
}

function pastOf(name) {
  return name.endsWith('e') ? `${name}d` : `${name.replace(/([^aeiou])y$/, '$1i')}ed`;
}

function camel(name) {
  return name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

function render(text, spellings) {
  return text.replace(/__([A-Za-z]+)__/g, (found, spelling) => spellings[spelling] ?? found);
}

/**
 * Renders the templates in these folders of scripts/support/new.
 * @returns the rendered files, by path
 */
function filesOf(folders, spellings) {
  return Object.fromEntries(
    folders.flatMap((folder) =>
      readdirSync(join(TEMPLATES, folder), { recursive: true })
        .filter((path) => path.endsWith(SUFFIX))
        .map((path) => [
          render(path.slice(0, -SUFFIX.length), spellings),
          render(readFileSync(join(TEMPLATES, folder, path), 'utf8'), spellings),
        ]),
    ),
  );
}

/**
 * Adds lines to existing files. `imports` adds an import before all others. Each entry of `lines` adds text below the
 * text `after`.
 * @returns the changed files, by path
 * @throws Failure unless the text `after` occurs exactly once
 */
function changesOf(registrations, spellings) {
  return Object.fromEntries(
    registrations.map(({ file, imports = [], lines = [] }) => {
      let text = readFileSync(join(root, file), 'utf8');
      for (const { after, add } of lines) {
        const parts = text.split(after);
        if (parts.length !== 2) {
          throw new Failure(
            `${file} does not hold this text once, below which a line belongs: ${after.trim()}`,
          );
        }
        text = parts.join(after + render(add, spellings));
      }
      const added = imports.map((line) => `${render(line, spellings)}\n`).join('');
      return [file, text.replace(/^import /m, `${added}import `)];
    }),
  );
}

/**
 * Formats and writes new and changed files.
 * @throws Failure if a new file already exists; then nothing is written
 */
async function write(created, changed) {
  const existing = Object.keys(created).filter((path) => existsSync(join(root, path)));
  if (existing.length > 0) throw new Failure(`Already there: ${existing.join(', ')}`);
  const prettier = await import('prettier');
  const options = { ignorePath: join(root, '.prettierignore') };
  for (const [path, text] of Object.entries({ ...created, ...changed })) {
    const file = join(root, path);
    const { ignored, inferredParser } = await prettier.getFileInfo(file, options);
    const config = { ...(await prettier.resolveConfig(file)), filepath: file };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, ignored || !inferredParser ? text : await prettier.format(text, config));
  }
}

/** @returns the kinds of things that can be created, for each of which scripts/support/new has a module */
function kinds() {
  const modules = readdirSync(TEMPLATES).filter((file) => file.endsWith('.js'));
  return Object.fromEntries(
    modules.map((file) => [file.slice(0, -'.js'.length), require(join(TEMPLATES, file))]),
  );
}

module.exports = { changesOf, filesOf, kinds, render, spellingsOf, write };
