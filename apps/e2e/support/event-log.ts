import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDbDouble } from '../../../libs/test-support/testing/src/eventstoredb/eventstoredb-double';
import type { Kill } from './victims';

/** The event log under test, beside the product: `scripts/torture crashes --log eventstoredb`. */
export interface ProvedLog {
  /** Environment variables for the product. */
  settings: NodeJS.ProcessEnv;
  /** Kills the log's server and starts it again; undefined if it may not be killed. */
  kill?: Kill;
  stop(): Promise<void>;
}

/** Time limit for a server to listen; after it, the start counts as failed. */
const STARTED_WITHIN_MS = 60_000;

/**
 * An external server: its address, and the command that starts it in the foreground; without the command it is not
 * killed.
 */
const {
  PARLEY_PROOF_LOG,
  PARLEY_PROOF_EVENTSTORE_URL: url,
  PARLEY_PROOF_EVENTSTORE_START: command,
} = process.env;

/** Whether all products share one external log; then only one of them can be tested. */
export const isOneServer = PARLEY_PROOF_LOG === 'eventstoredb' && url !== undefined;

/** The log in the product's PostgreSQL, or EventStoreDB: the given server, or a fake within this process. */
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

/** Starts a process group, so that children of the command are killed with it. */
function started(shell: string): ChildProcess {
  return spawn(shell, { shell: true, detached: true, stdio: 'ignore' });
}

/**
 * Waits until the first node of a connection string accepts connections.
 * @throws Error if its process ends or the time limit passes
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
