import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/platform/http/free-port';
import type { Figure } from '../figure';
import { inTurns, median } from '../statistics';
import { Program } from '../support/program';

export const START = join(__dirname, '../../scripts/start');

/** Measures `scripts/start` of an installed and built product, until it reports that it is ready. */
export const start: Figure = {
  name: 'start',
  async measure(bench) {
    const used = await mkdtemp(join(tmpdir(), 'parley-bench-start-'));
    bench.onEnd(() => rm(used, { recursive: true, force: true }));
    const readyAfter = async (dataDir: string) => {
      const program = await startProductAt(dataDir);
      await program.stop();
      return program.readyAfterMs / 1000;
    };
    bench.tell('for the first time and again, in turns');
    await readyAfter(used);
    const { first, again } = await inTurns(bench.rounds, {
      first: () => withFolder(readyAfter),
      again: () => readyAfter(used),
    });
    return [
      { name: 'start, first time', value: median(first), unit: 's', goal: { of: 'value', atMost: 5 } },
      { name: 'start, again', value: median(again), unit: 's', goal: { of: 'value', atMost: 5 } },
    ];
  },
};

/** Starts the product as a new user does: with embedded engines and demo data. */
export async function startProductAt(dataDir: string): Promise<Program> {
  return Program.start(START, [], { PARLEY_DATA: dataDir, PORT: String(await freePort()) });
}

export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-start-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
