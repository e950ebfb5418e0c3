import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderInUse } from './folder-lock';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './postgres';
import { USER } from './postgres-installation';
import { StartError } from '@parley/platform/config/start-error';

/** Index of the line with the port in PostgreSQL's pid file. */
const PORT_LINE = 3;

/**
 * Connects a tool to the PostgreSQL of a data folder. If Parley runs on the folder, uses its server; otherwise starts
 * one, which runs until `stop` is called.
 * @throws StartError if the server cannot start
 */
export async function reachEmbeddedPostgres(
  dataDir: string,
  report: (sentence: string) => void,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  try {
    return await startEmbeddedPostgres(dataDir, report);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return { url: await urlOfRunning(dataDir), stop: () => Promise.resolve() };
  }
}

async function urlOfRunning(dataDir: string): Promise<string> {
  const link = join(dataDir, 'postgres');
  const pidFile = existsSync(link) ? join(await realpath(link), 'postmaster.pid') : '';
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const port = Number(lines[PORT_LINE]);
  if (!port) {
    throw new StartError(
      `The Parley of the data folder ${dataDir} is still starting: try again in a moment.`,
    );
  }
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  return `postgres://${USER}:${password}@127.0.0.1:${port}/parley`;
}
