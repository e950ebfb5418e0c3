import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../figure';
import { inTurns, median } from '../statistics';
import { residentMegabytes } from '../support/resident';
import { startProductAt, withFolder } from './start';

/** Time for the work of starting to end and to be collected. */
const IDLE_SECONDS = 5;

/** The resident set of the product's process, idle after its start; PostgreSQL's processes are not included. */
export const memory: Figure = {
  name: 'memory',
  async measure(bench) {
    bench.tell('starts and idles');
    const { megabytes } = await inTurns(bench.rounds, {
      megabytes: () =>
        withFolder(async (folder) => {
          const program = await startProductAt(folder);
          await pause(IDLE_SECONDS * 1000);
          const resident = residentMegabytes(program.pid);
          await program.stop();
          return resident;
        }),
    });
    return [{ name: 'memory', value: median(megabytes), unit: 'MB', goal: { of: 'value', atMost: 250 } }];
  },
};
