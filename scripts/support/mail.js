'use strict';

const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const { join } = require('node:path');
const { isFree } = require('./kafka');
const { Failure, root } = require('./workspace');

const POM = join(root, 'infra/mail/pom.xml');
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;

/**
 * Downloads the jar of infra/mail/pom.xml, once per checkout.
 * @returns its path
 */
function fetchJar() {
  const [, version] = /<artifactId>greenmail-standalone<\/artifactId>\s*<version>([\d.]+)</.exec(
    fs.readFileSync(POM, 'utf8'),
  );
  const folder = join(root, '.parley/mail/jars');
  const jar = join(folder, `greenmail-standalone-${version}.jar`);
  if (fs.existsSync(jar)) return jar;
  process.stderr.write('Fetching GreenMail from Maven Central, about 10 MB (once) …\n');
  // Copies into a draft folder that is renamed at the end, so that an interrupted copy leaves no incomplete file.
  const draft = `${folder}.${process.pid}`;
  const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${draft}`];
  const { status } = spawnSync('mvn', ['--batch-mode', '--quiet', '--file', POM, ...copy], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Failure('Maven could not fetch GreenMail; its output is above.');
  fs.mkdirSync(folder, { recursive: true });
  for (const name of fs.readdirSync(draft)) fs.renameSync(join(draft, name), join(folder, name));
  fs.rmSync(draft, { recursive: true });
  return jar;
}

/** The mail server whose state is in one data folder. */
class MailServer {
  constructor(dataDir) {
    this.folder = join(dataDir, 'mail-server');
    this.state = join(this.folder, 'server.json');
    this.log = join(this.folder, 'server.log');
  }

  /**
   * Checks the command line of the process, since its stored id may belong to another process by now.
   * @returns process id and ports of the running server; undefined if it does not run
   */
  running() {
    if (!fs.existsSync(this.state)) return undefined;
    const found = JSON.parse(fs.readFileSync(this.state, 'utf8'));
    return commandLine(found.pid).includes(this.folder) ? found : undefined;
  }

  /**
   * Starts the server unless it already runs, and resolves once it responds.
   * @returns the ports
   */
  async up({ imap, smtp }) {
    if (!this.running()) {
      for (const port of [imap, smtp]) {
        if (!(await isFree(port))) throw new Failure(`Port ${port} is taken by another program.`);
      }
      this.launch({ imap, smtp });
    }
    const running = this.running();
    for (const begin = Date.now(); !(await answers(running?.imap)) || !(await answers(running.smtp));) {
      if (!this.running()) throw new Failure(`GreenMail did not start:\n${this.lastLines()}`);
      if (Date.now() - begin > START_TIMEOUT_MS) {
        throw new Failure(
          `GreenMail does not answer after ${START_TIMEOUT_MS / 1000} s:\n${this.lastLines()}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return running;
  }

  launch({ imap, smtp }) {
    const jar = fetchJar();
    fs.mkdirSync(this.folder, { recursive: true });
    const output = fs.openSync(this.log, 'w', 0o600);
    const settings = {
      hostname: '127.0.0.1',
      'imap.port': imap,
      'smtp.port': smtp,
      users: 'support:secret@parley.example',
    };
    const given = Object.entries(settings).map(([name, value]) => `-Dgreenmail.${name}=${value}`);
    const child = spawn(
      'java',
      [
        '-Xmx256m',
        '-XX:+UseSerialGC',
        '-XX:TieredStopAtLevel=1',
        `-Dparley=${this.folder}`,
        ...given,
        '-jar',
        jar,
      ],
      { detached: true, stdio: ['ignore', output, output] },
    );
    fs.closeSync(output);
    child.unref();
    fs.writeFileSync(this.state, JSON.stringify({ pid: child.pid, imap, smtp }));
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
        throw new Failure(`GreenMail (process ${running.pid}) does not end; kill -9 does it no harm.`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    fs.rmSync(this.state, { force: true });
    return true;
  }
}

/** Whether a server at the port sends a greeting to clients. */
function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port ?? 0, '127.0.0.1');
    const end = (is) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
    socket.setTimeout(1_000, () => end(false));
  });
}

function commandLine(pid) {
  const file = `/proc/${pid}/cmdline`;
  if (fs.existsSync('/proc/self')) return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

module.exports = { MailServer };
