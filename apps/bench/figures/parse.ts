import { resolve } from 'node:path';
import type { Webhook } from '@parley/channels/adapters/adapter';
import { adapterOf } from '@parley/channels/adapters/registry';
import { posting, samplesOf } from '@parley/channels/testing/samples';
import type { Provider } from '@parley/contracts/channels/offers';
import type { Bench, Figure, Measurement } from '../figure';
import { inTurns, median } from '../statistics';

const PAYLOADS = 10_000;
const root = resolve(__dirname, '../..');

/** Parses webhooks by an adapter. The floor only decodes the same bytes. */
export const parse: Figure = {
  name: 'parse',
  async measure(bench) {
    const measured: Measurement[] = [];
    for (const provider of posting) measured.push(await parsed(bench, provider));
    return measured;
  },
};

async function parsed(bench: Bench, provider: Provider): Promise<Measurement> {
  const samples = samplesOf(provider, root).map(({ webhook }) => webhook);
  const count = bench.size(PAYLOADS);
  bench.tell(`${count} webhooks of ${provider}`);
  const webhooks = Array.from({ length: count }, (_, index) => samples[index % samples.length]!);
  const adapter = adapterOf(provider);
  const at = new Date().toISOString();
  const ours = () => timed(count, () => webhooks.forEach((webhook) => adapter.parse(webhook, at)));
  const floor = () => timed(count, () => webhooks.forEach(readAlone));
  // Unmeasured rounds, so that the code of both functions is compiled before the measured ones.
  await inTurns(5, { ours, floor });
  const results = await inTurns(bench.rounds, { ours, floor });
  return {
    name: `parse, ${provider}`,
    ...{ value: median(results.ours), floor: median(results.floor), unit: 'µs a webhook' },
    goal: { of: 'ratio', atMost: 4 },
  };
}

/** Decodes JSON with JSON.parse, and a form or a query with URLSearchParams. */
function readAlone({ body, contentType, query }: Webhook): unknown {
  if (contentType === 'application/json') return JSON.parse(body.toString('utf8'));
  return new URLSearchParams(body.length > 0 ? body.toString('utf8') : query);
}

/** @returns the CPU time per webhook in µs, which does not include other processes */
function timed(count: number, work: () => void): Promise<number> {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Promise.resolve((user + system) / count);
}
