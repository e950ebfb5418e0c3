'use strict';

const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { join } = require('node:path');
const { freePort, isFree } = require('./kafka');
const { Failure, root } = require('./workspace');

const POM = join(root, 'infra/s3/pom.xml');
const BUCKET = 'parley';
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;

/**
 * Downloads the jar of infra/s3/pom.xml, once per checkout.
 * @returns its path
 */
function fetchJar() {
  const [, version] = /<artifactId>s3mock<\/artifactId>\s*<version>([\d.]+)</.exec(
    fs.readFileSync(POM, 'utf8'),
  );
  const folder = join(root, '.parley/s3/jars');
  const jar = join(folder, `s3mock-${version}-exec.jar`);
  if (fs.existsSync(jar)) return jar;
  process.stderr.write('Fetching S3Mock from Maven Central, about 60 MB (once) …\n');
  // Copies into a draft folder that is renamed at the end, so that an interrupted copy leaves no incomplete file.
  const draft = `${folder}.${process.pid}`;
  const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${draft}`];
  const { status } = spawnSync('mvn', ['--batch-mode', '--quiet', '--file', POM, ...copy], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Failure('Maven could not fetch S3Mock; its output is above.');
  fs.mkdirSync(folder, { recursive: true });
  for (const name of fs.readdirSync(draft)) fs.renameSync(join(draft, name), join(folder, name));
  fs.rmSync(draft, { recursive: true });
  return jar;
}

/** The S3 server whose data is in one data folder. */
class S3Server {
  constructor(dataDir) {
    this.folder = join(dataDir, 's3');
    this.data = join(this.folder, 'data');
    this.state = join(this.folder, 'server.json');
    this.log = join(this.folder, 'server.log');
  }

  /**
   * Checks the command line of the process, since its stored id may belong to another process by now.
   * @returns process id and port of the running server; undefined if it does not run
   */
  running() {
    if (!fs.existsSync(this.state)) return undefined;
    const found = JSON.parse(fs.readFileSync(this.state, 'utf8'));
    return commandLine(found.pid).includes(this.data) ? found : undefined;
  }

  /**
   * Starts the server unless it already runs, and resolves once it responds.
   * @returns the port
   */
  async up(port) {
    const running = this.running();
    if (running && running.port !== port) {
      throw new Failure(`S3 already runs on port ${running.port}: scripts/s3 down stops it.`);
    }
    if (!running) {
      if (!(await isFree(port))) {
        throw new Failure(`Port ${port} is taken by another program: choose another one with S3_PORT.`);
      }
      await this.launch(port);
    }
    for (const begin = Date.now(); !(await this.answers(port));) {
      if (!this.running()) throw new Failure(`S3Mock did not start:\n${this.lastLines()}`);
      if (Date.now() - begin > START_TIMEOUT_MS) {
        throw new Failure(`S3Mock does not answer after ${START_TIMEOUT_MS / 1000} s:\n${this.lastLines()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return port;
  }

  async launch(port) {
    const jar = fetchJar();
    fs.mkdirSync(this.data, { recursive: true });
    const output = fs.openSync(this.log, 'w', 0o600);
    const store = 'com.adobe.testing.s3mock.store';
    const child = spawn(
      'java',
      [
        ...['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-jar', jar],
        ...['--server.address=127.0.0.1', '--server.ssl.enabled=false', `--server.port=${await freePort()}`],
        ...[
          `--com.adobe.testing.s3mock.httpPort=${port}`,
          `--${store}.root=${this.data}`,
          `--${store}.retainFilesOnExit=true`,
        ],
        `--${store}.initialBuckets=${BUCKET}`,
      ],
      { detached: true, stdio: ['ignore', output, output] },
    );
    fs.closeSync(output);
    child.unref();
    fs.writeFileSync(this.state, JSON.stringify({ pid: child.pid, port }));
  }

  /** Whether the server serves its bucket. */
  async answers(port) {
    const asked = fetch(`http://127.0.0.1:${port}/${BUCKET}?list-type=2`);
    return asked.then(
      ({ ok }) => ok,
      () => false,
    );
  }

  lastLines() {
    return fs.readFileSync(this.log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
  }

  /**
   * Signals the server to end and waits until it has.
   * @returns false if it was not running
   */
  async down() {
    const running = this.running();
    if (!running) return false;
    process.kill(running.pid, 'SIGTERM');
    for (const begin = Date.now(); this.running();) {
      if (Date.now() - begin > STOP_TIMEOUT_MS) {
        throw new Failure(`S3Mock (process ${running.pid}) does not end; kill -9 does it no harm.`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    fs.rmSync(this.state, { force: true });
    return true;
  }
}

function commandLine(pid) {
  const file = `/proc/${pid}/cmdline`;
  if (fs.existsSync('/proc/self')) return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

module.exports = { BUCKET, S3Server };
