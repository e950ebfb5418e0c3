import { join } from 'node:path';
import { freePort } from '@parley/platform/http/free-port';
import type { Bench, Figure } from '../figure';
import { inTurns, median, percentile } from '../statistics';
import { Arrivals } from '../support/arrivals';
import { install, startProduct } from '../support/installation';
import { Listeners } from '../support/listeners';
import { Program } from '../support/program';
import { WebhookSender } from '../support/webhooks';

const SOCKETS = 1_000;
/** Number of pushes in a round. Each is made once the one before has reached every socket. */
const PUSHES = 10;
const BARE = join(__dirname, 'bare-sockets.js');

/** Times at which one push reached the sockets. */
interface Spread {
  /** Time in ms from the first socket that received the push to the last. */
  width: number;
  /** Time in ms from the change that caused the push to the last socket. */
  last: number;
}

/**
 * Pushes one changed conversation to a thousand agents. The rate counts from the first socket to the last, for a fair
 * comparison: bare socket.io has no log to write and no view to fold before the first.
 */
export const fanOut: Figure = {
  name: 'fan-out',
  async measure(bench) {
    const [ours, floor] = [await product(bench), await bareSockets(bench)];
    for (const one of [ours, floor]) await one();
    bench.tell('the product and bare socket.io in turns');
    const round = async (one: () => Promise<Spread>) => {
      const spreads: Spread[] = [];
      for (let push = 0; push < PUSHES; push++) spreads.push(await one());
      return spreads;
    };
    const results = await inTurns(bench.rounds, { ours: () => round(ours), floor: () => round(floor) });
    const rate = (rounds: Spread[][]) =>
      median(
        rounds.map((spreads) => bench.size(SOCKETS) / (median(spreads.map(({ width }) => width)) / 1000)),
      );
    const lasts = (rounds: Spread[][]) => rounds.flat().map(({ last }) => last);
    return [
      {
        name: 'fan-out',
        value: rate(results.ours),
        unit: 'deliveries/s',
        floor: rate(results.floor),
        goal: { of: 'ratio', atLeast: 0.8 },
      },
      {
        name: 'fan-out, last delivery, p99',
        value: percentile(lasts(results.ours), 0.99),
        unit: 'ms',
        floor: percentile(lasts(results.floor), 0.99),
        goal: { of: 'value', atMost: 250 },
      },
    ];
  },
};

/** A push by the product, caused by a webhook and measured from the response to it. */
async function product(bench: Bench): Promise<() => Promise<Spread>> {
  const installation = await install(bench, bench.size(SOCKETS));
  const { realtime: address } = await startProduct(bench, installation);
  const provider = new WebhookSender(address, installation, 1);
  bench.onEnd(async () => provider.close());
  await provider.untilTaken();
  bench.tell(`${installation.agentIds.length} agents connect`);
  const tokens = await Promise.all(installation.agentIds.map((id) => installation.tokenOf(id)));
  const arrivals = await listen(bench, address, tokens);
  return () => spread(arrivals, (word) => provider.post(word));
}

/** A push of the same size that bare socket.io emits to all sockets. */
async function bareSockets(bench: Bench): Promise<() => Promise<Spread>> {
  const port = await freePort();
  const server = await Program.start(BARE, [], { PORT: String(port) });
  bench.onEnd(() => server.stop());
  const tokens = Array.from({ length: bench.size(SOCKETS) }, () => undefined);
  const arrivals = await listen(bench, `http://127.0.0.1:${port}`, tokens);
  return () =>
    spread(arrivals, async (word) => server.tell(JSON.stringify({ text: word, rest: 'x'.repeat(1_000) })));
}

async function listen(bench: Bench, address: string, tokens: (string | undefined)[]): Promise<Arrivals> {
  const listeners = await Listeners.connect(address, tokens);
  bench.onEnd(() => listeners.close());
  return new Arrivals(listeners);
}

async function spread(arrivals: Arrivals, cause: (word: string) => Promise<void>): Promise<Spread> {
  const word = arrivals.newWord();
  await cause(word);
  const caused = performance.now();
  const [times = []] = await arrivals.of([word]);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return { width: last - first, last: last - caused };
}
