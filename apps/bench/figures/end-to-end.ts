import { join } from 'node:path';
import type { Figure } from '../figure';
import { inTurns, median, percentile } from '../statistics';
import { Arrivals } from '../support/arrivals';
import { install, startAt, startProduct } from '../support/installation';
import { Listeners } from '../support/listeners';
import { steadily } from '../support/steadily';
import { WebhookSender } from '../support/webhooks';

const BARE = join(__dirname, 'bare-chain.js');
const PER_SECOND = 100;
const AGENTS = 200;
/** People who write in turns: each the next time after some seconds. */
const CONTACTS = 500;

/** From the posting of a webhook until each of the agents' sockets has heard of its message. */
export const endToEnd: Figure = {
  name: 'end-to-end',
  async measure(bench) {
    const installation = await install(bench, AGENTS);
    const { ingress, realtime } = await startProduct(bench, installation);
    bench.tell(`${AGENTS} agents connect`);
    const tokens = await Promise.all(installation.agentIds.map((id) => installation.tokenOf(id)));
    const scratch = await bench.postgres.emptyDatabase();
    bench.onEnd(() => bench.postgres.drop(scratch));
    const bare = await startAt(bench, BARE, [], {
      DATABASE_URL: scratch,
      APP_SECRET: installation.appSecret,
    });
    const chainOf = async (posts: string, hears: string, credentials: (string | undefined)[]) => {
      const provider = new WebhookSender(posts, installation, CONTACTS);
      bench.onEnd(async () => provider.close());
      await provider.untilTaken();
      const agents = await Listeners.connect(hears, credentials);
      bench.onEnd(() => agents.close());
      return roundsOf(provider, new Arrivals(agents));
    };
    const ours = await chainOf(ingress, realtime, tokens);
    const floor = await chainOf(
      bare,
      bare,
      tokens.map(() => undefined),
    );
    bench.tell(`everybody writes for the first time`);
    await ours(bench.size(CONTACTS));
    bench.tell(`${PER_SECOND} messages a second, and the bare chain, in turns`);
    const messages = Math.ceil(bench.seconds(5) * PER_SECOND);
    const taken = await inTurns(bench.rounds, { ours: () => ours(messages), floor: () => floor(messages) });
    const at = (rounds: number[][], share: number) =>
      median(rounds.map((ofRound) => percentile(ofRound, share)));
    return [
      {
        name: 'end-to-end, p50',
        value: at(taken.ours, 0.5),
        unit: 'ms',
        floor: at(taken.floor, 0.5),
        goal: { of: 'ratio', atMost: 3 },
      },
      {
        name: 'end-to-end, p99',
        value: at(taken.ours, 0.99),
        unit: 'ms',
        floor: at(taken.floor, 0.99),
        goal: { of: 'value', atMost: 150 },
      },
    ];
  },
};

/** @returns what posts so many webhooks, and says how long each took to each socket, in ms */
function roundsOf(provider: WebhookSender, arrivals: Arrivals): (messages: number) => Promise<number[]> {
  return async (messages) => {
    const words = Array.from({ length: messages }, () => arrivals.newWord());
    const posted: number[] = [];
    await steadily(PER_SECOND, messages, async (index) => {
      posted[index] = performance.now();
      await provider.post(words[index] ?? '');
    });
    const heard = await arrivals.of(words);
    return heard.flatMap((times, index) => times.map((time) => time - (posted[index] ?? NaN)));
  };
}
