import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { ChatEntry } from '../../../libs/foundation/contracts/src/api/conversations';
import { graphDouble, type GraphSend } from '../../../libs/test-support/doubles/src/graph/graph-double';
import { Proof } from '../../../libs/test-support/testing/src/proof/proof';
import { missingTools } from '../../../scripts/support/kafka';
import { Api } from '../support/api';
import { demo } from '../support/demo';
import { isOneServer, provedLog } from '../support/event-log';
import { KafkaBroker } from '../support/kafka-broker';
import { Product } from '../support/product';
import { Agent, Contacts } from '../support/traffic';
import { planOf, victims as mortals, type Kill, type Victims } from '../support/victims';

const PEOPLE = 12;
/** Number of kills after which all data is checked. */
const KILLS_A_ROUND = 10;
/**
 * Maximum time in ms between the provider's acceptance of a message and a crash that may keep Parley from recording
 * it.
 */
const RECORDED_WITHIN_MS = 10_000;
/** Time in ms for which the provider may still accept a message after the recorded end of a kill. */
const SKEW_MS = 500;

/** Start and end of a kill in epoch ms, including the search for the process to kill. */
interface Crash {
  from: number;
  to: number;
}

const proof = new Proof('crashes', { unit: 'kills', small: 4, full: 200 });
const missing = missingTools();
const kills = { kafka: missing.length > 0 || isOneServer ? 0 : Math.floor(proof.count / 2) };
const found: Record<string, number> = {};
let done = 0;

test('loses, duplicates and resends nothing while the server and PostgreSQL are killed at random under load', async () => {
  test.setTimeout(proof.timeout(600, 4 * 3_600));
  await prove(proof.count - kills.kafka, mortals(proof.random), { KAFKA_BROKERS: '' });
});

test('loses, duplicates and resends nothing on Kafka while Kafka is killed as well', async () => {
  test.skip(isOneServer, 'One server holds the log of one product.');
  test.skip(missing.length > 0, `There is no ${missing.join(' and no ')} here to start a broker with.`);
  test.setTimeout(proof.timeout(600, 4 * 3_600));
  const broker = await KafkaBroker.start();
  try {
    const kafka: Kill = async () => {
      await broker.kill();
      return () => broker.boot();
    };
    await prove(kills.kafka, { kafka, ...mortals(proof.random) }, { KAFKA_BROKERS: broker.address });
  } finally {
    await broker.stop();
  }
});

/**
 * Runs `share` kills, evenly spread over the kinds of processes in `victims`, in rounds of load; after each round,
 * checks all data.
 */
async function prove(share: number, victims: Victims, settings: NodeJS.ProcessEnv): Promise<void> {
  const log = await provedLog();
  const deadly = log.kill ? { ...victims, eventstoredb: log.kill } : victims;
  const sends: (GraphSend & { takenAt: number })[] = [];
  const graph = graphDouble({
    appSecret: demo.appSecret,
    accessToken: demo.accessToken,
    // Called when the provider accepts a message; delays the response, so that crashes also happen before Parley
    // records it.
    answerDelayMs: () => {
      sends.push({ ...graph.sends.at(-1)!, takenAt: Date.now() });
      return proof.random.below(60);
    },
  });
  const double = await graph.listen();
  const product = await Product.start({ PARLEY_DEMO_GRAPH_URL: double.url, ...settings, ...log.settings });
  try {
    const contacts = new Contacts(product, PEOPLE);
    for (let person = 0; person < PEOPLE; person++) await contacts.write();
    const chatIds = await everybodysChats(product);
    const agents = await Promise.all([
      agentOf(product, demo.agent.email),
      agentOf(product, demo.colleague.email),
    ]);
    const crashes: Crash[] = [];
    const kill = async (victim: string) => {
      const from = Date.now();
      const revive = await deadly[victim]!(product);
      crashes.push({ from, to: Date.now() });
      await revive?.();
    };
    const before = { ...found };
    const count = (name: string, value: number) => (found[name] = (before[name] ?? 0) + value);
    const plan = planOf(proof.random, share, Object.keys(deadly));
    for (let killed = 0; killed < share;) {
      let isLoaded = true;
      const load = [
        ...Array.from({ length: 4 }, () => () => contacts.write()),
        ...agents.map((agent) => () => agent.answer(chatIds)),
      ].map(async (once) => {
        while (isLoaded) await once();
      });
      const broken = Promise.all(load).then(() => new Promise<never>(() => undefined));
      broken.catch(() => undefined);
      for (const victim of plan.slice(killed, killed + KILLS_A_ROUND)) {
        const [posted, sent] = [contacts.acknowledged.size, sends.length];
        const isBusy = () => contacts.acknowledged.size > posted + 10 && sends.length > sent + 3;
        await Promise.race([broken, loadGoesOn(isBusy, product)]);
        await pause(proof.random.below(300));
        await kill(victim);
        found[`of ${victim}`] = (found[`of ${victim}`] ?? 0) + 1;
        killed++;
        done++;
        proof.progress(done);
      }
      isLoaded = false;
      await Promise.all(load);
      // A restart must not resend messages whose outcome is unknown.
      await kill('server');
      const queued = agents.flatMap((agent) => [...agent.queued]);
      const { answers, doubtful, untaken } = await look(product, contacts, queued, { sends, crashes });
      count('webhooks', contacts.acknowledged.size);
      count('posts of them', contacts.posts);
      count('sends', answers);
      count('outcome unknown', doubtful);
      count('of them never asked', untaken);
      proof.report(done, found);
    }
  } finally {
    await product.stop();
    await double.close();
    await log.stop();
  }
}

/** Checks that each acknowledged message exists once, and that each send has the right status. */
async function look(
  product: Product,
  contacts: Contacts,
  queued: string[],
  { sends, crashes }: { sends: (GraphSend & { takenAt: number })[]; crashes: Crash[] },
): Promise<{ answers: number; doubtful: number; untaken: number }> {
  await expect
    .poll(() => unsettled(product, contacts, queued), { timeout: 120_000, intervals: [500] })
    .toEqual([]);
  await expect.poll(() => product.metric('parley_bus_lag_messages'), { timeout: 60_000 }).toBe(0);
  expect(await product.metric('parley_bus_parked_messages')).toBe(0);
  const compared = await product.tool('compare-views');
  expect(compared).toContain('No view differs.');
  expect(compared).toMatch(/^transcript: [\d,]+ events, as in the log/m);
  const entries = await allEntries(product);
  const received = entries.filter(({ direction }) => direction === 'in').map(({ message }) => message);
  expect(difference(received, [...contacts.acknowledged]), 'entries of webhooks').toEqual([]);
  const answers = entries.filter(({ direction }) => direction === 'out');
  expect(difference(textsOf(answers), queued), 'entries of answers').toEqual([]);

  const doubtful = answers.filter(({ status }) => status !== 'sent');
  const others = doubtful.filter(({ status }) => status !== 'unknown');
  expect(textsOf(others), 'neither sent nor in doubt').toEqual([]);
  const taken = new Map<string | undefined, typeof sends>();
  for (const send of sends) taken.set(send.opaque, [...(taken.get(send.opaque) ?? []), send]);
  const takenOf = (entry: ChatEntry) => taken.get(entry.id) ?? [];
  const twice = answers.filter((entry) => takenOf(entry).length > 1);
  expect(textsOf(twice), 'sent twice').toEqual([]);
  const untaken = answers.filter((entry) => takenOf(entry).length === 0);
  const claimed = untaken.filter(({ status }) => status === 'sent');
  expect(textsOf(claimed), 'said to be sent and never taken').toEqual([]);
  const hasCrash = (takenAt: number) =>
    crashes.some(({ from, to }) => to >= takenAt - SKEW_MS && from < takenAt + RECORDED_WITHIN_MS);
  const unexplained = doubtful.filter((entry) => takenOf(entry).some(({ takenAt }) => !hasCrash(takenAt)));
  const told = unexplained.map(({ message, statusDetail }) => `${message}: ${statusDetail}`);
  expect(told, 'in doubt without a crash').toEqual([]);
  return { answers: answers.length, doubtful: doubtful.length, untaken: untaken.length };
}

function agentOf(product: Product, email: string): Promise<Agent> {
  const signIn = () => Api.signIn(product, email);
  return signIn().then((api) => new Agent(email.split('@')[0]!, signIn, api, proof.random.fork()));
}

async function everybodysChats(product: Product): Promise<string[]> {
  const api = await Api.signIn(product, demo.agent.email);
  const ids = async () => (await api.chats('new')).map(({ id }) => id);
  await expect.poll(async () => (await ids()).length).toBe(PEOPLE);
  return ids();
}

async function allEntries(product: Product): Promise<ChatEntry[]> {
  const api = await Api.signIn(product, demo.agent.email);
  const entries: ChatEntry[] = [];
  for (const { id } of await api.chats('new')) entries.push(...(await api.messages(id)));
  return entries;
}

/** Up to five acknowledged messages that are not visible yet or still pending. */
async function unsettled(product: Product, contacts: Contacts, queued: string[]): Promise<string[]> {
  const entries = await allEntries(product);
  const settled = new Set(entries.filter(({ status }) => status !== 'pending').map(({ message }) => message));
  const posted = [...contacts.acknowledged];
  return [...posted, ...queued].filter((text) => !settled.has(text)).slice(0, 5);
}

const textsOf = (entries: ChatEntry[]) => entries.map(({ message }) => message);

/** Texts that occur more or less often in one list than in the other, with the difference. */
function difference(have: (string | null)[], want: string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of want) counts.set(text, (counts.get(text) ?? 0) - 1);
  for (const text of have) counts.set(text ?? '', (counts.get(text ?? '') ?? 0) + 1);
  return [...counts].filter(([, count]) => count !== 0).map(([text, count]) => `${text}: ${count}`);
}

/**
 * Waits until the load has progressed.
 * @throws Error if the server has ended, since it must survive the kill of another process
 */
async function loadGoesOn(holds: () => boolean, product: Product): Promise<void> {
  const giveUpAt = Date.now() + proof.size(60_000, 180_000);
  while (!holds()) {
    if (!product.isRunning) throw new Error(`The server ended by itself:\n${product.lastWords}`);
    if (Date.now() > giveUpAt) throw new Error(`The load does not go on:\n${product.lastWords}`);
    await pause(5);
  }
}
