import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadConfig } from '@parley/platform/config/config';
import { demoId, harbourBikes } from '@parley/demo/demo-organisation';
import { demoPassword } from '@parley/embedded/identity/demo-sign-in';
import { demoSignIn } from '@parley/embedded/identity/demo-sign-in';
import { freePort } from '@parley/platform/http/free-port';
import { openEngines, TOOL_APPLICATION, type Engines } from '@parley/server/engines';
import { views } from '@parley/server/features';
import type { Bench } from '../figure';
import { Program } from './program';

const [SERVER, SEED] = ['main', 'seed'].map((name) => join(__dirname, `../server/${name}.js`)) as [
  string,
  string,
];
/** An agent of the demo organisation with the same abilities as most agents. */
export const AGENT = 'sanne@harbour.example';
const HOUR_MS = 3_600_000;
/** File that is written when the folder is completely filled. */
const FILLED = 'filled';

/** The product with its own engines and demo organisation, and a number of conversations in it. */
export interface FilledInbox {
  url: string;
  customerId: string;
  userId: string;
  /** Engines with which the benchmark itself uses the product's database, as a tool does. */
  engines: Engines;
  /**
   * Makes a request as the agent.
   * @throws Error if it is refused
   */
  request(method: string, path: string, body?: object): Promise<unknown>;
}

/** Starts the product with an inbox of this size. The inbox is filled once per run. */
export async function startFilled(bench: Bench, conversations: number): Promise<FilledInbox> {
  const dataDir = await bench.once(`an inbox of ${conversations}`, (run) => filled(run, conversations));
  const { env, url } = await startOn(bench, dataDir);
  const engines = await besides(bench, env);
  const { frontendApiKey } = engines.config;
  const { idToken } = await demoSignIn(url, { email: AGENT, password: demoPassword }, frontendApiKey);
  const headers = {
    authorization: `Bearer ${idToken}`,
    'api-key': frontendApiKey,
    'content-type': 'application/json',
  };
  const request = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  return { url, customerId: demoId(harbourBikes.domain), userId: demoId(AGENT), engines, request };
}

/**
 * Fills a data folder, and then vacuums and analyses its database, so that the database is like one in use.
 * @returns the folder
 */
async function filled(bench: Bench, conversations: number): Promise<string> {
  const kept = bench.inboxes && join(bench.inboxes, String(conversations));
  if (kept && existsSync(join(kept, FILLED))) return kept;
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'parley-bench-inbox-')));
  if (kept) await mkdir(kept, { recursive: true });
  else bench.onEnd(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const undos: (() => Promise<unknown>)[] = [];
  const meanwhile = { ...bench, onEnd: (undo: () => Promise<unknown>) => undos.push(undo) };
  try {
    const { env } = await startOn(meanwhile, dataDir);
    const engines = await besides(meanwhile, env);
    bench.tell(`${conversations.toLocaleString('en')} conversations are written`);
    const started = performance.now();
    const seed = await Program.start(SEED, ['--conversations', String(conversations)], env, /conversations/);
    await seed.ended();
    const written = performance.now();
    const head = (await engines.store.head()) ?? '';
    for (const { name } of views) await engines.views.waitFor(name, head, 4 * HOUR_MS);
    await untilReacted(engines, head);
    const folded = performance.now();
    const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
    bench.tell(`written in ${seconds(written - started)}, shown ${seconds(folded - written)} later`);
    await engines.database.query('vacuum analyze');
    await engines.database.query('checkpoint');
  } finally {
    for (const undo of undos.reverse()) await undo();
  }
  await writeFile(join(dataDir, FILLED), '');
  return dataDir;
}

/**
 * Waits until all reactions have handled the events, since they would keep the product busy during the measurement.
 */
async function untilReacted({ database }: Engines, head: string): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ behind: number }>(
      'select count(*)::integer as behind from parley.reaction_checkpoint where position < $1',
      [head],
    );
    if (rows[0]?.behind === 0) return;
    await pause(500);
  }
}

async function startOn(bench: Bench, dataDir: string): Promise<{ env: NodeJS.ProcessEnv; url: string }> {
  const env = { ...process.env, PARLEY_DATA: dataDir, PORT: String(await freePort()) };
  const program = await Program.start(SERVER, [], env);
  bench.onEnd(() => program.stop());
  return { env, url: `http://localhost:${env.PORT}` };
}

async function besides(bench: Bench, env: NodeJS.ProcessEnv): Promise<Engines> {
  const engines = await openEngines(loadConfig({ ...env, PARLEY_ROLES: undefined }), TOOL_APPLICATION);
  bench.onEnd(() => engines.close());
  return engines;
}
