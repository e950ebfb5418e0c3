import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDbDouble } from '../../../libs/test-support/testing/src/eventstoredb/eventstoredb-double';
import type { Kill } from './victims';

/**
 * The event log that is tested together with the product, chosen as in `scripts/torture crashes --log eventstoredb`.
 */
export interface ProvedLog {
  /** Environment variables with which the product uses this log. */
  settings: NodeJS.ProcessEnv;
  /** Kills the log's server and starts it again; undefined if the test must not kill it. */
  kill?: Kill;
  stop(): Promise<void>;
}

/** Time limit in ms for a server to accept connections after its start. */
const STARTED_WITHIN_MS = 60_000;

/**
 * Environment variables of an external server: its URL, and the command that starts it in the foreground. Without the
 * command, the server is not killed.
 */
const {
  PARLEY_PROOF_LOG,
  PARLEY_PROOF_EVENTSTORE_URL: url,
  PARLEY_PROOF_EVENTSTORE_START: command,
} = process.env;

/** Whether all products share one external log, so that only one product can be tested. */
export const isOneServer = PARLEY_PROOF_LOG === 'eventstoredb' && url !== undefined;

/**
 * The log to test: that in the product's PostgreSQL, or EventStoreDB, which is the given server or a fake within this
 * process.
 */
export async function provedLog(): Promise<ProvedLog> {
  if (PARLEY_PROOF_LOG !== 'eventstoredb') return { settings: {}, stop: () => Promise.resolve() };
  if (url === undefined) {
    const double = await EventStoreDbDouble.start();
    return { settings: { EVENTSTORE_URL: double.url }, stop: () => double.stop() };
  }
  const settings = { EVENTSTORE_URL: url };
  if (command === undefined) return { settings, stop: () => Promise.resolve() };
  let server = started(command);
  await listens(url, server);
  return {
    settings,
    kill: async () => {
      await ended(server, 'SIGKILL');
      return () => {
        server = started(command);
        return Promise.resolve();
      };
    },
    stop: () => ended(server, 'SIGTERM'),
  };
}

/** Starts a command in its own process group, so that its child processes are killed together with it. */
function started(shell: string): ChildProcess {
  return spawn(shell, { shell: true, detached: true, stdio: 'ignore' });
}

/**
 * Waits until the first node of a connection string accepts connections.
 * @throws Error if the server's process ends or the time limit is exceeded
 */
async function listens(url: string, server: ChildProcess): Promise<void> {
  const [, host = '', port = '2113'] = /^[^/]*\/\/(?:[^@/]*@)?([^:/,?]+)(?::(\d+))?/.exec(url) ?? [];
  for (const giveUpAt = Date.now() + STARTED_WITHIN_MS; Date.now() < giveUpAt && server.exitCode === null;) {
    const socket = connect(Number(port), host);
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await pause(100);
  }
  throw new Error(`What EVENTSTORE_START runs does not listen at ${host}:${port}.`);
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
  const gone = once(server, 'exit');
  process.kill(-server.pid, signal);
  await gone;
}
