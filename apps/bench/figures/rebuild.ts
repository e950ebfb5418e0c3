import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../figure';
import { inTurns, median, percentile } from '../statistics';
import { fill, Traffic } from '../support/fill';
import { install, startProduct } from '../support/installation';
import { LagWatch } from '../support/lag';
import { Program } from '../support/program';
import { batchedInserts } from './append-batch';

const EVENTS = 200_000;
const VIEWS = 2;
const LIVE_PER_SECOND = 50;
const REBUILD = join(__dirname, 'rebuild.js');

/**
 * Rebuilds every view of conversations while the product runs and receives messages. For the rate, an event counts
 * once for each view that folds it.
 */
export const rebuild: Figure = {
  name: 'rebuild',
  async measure(bench) {
    const installation = await install(bench);
    bench.tell('filling the log');
    const events = await fill(installation, bench.size(EVENTS));
    bench.tell('the product folds it for the first time');
    await startProduct(bench, installation);
    const traffic = await Traffic.begin(installation, 100);
    const insert = await batchedInserts(bench);
    const watch = new LagWatch(installation);
    bench.onEnd(() => watch.end());
    await traffic.flow(LIVE_PER_SECOND, 1, (position) => watch.appended(position));
    await watch.caughtUp();

    const p95 = async (work: () => Promise<void>) => {
      watch.lags.length = 0;
      const stop = new AbortController();
      const flowing = live(traffic, watch, stop.signal);
      await work();
      stop.abort();
      await flowing;
      await watch.caughtUp();
      return percentile(watch.lags, 0.95);
    };
    bench.tell('rebuilds, usual traffic and batched inserts in turns');
    const seconds: number[] = [];
    const results = await inTurns(bench.rounds, {
      usual: () => p95(() => pause(bench.seconds(5) * 1000)),
      meanwhile: () => p95(async () => void seconds.push(await rebuildAll(installation.env))),
      floor: () => insert(bench.seconds(2)),
    });
    return [
      {
        name: 'rebuild',
        value: (events * VIEWS) / median(seconds),
        unit: 'events/s',
        floor: median(results.floor),
        goal: { of: 'ratio', atLeast: 0.3 },
      },
      {
        name: 'rebuild, live p95 meanwhile',
        value: median(results.meanwhile),
        unit: 'ms',
        floor: median(results.usual),
        goal: { of: 'ratio', atMost: 2 },
      },
    ];
  },
};

async function live(traffic: Traffic, watch: LagWatch, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await traffic.flow(LIVE_PER_SECOND, LIVE_PER_SECOND / 5, (position) => watch.appended(position));
  }
}

/**
 * Rebuilds in a separate process, as an operator does.
 * @returns duration in seconds of the rebuild, without the start of the process
 */
async function rebuildAll(env: NodeJS.ProcessEnv): Promise<number> {
  const program = await Program.start(REBUILD, [], env);
  await program.ended();
  return Number(/[\d.]+$/.exec(program.readiness)?.[0]) / 1000;
}
