'use strict';

const { spawn } = require('node:child_process');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const { root } = require('./workspace');

/** Time limit in ms for the old server to end before the new one starts. */
const STOP_TIMEOUT_MS = 8_000;

/** The server as a separate process, which a restart replaces. */
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

  /**
   * Ends the running server, if there is one, and starts a new one. Calls during a restart cause one further restart
   * together.
   */
  restart() {
    this.#isWanted = true;
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    void this.#restart().finally(() => (this.#isRestarting = false));
  }

  /** Signals the server to end, and kills it after the time limit. */
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

  /** Resolves once the server responds or has ended. */
  async #start() {
    const start = Date.now();
    const args = ['--enable-source-maps', '--require', join(__dirname, 'end-with-parent.js'), this.#main];
    // A separate process group, so that Ctrl-C reaches only scripts/dev, which then ends the server.
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
