import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../figure';
import { inTurns, median } from '../statistics';
import { residentMegabytes } from '../support/resident';
import { startProductAt, withFolder } from './start';

/** Time in seconds for the work of the start to end, and its memory to be collected. */
const IDLE_SECONDS = 5;

/** The resident set of the product's process when it is idle after its start, without PostgreSQL's processes. */
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
