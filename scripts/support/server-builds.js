'use strict';

const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { bundleOptions, threadEntries } = require('./server-bundle');
const { root } = require('./workspace');

/**
 * Folder of the builds for development: beside dist/web, so that the server finds the files that it serves, and
 * separate from the output of scripts/build.
 */
const FOLDER = 'dist/dev';

/** Builds the server repeatedly; each build reuses the previous one's results for files that have not changed. */
class ServerBuilds {
  main = join(root, FOLDER, 'main.js');
  #report;
  #context;
  #entries = '';
  /** Hash of each file as it was last written. */
  #written = new Map();

  constructor(report) {
    this.#report = report;
  }

  /**
   * Builds the server and prints the result. If the build fails, the previous build's files are kept.
   * @returns 'failed', or whether the code is 'changed' or 'unchanged' since the previous build
   */
  async build() {
    const start = Date.now();
    let files;
    try {
      const context = await this.#currentContext();
      files = (await context.rebuild()).outputFiles;
    } catch (error) {
      for (const line of errorLines(error)) this.#report(`error ${line}`);
      return 'failed';
    }
    const changed = files.filter(({ path, hash }) => this.#written.get(path) !== hash);
    for (const { path, hash, contents } of changed) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, contents);
      this.#written.set(path, hash);
    }
    const hasNewCode = changed.some(({ path }) => path.endsWith('.js'));
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    this.#report(`built the server in ${seconds} s${hasNewCode ? '' : ': no change in its code'}`);
    return hasNewCode ? 'changed' : 'unchanged';
  }

  async dispose() {
    await this.#context?.dispose();
  }

  /**
   * Creates a new esbuild context if the list of thread modules has changed, since the entry points of a context are
   * fixed.
   */
  async #currentContext() {
    const entries = { main: 'apps/server/src/main.ts', ...threadEntries() };
    if (this.#entries !== JSON.stringify(entries)) {
      await this.#context?.dispose();
      const options = {
        ...bundleOptions(entries, FOLDER),
        write: false,
        metafile: false,
        logLevel: 'silent',
      };
      this.#context = await require('esbuild').context(options);
      this.#entries = JSON.stringify(entries);
    }
    return this.#context;
  }
}

function errorLines(error) {
  if (!Array.isArray(error.errors)) return [error.stack ?? String(error)];
  return error.errors.map(({ text, location }) => {
    const place = location ? `${location.file}:${location.line}:${location.column + 1}: ` : '';
    return `${place}${text.split('\n')[0]}`;
  });
}

module.exports = { ServerBuilds };
