'use strict';

const { spawn, spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const { createServer, connect } = require('node:net');
const { join } = require('node:path');
const { Failure, root } = require('./workspace');

const INFRA = join(root, 'infra/kafka');
const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 60_000;
const STARTED = 'Kafka Server started';

/** @returns the tools that the broker needs and this machine lacks */
function missingTools() {
  const tools = { Java: ['java', '-version'], Maven: ['mvn', '-version'] };
  return Object.keys(tools).filter((name) => {
    const [program, ...args] = tools[name];
    return spawnSync(program, args, { stdio: 'ignore' }).status !== 0;
  });
}

/**
 * Downloads the jars of infra/kafka/pom.xml, once per checkout.
 * @returns their folder
 */
function fetchJars() {
  const folder = join(root, '.parley/kafka/jars');
  const wanted = createHash('sha256')
    .update(fs.readFileSync(join(INFRA, 'pom.xml')))
    .digest('hex');
  const stamp = join(folder, '.complete');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return folder;
  process.stderr.write('Fetching Apache Kafka from Maven Central, about 45 MB (once) …\n');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const copy = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
  // Maven is not run quietly, since the lines of its downloads show the progress.
  const { status } = spawnSync('mvn', ['--batch-mode', '--file', join(INFRA, 'pom.xml'), ...copy], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Failure('Maven could not fetch Apache Kafka; its output is above.');
  fs.writeFileSync(stamp, wanted);
  return folder;
}

/** The broker whose data is in one data folder. */
class Broker {
  constructor(dataDir) {
    this.folder = join(dataDir, 'kafka');
    this.data = join(this.folder, 'data');
    this.settings = join(this.folder, 'broker.properties');
    this.state = join(this.folder, 'broker.json');
    this.log = join(this.folder, 'broker.log');
  }

  /**
   * Checks the command line of the process, since its stored id may belong to another process by now.
   * @returns process id and port of the running broker; undefined if it does not run
   */
  running() {
    if (!fs.existsSync(this.state)) return undefined;
    const found = JSON.parse(fs.readFileSync(this.state, 'utf8'));
    return commandLine(found.pid).includes(this.settings) ? found : undefined;
  }

  /**
   * Starts the broker unless it already runs, and resolves once it responds.
   * @returns the port
   */
  async up(port) {
    const running = this.running();
    if (running) {
      if (running.port !== port) {
        throw new Failure(`Kafka already runs on port ${running.port}: scripts/kafka down stops it.`);
      }
      if (await this.hasStarted(running)) return running.port;
    } else {
      if (!(await isFree(port))) {
        throw new Failure(`Port ${port} is taken by another program: choose another one with KAFKA_PORT.`);
      }
      await this.launch(port);
    }
    await this.untilStarted();
    return port;
  }

  async launch(port) {
    const jars = fetchJars();
    fs.mkdirSync(this.folder, { recursive: true });
    const controller = await freePort();
    fs.writeFileSync(
      this.settings,
      `${fs.readFileSync(join(INFRA, 'broker.properties'), 'utf8')}
log.dirs = ${this.data}
listeners = PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}
controller.quorum.voters = 1@127.0.0.1:${controller}
`,
    );
    if (!fs.existsSync(join(this.data, 'meta.properties'))) this.format(jars);
    process.stderr.write('Starting Kafka … ');
    const output = fs.openSync(this.log, 'w', 0o600);
    const child = spawn('java', [...javaOptions(jars), 'kafka.Kafka', this.settings], {
      detached: true,
      stdio: ['ignore', output, output],
    });
    fs.closeSync(output);
    child.unref();
    fs.writeFileSync(this.state, JSON.stringify({ pid: child.pid, port }));
  }

  format(jars) {
    process.stderr.write('Formatting the storage …\n');
    const id = ['random-uuid'];
    const clusterId = this.storageTool(jars, id).trim().split('\n').at(-1);
    this.storageTool(jars, ['format', '--cluster-id', clusterId, '--config', this.settings]);
  }

  storageTool(jars, args) {
    const { status, stdout, stderr } = spawnSync(
      'java',
      [...javaOptions(jars), 'kafka.tools.StorageTool', ...args],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Failure(`Kafka's storage tool failed: ${stderr || stdout}`);
    return stdout;
  }

  async untilStarted() {
    const begin = Date.now();
    for (;;) {
      const running = this.running();
      if (running && (await this.hasStarted(running))) break;
      if (!running) throw new Failure(`Kafka did not start:\n${this.lastLines()}`);
      if (Date.now() - begin > START_TIMEOUT_MS) {
        throw new Failure(`Kafka does not answer after ${START_TIMEOUT_MS / 1000} s:\n${this.lastLines()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    process.stderr.write(`done in ${((Date.now() - begin) / 1000).toFixed(1)} s\n`);
  }

  async hasStarted({ port }) {
    return fs.readFileSync(this.log, 'utf8').includes(STARTED) && !(await isFree(port));
  }

  lastLines() {
    return fs.readFileSync(this.log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
  }

  /**
   * Signals the broker to end and waits until it has.
   * @returns false if it was not running
   */
  async down() {
    const running = this.running();
    if (!running) return false;
    process.kill(running.pid, 'SIGTERM');
    for (const begin = Date.now(); this.running();) {
      if (Date.now() - begin > STOP_TIMEOUT_MS) {
        throw new Failure(`Kafka (process ${running.pid}) does not end; kill -9 does it no harm.`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    fs.rmSync(this.state, { force: true });
    return true;
  }
}

function javaOptions(jars) {
  return [
    '-Xms128m',
    '-Xmx512m',
    // These options make the start faster, and leave the processors of a small machine to the tests.
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    `-Dlog4j2.configurationFile=${join(INFRA, 'log4j2.properties')}`,
    '-cp',
    join(jars, '*'),
  ];
}

function commandLine(pid) {
  const file = `/proc/${pid}/cmdline`;
  if (fs.existsSync('/proc/self')) return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

function isFree(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() && false)).once('error', () => resolve(true));
  });
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

module.exports = { Broker, freePort, isFree, missingTools };
