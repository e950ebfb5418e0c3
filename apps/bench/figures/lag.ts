import type { Figure } from '../figure';
import { percentile } from '../statistics';
import { Traffic } from '../support/fill';
import { install, startProduct } from '../support/installation';
import { LagWatch } from '../support/lag';

const PER_SECOND = 500;
const SECONDS = 60;
const CONVERSATIONS = 1_000;

/** Measures how far the views of the running product are behind the log under steady traffic, in one long round. */
export const lag: Figure = {
  name: 'lag',
  async measure(bench) {
    const installation = await install(bench);
    await startProduct(bench, installation);
    const traffic = await Traffic.begin(installation, CONVERSATIONS);
    const watch = new LagWatch(installation);
    bench.onEnd(() => watch.end());
    const flow = (seconds: number) =>
      traffic.flow(PER_SECOND, PER_SECOND * seconds, (position) => watch.appended(position));
    bench.tell('warming up');
    await flow(bench.seconds(3));
    await watch.caughtUp();
    watch.lags.length = 0;
    bench.tell(`${PER_SECOND} events a second`);
    await flow(bench.seconds(SECONDS));
    const ended = performance.now();
    await watch.caughtUp();
    const settled = (performance.now() - ended) / 1000;
    return [
      {
        name: 'lag, p99',
        value: percentile(watch.lags, 0.99),
        unit: 'ms',
        goal: { of: 'value', atMost: 250 },
      },
      { name: 'lag, zero after the end', value: settled, unit: 's', goal: { of: 'value', atMost: 1 } },
    ];
  },
};
