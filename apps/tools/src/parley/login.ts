import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where one has logged in, and with which key. */
export interface Login {
  url: string;
  key: string;
}

/** `PARLEY_CLI_CONFIG`, or in the home folder. */
function fileOf(env: NodeJS.ProcessEnv): string {
  const folder = env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  return env.PARLEY_CLI_CONFIG ?? join(folder, 'parley', 'cli.json');
}

/** Kept for its owner alone to read. @returns the file */
export async function keepLogin(login: Login, env: NodeJS.ProcessEnv): Promise<string> {
  const file = fileOf(env);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(login), { mode: 0o600 });
  // One that was there keeps its mode.
  await chmod(file, 0o600);
  return file;
}

/** `PARLEY_URL` and `PARLEY_KEY` come before what was kept. Null: neither. */
export async function loginOf(env: NodeJS.ProcessEnv): Promise<Login | null> {
  if (env.PARLEY_URL && env.PARLEY_KEY) return { url: env.PARLEY_URL, key: env.PARLEY_KEY };
  try {
    return JSON.parse(await readFile(fileOf(env), 'utf8')) as Login;
  } catch {
    return null;
  }
}
