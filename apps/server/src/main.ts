import 'reflect-metadata';
import { ForeignLog } from '@parley/event-sourcing/store/event-store';
import { ConfigError, loadConfig, type Config } from '@parley/platform/config/config';
import { harbourBikes } from '@parley/demo/demo-organisation';
import { demoPassword } from '@parley/embedded/identity/demo-sign-in';
import { StartError } from '@parley/platform/config/start-error';
import { startServer } from './server';

/** Time limit in ms of a shutdown. The next start completes anything that was left undone. */
const SHUTDOWN_TIMEOUT_MS = 30_000;

async function main(): Promise<void> {
  const starting = startServer(loadConfig(process.env));
  // Registered before the start is complete, so that a signal during the start stops the process, too.
  const stop = () => {
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    starting.then((server) => server.close()).then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);
  const server = await starting;
  server.failure.catch((error: unknown) => server.close().finally(() => fail(error)));
  process.stdout.write(`Parley is ready at ${server.config.publicUrl}${demoSignIns(server.config)}\n`);
}

/** A text with the demo users of the embedded identity provider; '' if there are none. */
function demoSignIns({ oidc, roles }: Config): string {
  if (oidc || !roles.includes('api')) return '';
  const users = harbourBikes.users.map(({ email, role }) => `${email} (${role === 'user' ? 'agent' : role})`);
  return `: sign in as ${users.join(', ')} with the password ${demoPassword}`;
}

/**
 * Ends the process. Prints one line for an error that an operator can correct; any other error is a bug, and its
 * stack is printed.
 */
function fail(error: unknown): never {
  const known = [ConfigError, StartError, ForeignLog].some((kind) => error instanceof kind);
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  process.stderr.write(`${known ? oneLine(message) : (stack ?? message)}\n`);
  process.exit(1);
}

function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

main().catch(fail);
