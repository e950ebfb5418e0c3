'use strict';

const { readdirSync } = require('node:fs');
const { readFile, stat } = require('node:fs/promises');
const { basename, join, relative } = require('node:path');
const { stripVTControlCharacters } = require('node:util');
const { root } = require('./workspace');

/** @returns the modules (<name>.tasks.js) that threads of the worker pool load from the folder of the bundle */
function threadEntries() {
  return Object.fromEntries(
    readdirSync(join(root, 'libs'), { recursive: true })
      .filter((file) => file.endsWith('.tasks.ts') && !file.includes('/testing/'))
      .map((file) => [basename(file, '.ts'), `libs/${file}`]),
  );
}

/** @returns esbuild's options for programs of the server: each entry point becomes `outdir`/<name>.js */
function bundleOptions(entryPoints, outdir) {
  return {
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    packages: 'external',
    tsconfig: 'tsconfig.base.json',
    sourcemap: true,
    metafile: true,
    // Source maps omit the sources, since stack traces need only line numbers, and sources would be two thirds of the
    // image's dist.
    sourcesContent: false,
    // Class names are kept, since TypeORM reads the timestamp of a migration from the name of its class.
    keepNames: true,
    logLevel: 'error',
    plugins: [decoratorMetadata()],
  };
}

/**
 * Compiles files with decorators by swc, which emits the types of constructor parameters: Nest needs them for
 * injection, and esbuild drops them. Other files are left to esbuild, so that a build takes a third less time.
 */
function decoratorMetadata() {
  /** The result for each file of the previous build, which is used again if the file has not changed. */
  const previous = new Map();
  return {
    name: 'decorator-metadata',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const { mtimeMs, size } = await stat(path);
        const known = previous.get(path);
        if (known?.mtimeMs === mtimeMs && known.size === size) return known.loaded;
        const source = await readFile(path, 'utf8');
        const loaded = hasDecorators(source)
          ? await transform(source, path)
          : { contents: source, loader: 'ts' };
        // The result of a file with errors is not kept, so that every build reads the file again.
        if (!loaded.errors) previous.set(path, { mtimeMs, size, loaded });
        return loaded;
      });
    },
  };
}

function hasDecorators(source) {
  return /(^|[\s(,])@[A-Z_$]|@[\w$.]+\(/m.test(source);
}

async function transform(source, path) {
  try {
    const { code } = await require('@swc/core').transform(source, {
      filename: path,
      swcrc: false,
      configFile: false,
      sourceMaps: 'inline',
      inlineSourcesContent: false,
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
      },
    });
    return { contents: code, loader: 'js' };
  } catch (error) {
    return { errors: [syntaxError(String(error.message), path)] };
  }
}

/**
 * Converts an error message of swc into an error of esbuild. swc's message is `x Expected ';'`, followed by a line
 * `,-[file:line:column]` and the source.
 */
function syntaxError(message, path) {
  const lines = stripVTControlCharacters(message).split('\n');
  const text = lines.find((line) => line.trim() !== '')?.replace(/^\s*[x×]\s*/, '') ?? message;
  const [, line, column] = /:(\d+):(\d+)\]/.exec(lines.join('\n')) ?? [];
  return {
    text,
    location: { file: relative(root, path), line: Number(line ?? 1), column: Number(column ?? 1) - 1 },
  };
}

module.exports = { bundleOptions, threadEntries };
