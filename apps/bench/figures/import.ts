import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ContactImport } from '@parley/contracts/api/contact-imports';
import { freePort } from '@parley/platform/http/free-port';
import type { Figure } from '../figure';
import { percentile } from '../statistics';
import { install } from '../support/installation';
import { addManager, signedIn, type Ask } from '../support/manager';
import { Program } from '../support/program';

const ROWS = 20_000;
const GOAL_ROWS = 200_000;
const GOAL_SECONDS = 60;
const POLL_MS = 200;
const ASK_MS = 50;
const SERVER = join(__dirname, '../server/main.js');

/**
 * Checks and imports a CSV file of new contacts through the API, while a colleague reads the list of contacts and the
 * views fold the imported contacts. The memory is the resident set of the product's process.
 */
export const importing: Figure = {
  name: 'import',
  async measure(bench) {
    const rows = bench.size(ROWS);
    const installation = await install(bench);
    const managerId = await addManager(installation);
    const port = await freePort();
    const program = await Program.start(SERVER, [], { ...installation.env, PORT: String(port) });
    bench.onEnd(() => program.stop());
    const api = await signedIn(installation, `http://127.0.0.1:${port}`, managerId);
    bench.tell('imports a first thousand, so that all that is needed is loaded');
    await importFile(api, fileOf(1_000, 0));
    const usual = await latenciesWhile(api, () => pause(bench.seconds(5) * 1000));
    const before = residentMegabytes(program.pid);
    bench.tell(`imports ${rows.toLocaleString('en')} rows`);
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, residentMegabytes(program.pid))), 500);
    let took = { check: 0, run: 0 };
    const busy = await latenciesWhile(api, async () => {
      took = await importFile(api, fileOf(rows, 1_000));
    });
    clearInterval(watch);
    const seconds = (took.check + took.run) / 1_000;
    bench.tell(
      `checked in ${(took.check / 1_000).toFixed(1)} s, imported in ${(took.run / 1_000).toFixed(1)} s`,
    );
    return [
      {
        name: 'import',
        value: rows / seconds,
        unit: 'rows/s',
        goal: { of: 'value', atLeast: GOAL_ROWS / GOAL_SECONDS },
      },
      {
        name: 'import, list of contacts meanwhile, p95',
        value: percentile(busy, 0.95),
        unit: 'ms',
        floor: percentile(usual, 0.95),
        goal: { of: 'ratio', atMost: 2 },
      },
      { name: 'import, memory', value: most - before, unit: 'MB', goal: { of: 'value', atMost: 200 } },
    ];
  },
};

function fileOf(rows: number, from: number): FormData {
  const lines = Array.from({ length: rows }, (_, nth) => {
    const number = from + nth;
    return `Person ${number},+346${String(number).padStart(8, '0')},person-${number}@bench.example,Acme`;
  });
  const form = new FormData();
  form.set('file', new File([`name,phone,email,company\n${lines.join('\n')}`], 'people.csv'));
  return form;
}

/** @returns the duration of the check and of the import, in ms */
async function importFile(ask: Ask, file: FormData): Promise<{ check: number; run: number }> {
  const { id } = await ask<ContactImport>('POST', '/api/v3/contact-imports', file);
  const step = async (name: 'check' | 'run') => {
    const start = performance.now();
    await ask('POST', `/api/v3/contact-imports/${id}/${name}`, {});
    for (;;) {
      const { isStepDone } = await ask<ContactImport>('GET', `/api/v3/contact-imports/${id}`);
      if (isStepDone) return performance.now() - start;
      await pause(POLL_MS);
    }
  };
  return { check: await step('check'), run: await step('run') };
}

async function latenciesWhile(ask: Ask, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  let isDone = false;
  const working = work().finally(() => (isDone = true));
  while (!isDone) {
    const start = performance.now();
    await ask('GET', '/api/v3/contacts?perPage=50');
    took.push(performance.now() - start);
    await pause(ASK_MS);
  }
  await working;
  return took;
}

function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
