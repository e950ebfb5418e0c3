'use strict';

const { builtinModules } = require('node:module');

/**
 * Packages that other packages load by name at run time: Nest for its sockets, and EventStoreDB's client without
 * declaring the dependency.
 */
const LOADED_BY_PACKAGES = ['@nestjs/platform-socket.io', 'google-protobuf', 'socket.io'];

/** Packages that are loaded only if the server runs from its sources, as in tests. */
const LOADED_FROM_SOURCES = ['esbuild'];

/**
 * Compares the packages that the server's bundles import with the `dependencies` in package.json, which are the only
 * packages in an image.
 * @param metafile result of an esbuild build with `packages: 'external'`
 * @returns a sentence for each package in the wrong part of package.json
 */
function misplacedPackages(metafile, { dependencies }) {
  const imported = new Set(
    Object.values(metafile.outputs)
      .flatMap(({ imports }) => imports)
      .filter(({ external, path }) => external && !path.startsWith('node:') && !builtinModules.includes(path))
      .map(({ path }) => packageOf(path)),
  );
  const missing = [...imported].filter(
    (name) => !(name in dependencies) && !LOADED_FROM_SOURCES.includes(name),
  );
  const unused = Object.keys(dependencies).filter(
    (name) => !imported.has(name) && !LOADED_BY_PACKAGES.includes(name),
  );
  return [
    ...missing.map((name) => `The server imports ${name}: move it to dependencies in package.json.`),
    ...unused.map(
      (name) => `The server does not import ${name}: move it to devDependencies in package.json.`,
    ),
  ];
}

/** @returns the name of a package, `@scope/name` or `name`, without a path within the package */
function packageOf(path) {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
}

module.exports = { misplacedPackages };
