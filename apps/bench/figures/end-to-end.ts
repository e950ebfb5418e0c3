import { join } from 'node:path';
import type { Figure, Measurement } from '../figure';
import { inTurns, median, percentile } from '../statistics';
import { Arrivals } from '../support/arrivals';
import { install, startAt, startProduct } from '../support/installation';
import { Listeners } from '../support/listeners';
import { steadily } from '../support/steadily';
import { WebhookSender } from '../support/webhooks';

const BARE = join(__dirname, 'bare-chain.js');
const AGENTS = 200;
/** Number of contacts, who write by turns, so that each writes again only after some seconds. */
const CONTACTS = 500;

interface Crowd {
  agents: number;
  /** Rates in messages per second, each with the duration of its round. */
  rates: { perSecond: number; seconds: number }[];
}
const CROWDS: Crowd[] = [
  {
    agents: 1,
    rates: [
      { perSecond: 2, seconds: 15 },
      { perSecond: 20, seconds: 5 },
      { perSecond: 100, seconds: 5 },
    ],
  },
  { agents: AGENTS, rates: [{ perSecond: 100, seconds: 5 }] },
];

/** Latency from the post of a webhook until every agent's socket has received the message. */
export const endToEnd: Figure = {
  name: 'end-to-end',
  async measure(bench) {
    const installation = await install(bench, AGENTS);
    const { ingress, realtime } = await startProduct(bench, installation);
    const tokens = await Promise.all(installation.agentIds.map((id) => installation.tokenOf(id)));
    const scratch = await bench.postgres.emptyDatabase();
    bench.onEnd(() => bench.postgres.drop(scratch));
    const bare = await startAt(bench, BARE, [], {
      DATABASE_URL: scratch,
      APP_SECRET: installation.appSecret,
    });
    const senderTo = async (address: string) => {
      const provider = new WebhookSender(address, installation, CONTACTS);
      bench.onEnd(async () => provider.close());
      await provider.untilTaken();
      return provider;
    };
    const providers = { ours: await senderTo(ingress), floor: await senderTo(bare) };
    let words = 0;
    const newWord = () => `w${words++}w`;
    const measured: Measurement[] = [];
    for (const { agents, rates } of CROWDS) {
      bench.tell(`agents who are connected: ${agents}`);
      const heard = tokens.slice(0, agents);
      const ours = await Listeners.connect(realtime, heard);
      const floor = await Listeners.connect(
        bare,
        heard.map(() => undefined),
      );
      const rounds = {
        ours: roundsOf(providers.ours, new Arrivals(ours, newWord)),
        floor: roundsOf(providers.floor, new Arrivals(floor, newWord)),
      };
      bench.tell('everybody writes');
      await rounds.ours(100, bench.size(CONTACTS));
      for (const { perSecond, seconds } of rates) {
        bench.tell(`${perSecond} messages a second, and the bare chain, in turns`);
        const messages = Math.ceil(bench.seconds(seconds) * perSecond);
        const taken = await inTurns(bench.rounds, {
          ours: () => rounds.ours(perSecond, messages),
          floor: () => rounds.floor(perSecond, messages),
        });
        measured.push(...figuresOf(agents, perSecond, taken));
      }
      await ours.close();
      await floor.close();
    }
    return measured;
  },
};

function figuresOf(
  agents: number,
  perSecond: number,
  taken: { ours: number[][]; floor: number[][] },
): Measurement[] {
  const at = (rounds: number[][], share: number) =>
    median(rounds.map((ofRound) => percentile(ofRound, share)));
  const name = `end-to-end, agents: ${agents}, ${perSecond} a second`;
  const of = (share: number) => ({ unit: 'ms', value: at(taken.ours, share), floor: at(taken.floor, share) });
  const p50 = { name: `${name}, p50`, ...of(0.5), goal: { of: 'ratio', atMost: 3 } as const };
  if (agents === 1) return [p50];
  return [p50, { name: `${name}, p99`, ...of(0.99), goal: { of: 'value', atMost: 150 } as const }];
}

/** @returns a function that posts webhooks at a rate, and returns the latency to each socket in ms */
function roundsOf(
  provider: WebhookSender,
  arrivals: Arrivals,
): (perSecond: number, messages: number) => Promise<number[]> {
  return async (perSecond, messages) => {
    const words = Array.from({ length: messages }, () => arrivals.newWord());
    const posted: number[] = [];
    await steadily(perSecond, messages, async (index) => {
      posted[index] = performance.now();
      await provider.post(words[index] ?? '');
    });
    const heard = await arrivals.of(words);
    return heard.flatMap((times, index) => times.map((time) => time - (posted[index] ?? NaN)));
  };
}
