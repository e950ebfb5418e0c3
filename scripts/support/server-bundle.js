'use strict';

const { readdirSync } = require('node:fs');
const { readFile, stat } = require('node:fs/promises');
const { basename, join, relative } = require('node:path');
const { stripVTControlCharacters } = require('node:util');
const { root } = require('./workspace');

/** @returns modules that threads of the worker pool load from beside the bundle: <name>.tasks.js */
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
    // Stack traces need only lines; the contents would be two thirds of the image's dist.
    sourcesContent: false,
    // TypeORM reads the timestamp of a migration from the name of its class.
    keepNames: true,
    logLevel: 'error',
    plugins: [decoratorMetadata()],
  };
}

/**
 * Adds the types of constructor parameters by swc, since Nest injects by them and esbuild drops them. Files without
 * decorators are left to esbuild, which takes a third less time.
 */
function decoratorMetadata() {
  /** Result for each file of the previous build; a rebuild reads only files that have changed since. */
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
        // Every build reads a file that does not compile again.
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
 * Converts a message of swc (`x Expected ';'`, and below it `,-[file:line:column]` with the source) into an error of
 * esbuild.
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
