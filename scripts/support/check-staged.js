'use strict';

// Git hook before a commit: formats the staged files, stages the result, and lints it. If an unformatted file also
// has unstaged changes, the hook refuses the commit, since staging the formatted file would stage these changes, too.

const { execFileSync } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { Failure, bin, main, run } = require('./workspace');

/** Git runs hooks in the top folder of the working tree. */
const top = process.cwd();

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
}

/** @returns the files that the commit adds or changes, without links */
function stagedFiles() {
  const fields = git('diff', '--cached', '--raw', '--no-renames', '--diff-filter=AM', '-z').split('\0');
  return fields.flatMap((field, i) => (/^:\d+ 100/.test(field) ? [fields[i + 1]] : []));
}

/**
 * Formats a file in the working tree and in the index.
 * @returns whether the file is formatted now
 */
async function format(prettier, file) {
  const { ignored, inferredParser } = await prettier.getFileInfo(file, {
    ignorePath: join(top, '.prettierignore'),
  });
  if (ignored || !inferredParser) return true;
  const staged = git('show', `:${file}`);
  const options = {
    ...(await prettier.resolveConfig(join(top, file))),
    filepath: file,
    parser: inferredParser,
  };
  const formatted = await prettier.format(staged, options);
  if (formatted === staged) return true;
  if (readFileSync(file, 'utf8') !== staged) return false;
  writeFileSync(file, formatted);
  git('add', '--', file);
  process.stderr.write(`Formatted ${file}\n`);
  return true;
}

main(async () => {
  const files = stagedFiles();
  if (files.length === 0) return;
  const prettier = await import('prettier');
  const unformatted = [];
  for (const file of files) {
    const isFormatted = await format(prettier, file).catch((error) => {
      throw new Failure(`${file}: ${error.message}`);
    });
    if (!isFormatted) unformatted.push(file);
  }
  if (unformatted.length > 0) {
    throw new Failure(
      `Not formatted, and with changes that are not staged: ${unformatted.join(', ')}. Run npx prettier --write.`,
    );
  }
  const linted = files.filter((file) => /\.(js|mjs|mts|ts|tsx)$|^scripts\/[a-z-]+$/.test(file));
  if (linted.length === 0) return;
  const args = ['eslint/bin/eslint.js', '--no-warn-ignored', '--', ...linted];
  if (run(process.execPath, [bin(args[0]), ...args.slice(1)], { cwd: top }) !== 0) {
    throw new Failure('Lint refuses the commit; git commit --no-verify commits all the same.');
  }
});
