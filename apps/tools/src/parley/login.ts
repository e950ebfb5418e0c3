import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Server and key of a login. */
export interface Login {
  url: string;
  key: string;
}

/** @returns `PARLEY_CLI_CONFIG`, or a file in the home folder */
function fileOf(env: NodeJS.ProcessEnv): string {
  const folder = env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  return env.PARLEY_CLI_CONFIG ?? join(folder, 'parley', 'cli.json');
}

/**
 * Stores a login readable by its owner only.
 * @returns the file
 */
export async function keepLogin(login: Login, env: NodeJS.ProcessEnv): Promise<string> {
  const file = fileOf(env);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(login), { mode: 0o600 });
  // Needed for an existing file, which keeps its mode.
  await chmod(file, 0o600);
  return file;
}

/**
 * Prefers `PARLEY_URL` and `PARLEY_KEY` to the stored login.
 * @returns null if there is neither
 */
export async function loginOf(env: NodeJS.ProcessEnv): Promise<Login | null> {
  if (env.PARLEY_URL && env.PARLEY_KEY) return { url: env.PARLEY_URL, key: env.PARLEY_KEY };
  try {
    return JSON.parse(await readFile(fileOf(env), 'utf8')) as Login;
  } catch {
    return null;
  }
}
