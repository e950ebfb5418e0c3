import { createHash } from 'node:crypto';
import { connect, createServer, type Server } from 'node:net';
import { realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@parley/platform/config/start-error';

/** Thrown if another Parley process uses the data folder. */
export class FolderInUse extends StartError {}

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks a data folder until this process ends, in whatever way. The lock is a listening socket, which cannot outlive
 * its process; a file with a process id can.
 * @throws FolderInUse if another process has the lock
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const name = `parley-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}`;
  // On Linux, the socket has no file. On other systems, a crash may leave its file behind, to which no process
  // responds.
  const address = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
  const server = await listen(address).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' || (await answers(address))) throw inUse(folder, error);
    rmSync(address, { force: true });
    return listen(address).catch((again: NodeJS.ErrnoException) => {
      throw inUse(folder, again);
    });
  });
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function inUse(folder: string, error: NodeJS.ErrnoException): Error {
  return error.code === 'EADDRINUSE'
    ? new FolderInUse(
        `Another Parley is using the data folder ${folder}: stop it, or give this one its own with PARLEY_DATA.`,
      )
    : error;
}

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(address, () => resolve(server));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
}
