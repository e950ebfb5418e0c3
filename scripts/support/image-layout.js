'use strict';

const {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} = require('node:fs');
const { join } = require('node:path');
const { Failure, root } = require('./workspace');

/** Files and folders that the server reads at run time, in addition to its packages and the operators' scripts. */
const CONTENTS = ['package.json', 'dist/server', 'dist/web', 'dist/app-sdk', 'dist/widget', 'apps-catalogue'];

/**
 * Scripts that cannot run in an image, since they need the sources, development packages or Java. All other scripts
 * are in the image.
 */
const CHECKOUT_SCRIPTS = new Set([
  'bench',
  'build',
  'check',
  'check-commit',
  'dev',
  'hooks',
  'kafka',
  'mail',
  'new',
  's3',
  'sample-prose',
  'screens',
  'start',
  'test',
  'torture',
]);

/** @returns the operators' scripts: executables of scripts/ that run without the sources */
function operatorScripts() {
  return readdirSync(join(root, 'scripts'), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.') && !CHECKOUT_SCRIPTS.has(entry.name))
    .map(({ name }) => name);
}

/**
 * Writes the image's contents into `folder`: the built server, its production packages and the operators' scripts.
 * @throws Failure if the folder is not empty, or a production package is not installed
 */
function layOutImage(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Failure(`${folder} is not empty.`);
  mkdirSync(join(folder, 'scripts/support'), { recursive: true });
  for (const path of CONTENTS) copy(path, folder);
  for (const name of operatorScripts()) copy(`scripts/${name}`, folder);
  copy('scripts/support/workspace.js', folder);
  for (const path of productionPackages()) linkTree(path, folder);
}

/**
 * @returns the folders of the packages that `npm ci --omit=dev` would install on this platform, according to
 * package-lock.json
 */
function productionPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => {
      if (path === '' || dev) return false;
      if (existsSync(join(root, path))) return true;
      // A missing optional package is for another platform.
      if (optional || devOptional) return false;
      throw new Failure(`${path} is not installed: run npm ci.`);
    })
    .map(([path]) => path);
}

/** Copies a file or folder of the checkout into `folder`. */
function copy(path, folder) {
  cpSync(join(root, path), join(folder, path), { recursive: true });
}

/**
 * Puts the files of a package into `folder`: as hard links, or as copies if the folder is on another disk. Packages
 * within it are left out, since they have their own entries in the lock file.
 */
function linkTree(path, folder, isPackage = true) {
  mkdirSync(join(folder, path), { recursive: true });
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const name = `${path}/${entry.name}`;
    const [source, target] = [join(root, name), join(folder, name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!entry.isDirectory()) link(source, target);
    else if (!isPackage || entry.name !== 'node_modules') linkTree(name, folder, false);
  }
}

function link(source, target) {
  try {
    linkSync(source, target);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes(error.code)) throw error;
    copyFileSync(source, target);
  }
}

module.exports = { layOutImage };
