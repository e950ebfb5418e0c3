import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The result of a start: either the process printed that it is ready, or it ended with `code`. */
export interface ServerStart {
  child: ChildProcess;
  /** The first line on standard output, which reports readiness; undefined if the process ended before. */
  ready?: string;
  code: number | null;
  /** Standard error so far. */
  errors: string;
}

/** Starts a built server and waits until it is ready or has ended. @param folder folder with dist/server/main.js */
export async function startServerProcess(folder: string, env: NodeJS.ProcessEnv): Promise<ServerStart> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close').then(() => undefined);
  const ready = once(child.stdout, 'data').then(([chunk]) => String(chunk));
  const line = await Promise.race([ready, ended]);
  return { child, ready: line, code: child.exitCode, errors };
}

/** Ends a process with SIGTERM and waits for its end; does nothing if the process has already ended. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
