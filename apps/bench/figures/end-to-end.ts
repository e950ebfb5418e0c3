import type { Figure } from '../figure';
import { inTurns, median, percentile } from '../statistics';
import { Arrivals } from '../support/arrivals';
import { install, startProduct } from '../support/installation';
import { Listeners } from '../support/listeners';
import { steadily } from '../support/steadily';
import { WebhookSender } from '../support/webhooks';

const PER_SECOND = 100;
const AGENTS = 200;
/** People who write in turns: each the next time after some seconds. */
const CONTACTS = 500;

/** From the posting of a webhook until each of the agents' sockets has heard of its message. */
export const endToEnd: Figure = {
  name: 'end-to-end',
  async measure(bench) {
    const installation = await install(bench, AGENTS);
    const address = await startProduct(bench, installation);
    const provider = new WebhookSender(address, installation, CONTACTS);
    bench.onEnd(async () => provider.close());
    await provider.untilTaken();
    bench.tell(`${AGENTS} agents connect`);
    const tokens = await Promise.all(installation.agentIds.map((id) => installation.tokenOf(id)));
    const agents = await Listeners.connect(address, tokens);
    bench.onEnd(() => agents.close());
    const arrivals = new Arrivals(agents);

    const round = async (messages: number) => {
      const words = Array.from({ length: messages }, () => arrivals.newWord());
      const posted: number[] = [];
      await steadily(PER_SECOND, messages, async (index) => {
        posted[index] = performance.now();
        await provider.post(words[index] ?? '');
      });
      const heard = await arrivals.of(words);
      return heard.flatMap((times, index) => times.map((time) => time - (posted[index] ?? NaN)));
    };
    bench.tell(`everybody writes for the first time`);
    await round(bench.size(CONTACTS));
    bench.tell(`${PER_SECOND} messages a second`);
    const seconds = bench.seconds(5);
    const { latencies } = await inTurns(bench.rounds, { latencies: () => round(seconds * PER_SECOND) });
    const at = (share: number) => median(latencies.map((ofRound) => percentile(ofRound, share)));
    return [
      { name: 'end-to-end, p50', value: at(0.5), unit: 'ms', goal: { of: 'value', atMost: 30 } },
      { name: 'end-to-end, p99', value: at(0.99), unit: 'ms', goal: { of: 'value', atMost: 150 } },
    ];
  },
};
