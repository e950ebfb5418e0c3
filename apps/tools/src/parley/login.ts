import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** A stored login: the server's address and the API key. */
export interface Login {
  url: string;
  key: string;
}

/** @returns the path of the file for the login: `PARLEY_CLI_CONFIG`, or a file below the home folder */
function fileOf(env: NodeJS.ProcessEnv): string {
  const folder = env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  return env.PARLEY_CLI_CONFIG ?? join(folder, 'parley', 'cli.json');
}

/**
 * Stores a login in a file that only its owner can read.
 * @returns the path of the file
 */
export async function keepLogin(login: Login, env: NodeJS.ProcessEnv): Promise<string> {
  const file = fileOf(env);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(login), { mode: 0o600 });
  // An existing file keeps its mode when it is written.
  await chmod(file, 0o600);
  return file;
}

/** @returns the login in `PARLEY_URL` and `PARLEY_KEY`, otherwise the stored one; null if there is neither */
export async function loginOf(env: NodeJS.ProcessEnv): Promise<Login | null> {
  if (env.PARLEY_URL && env.PARLEY_KEY) return { url: env.PARLEY_URL, key: env.PARLEY_KEY };
  try {
    return JSON.parse(await readFile(fileOf(env), 'utf8')) as Login;
  } catch {
    return null;
  }
}
