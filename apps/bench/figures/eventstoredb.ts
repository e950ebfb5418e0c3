import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { noted } from '@parley/event-sourcing/store/conformance';
import { EventStoreDbEventStore } from '@parley/event-sourcing/store/eventstoredb/eventstoredb-event-store';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { copyLog } from '../../tools/src/move/copy-log';
import type { Bench, Figure, Measurement } from '../figure';
import { inTurns, median, percentile } from '../statistics';
import { Arrivals } from '../support/arrivals';
import { install, startProduct } from '../support/installation';
import { Listeners } from '../support/listeners';
import { Program } from '../support/program';
import { steadily } from '../support/steadily';
import { WebhookSender } from '../support/webhooks';

const DOUBLE = join(__dirname, 'eventstoredb.js');
/** Delay in ms of each call to the fake; calls to a real server took 3 to 4 ms. */
const DELAY_MS = 4;
const RATES = [20, 100];
/**
 * Number of contacts. With fewer, a contact could write again before their last message is shown, and the list shows
 * only the newest one.
 */
const CONTACTS = 300;
const MOVED = 100_000;

/**
 * Compares the log in EventStoreDB with the log in PostgreSQL in the same run. EventStoreDB is a fake that delays
 * each call.
 */
export const eventstoredb: Figure = {
  name: 'eventstoredb',
  async measure(bench) {
    return [...(await moving(bench)), ...(await endToEnd(bench))];
  },
};

async function moving(bench: Bench): Promise<Measurement[]> {
  const events = bench.size(MOVED);
  const source = new InMemoryEventStore();
  for (let index = 0; index < events; index++) {
    const options = { expected: 'any', customerId: 'bench' } as const;
    await source.append(`message-${index % 5_000}`, [noted(String(index))], options);
  }
  bench.tell(`a log of ${events.toLocaleString('en')} events moves`);
  const rates: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    const double = await startDouble();
    const target = await EventStoreDbEventStore.open(urlOf(double));
    const started = performance.now();
    await copyLog(source, { store: target, pipeline: target.pipeline() }, () => undefined);
    rates.push(events / ((performance.now() - started) / 1_000));
    await target.close();
    await double.stop();
  }
  return [
    {
      name: 'eventstoredb, move',
      value: median(rates),
      unit: 'events/s',
      goal: { of: 'value', atLeast: 3_000 },
    },
  ];
}

async function endToEnd(bench: Bench): Promise<Measurement[]> {
  const double = await startDouble();
  bench.onEnd(() => double.stop());
  const ours = await chain(bench, { EVENTSTORE_URL: urlOf(double) });
  const floor = await chain(bench, {});
  const measured: Measurement[] = [];
  for (const rate of RATES) {
    bench.tell(`${rate} messages a second on each log, in turns`);
    const messages = Math.ceil(bench.seconds(5) * rate);
    const taken = await inTurns(bench.rounds, {
      ours: () => ours(rate, messages),
      floor: () => floor(rate, messages),
    });
    const p50 = (rounds: number[][]) => median(rounds.map((each) => percentile(each, 0.5)));
    measured.push({
      name: `eventstoredb, end-to-end at ${rate}/s, p50`,
      value: p50(taken.ours),
      unit: 'ms',
      floor: p50(taken.floor),
      goal: { of: 'ratio', atMost: 1.5 },
    });
  }
  return measured;
}

/** @returns a function that posts webhooks at a rate, and returns the latency to an agent's socket in ms */
async function chain(
  bench: Bench,
  more: NodeJS.ProcessEnv,
): Promise<(rate: number, messages: number) => Promise<number[]>> {
  const installation = await install(bench, 1, more);
  const { ingress, realtime } = await startProduct(bench, installation);
  const provider = new WebhookSender(ingress, installation, CONTACTS);
  bench.onEnd(async () => provider.close());
  await provider.untilTaken();
  const agent = await Listeners.connect(realtime, [
    await installation.tokenOf(installation.agentIds[0] ?? randomUUID()),
  ]);
  bench.onEnd(() => agent.close());
  const arrivals = new Arrivals(agent);
  const run = async (rate: number, messages: number) => {
    const words = Array.from({ length: messages }, () => arrivals.newWord());
    const posted: number[] = [];
    await steadily(rate, messages, async (index) => {
      posted[index] = performance.now();
      await provider.post(words[index] ?? '');
    });
    const heard = await arrivals.of(words);
    return heard.flatMap((times, index) => times.map((time) => time - (posted[index] ?? NaN)));
  };
  // In this unmeasured round, every contact writes for the first time.
  await run(30, CONTACTS);
  return run;
}

function startDouble(): Promise<Program> {
  return Program.start(DOUBLE, [], { DELAY_MS: String(DELAY_MS) });
}

function urlOf({ readiness }: Program): string {
  return readiness.replace(/^ready /, '');
}
