'use strict';

const { spawn, spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, readdirSync, statSync } = require('node:fs');
const Module = require('node:module');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

/** Signals with which operators and service managers end a process. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** An error that one sentence explains, so that it is printed without a stack. */
class Failure extends Error {}

/**
 * Runs `work`. If it throws an error, prints the error and sets exit code 1: a Failure is printed as its sentence,
 * any other error with its stack.
 */
async function main(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Failure ? error.message : (error.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}

/** Runs a command in the checkout and shows its output. */
function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) throw new Failure(`${command} could not be run: ${error.message}`);
  return status ?? 1;
}

/**
 * Runs a command like `run`, and resolves with its exit code. A signal to this process is passed on to the command,
 * and then ends this process. (With spawnSync, the command would continue to run.)
 */
function runWithSignals(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  const forward = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Failure(`${command} could not be run: ${error.message}`)));
    child.on('exit', (status, signal) => {
      for (const name of SIGNALS) process.off(name, forward);
      if (signal) process.kill(process.pid, signal);
      else resolve(status);
    });
  });
}

/**
 * Sets PARLEY_DATA to the data folder of this checkout, unless the variable already names a folder. A relative path
 * is resolved against the caller's working directory.
 */
function useDataFolder() {
  process.env.PARLEY_DATA = process.env.PARLEY_DATA
    ? resolve(process.env.PARLEY_DATA)
    : join(root, '.parley');
}

/**
 * Installs packages if node_modules differs from the lock file, and writes TypeScript's paths for the folders of the
 * libraries.
 */
function install() {
  // Loaded only here, since an image contains no libraries and installs nothing.
  require('./libraries').writeTypeScriptPaths();
  if (isInstalled()) return;
  process.stderr.write('Installing packages (once, and when the lock file changed) …\n');
  const status = run('npm', ['ci', '--include=dev', '--ignore-scripts=false', '--no-audit', '--no-fund']);
  if (status !== 0)
    throw new Failure('npm ci failed, so the packages are not complete; its output is above.');
}

/**
 * Whether npm's record of installed packages equals the lock file. Optional packages may be missing, since some are
 * for other platforms.
 */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || optional || devOptional || installed[path]?.version === version,
  );
}

/** @returns a digest of the names and contents of files and folders, leaving out tests and missing paths */
function digest(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    if (existsSync(join(root, path))) add(hash, path);
  }
  return hash.digest('hex');
}

function add(hash, path) {
  const absolute = join(root, path);
  if (statSync(absolute).isDirectory()) {
    for (const name of readdirSync(absolute).sort()) {
      if (name !== 'node_modules' && name !== 'fixtures') add(hash, `${path}/${name}`);
    }
  } else if (!/\.spec\.tsx?$/.test(path)) {
    hash.update(`${path}\0`).update(readFileSync(absolute)).update('\0');
  }
}

/** @returns the path of a program in node_modules */
function bin(path) {
  return join(root, 'node_modules', path);
}

/**
 * Runs a program of the server, dist/server/<name>.js, with the script's arguments. In a checkout it is built first;
 * an image contains no sources. Only the program prints to standard output, and relative paths start at the caller's
 * working directory. The program runs in this process, so that any signal ends it, even SIGKILL.
 */
function runProgram(name) {
  void main(async () => {
    useDataFolder();
    const build = join(root, 'scripts/build');
    const built = existsSync(build)
      ? await runWithSignals(process.execPath, [build, 'server'], { stdio: ['ignore', 2, 2] })
      : 0;
    if (built !== 0) {
      process.exitCode = built;
      return;
    }
    process.setSourceMapsEnabled(true);
    process.argv[1] = join(root, `dist/server/${name}.js`);
    Module.runMain();
  });
}

module.exports = {
  Failure,
  bin,
  digest,
  install,
  main,
  root,
  run,
  runProgram,
  runWithSignals,
  useDataFolder,
};
