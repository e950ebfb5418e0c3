'use strict';

const { spawn } = require('node:child_process');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const { root } = require('./workspace');

/** Time limit in ms for the old server to end before the new one starts. */
const STOP_TIMEOUT_MS = 8_000;

/** The server as a process of its own. A restart replaces it. */
class DevServer {
  #main;
  #report;
  #child;
  #isWanted = false;
  #isRestarting = false;
  #isStopped = false;
  #hasBeenReady = false;

  constructor(main, report) {
    this.#main = main;
    this.#report = report;
  }

  get isRunning() {
    return this.#isWanted || this.#child !== undefined;
  }

  /** Ends the running server, if there is one, and starts a new one. Restarts that are asked for meanwhile become one. */
  restart() {
    this.#isWanted = true;
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    void this.#restart().finally(() => (this.#isRestarting = false));
  }

  /** Asks the server to end, and kills it if that takes too long. */
  async stop() {
    this.#isStopped = true;
    await this.#endChild();
  }

  kill() {
    this.#child?.kill('SIGKILL');
  }

  async #restart() {
    while (this.#isWanted && !this.#isStopped) {
      await this.#endChild();
      if (this.#isStopped) return;
      this.#isWanted = false;
      await this.#start();
    }
  }

  async #endChild() {
    const child = this.#child;
    if (!child) return;
    child.isEnding = true;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await child.ended;
    clearTimeout(timer);
  }

  /** Is back once the server answers or has ended. */
  async #start() {
    const start = Date.now();
    const args = ['--enable-source-maps', '--require', join(__dirname, 'end-with-parent.js'), this.#main];
    // A process group of its own: Ctrl-C reaches scripts/dev alone, which then ends the server.
    const child = spawn(process.execPath, args, {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.#child = child;
    child.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#child = undefined;
        if (!child.isEnding)
          this.#report(`error the server ended (${signal ?? code}); the next build starts it`);
        resolve();
      });
    });
    const ready = new Promise((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        if (!line.startsWith('Parley is ready')) return void process.stdout.write(`${line}\n`);
        const seconds = ((Date.now() - start) / 1000).toFixed(1);
        this.#report(this.#hasBeenReady ? `restarted the server in ${seconds} s` : line);
        this.#hasBeenReady = true;
        resolve();
      });
    });
    await Promise.race([ready, child.ended]);
  }
}

module.exports = { DevServer };
