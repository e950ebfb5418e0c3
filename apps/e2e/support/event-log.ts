import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDbDouble } from '../../../libs/test-support/testing/src/eventstoredb/eventstoredb-double';
import type { Kill } from './victims';

/** The event log that a proof is to be made on, beside the product: `scripts/torture crashes --log eventstoredb`. */
export interface ProvedLog {
  /** What the product is started with. */
  settings: NodeJS.ProcessEnv;
  /** Kills it and starts it again, where it can be. */
  kill?: Kill;
  stop(): Promise<void>;
}

/** A server that takes longer to listen is taken for one that does not start. */
const STARTED_WITHIN_MS = 60_000;

/** Of a server of one's own: where it is, and the command that starts it in the foreground, if it may be killed. */
const {
  PARLEY_PROOF_LOG,
  PARLEY_PROOF_EVENTSTORE_URL: url,
  PARLEY_PROOF_EVENTSTORE_START: command,
} = process.env;

/** Whether one server holds the log of all products: then only one of them can be proved. */
export const isOneServer = PARLEY_PROOF_LOG === 'eventstoredb' && url !== undefined;

/** The log in the product's PostgreSQL, on the server that was named, or on a double that this process plays. */
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

/** With whatever it starts itself, which is killed with it. */
function started(shell: string): ChildProcess {
  return spawn(shell, { shell: true, detached: true, stdio: 'ignore' });
}

/** Waits until the first node of a connection string takes connections. @throws where its process ends, or it takes too long */
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
