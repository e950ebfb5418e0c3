import { join } from 'node:path';
import type { Bench, Figure } from '../figure';
import { inTurns, median, percentile } from '../statistics';
import { closedLoop } from '../support/closed-loop';
import { install, startAt, startProduct, type Installation } from '../support/installation';
import { WebhookSender } from '../support/webhooks';

const CONNECTIONS = 16;
const CONTACTS = 500;
const INGRESS = join(__dirname, 'ingress.js');

/** Posts signed webhooks, each of which is acknowledged once it is durable. */
export const webhook: Figure = {
  name: 'webhook',
  async measure(bench) {
    const alone = await ingressAlone(bench);
    const all = await allRoles(bench);
    return [
      {
        name: 'webhook, ingress alone',
        value: median(alone.ours.map(({ perSecond }) => perSecond)),
        unit: 'webhooks/s',
        floor: median(alone.floor.map(({ perSecond }) => perSecond)),
        goal: { of: 'ratio', atLeast: 0.7 },
      },
      {
        name: 'webhook, ingress alone, p99',
        value: median(alone.ours.map(({ p99 }) => p99)),
        unit: 'ms',
        floor: median(alone.floor.map(({ p99 }) => p99)),
        goal: { of: 'value', atMost: 100 },
      },
      {
        name: 'webhook, all roles',
        value: median(all.map(({ perSecond }) => perSecond)),
        unit: 'webhooks/s',
        goal: { of: 'value', atLeast: 800 },
      },
      {
        name: 'webhook, all roles, p99',
        value: median(all.map(({ p99 }) => p99)),
        unit: 'ms',
        goal: { of: 'value', atMost: 100 },
      },
    ];
  },
};

/** Measures the ingress role, and as the floor the same route with a bus that stores nothing. */
async function ingressAlone(bench: Bench): Promise<Record<'ours' | 'floor', Round[]>> {
  const installation = await install(bench);
  const ours = await sender(bench, installation, await startAt(bench, INGRESS, [], installation.env));
  const floor = await sender(
    bench,
    installation,
    await startAt(bench, INGRESS, ['nowhere'], installation.env),
  );
  bench.tell('the ingress alone, and one that stores nothing, in turns');
  for (const one of [ours, floor]) await load(one, bench.seconds(1));
  const seconds = bench.seconds(3);
  return inTurns(bench.rounds, { ours: () => load(ours, seconds), floor: () => load(floor, seconds) });
}

/** Measures the whole product, which processes the received webhooks at the same time. */
async function allRoles(bench: Bench): Promise<Round[]> {
  const installation = await install(bench);
  const product = await sender(bench, installation, (await startProduct(bench, installation)).ingress);
  bench.tell('all roles in one process');
  await load(product, bench.seconds(2));
  const seconds = bench.seconds(3);
  const { all } = await inTurns(bench.rounds, { all: () => load(product, seconds) });
  return all;
}

interface Round {
  perSecond: number;
  p99: number;
}

async function load(to: WebhookSender, seconds: number): Promise<Round> {
  const { perSecond, latencies } = await closedLoop(CONNECTIONS, seconds, () => to.post('Hello'));
  return { perSecond, p99: percentile(latencies, 0.99) };
}

async function sender(bench: Bench, installation: Installation, address: string): Promise<WebhookSender> {
  const to = new WebhookSender(address, installation, CONTACTS, CONNECTIONS);
  bench.onEnd(async () => to.close());
  await to.untilTaken();
  return to;
}
