import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { resolve } from 'node:path';
import fc from 'fast-check';
import type { Inbound } from '@parley/channels/adapters/adapter';
import { webhookPathOf } from '@parley/channels/read/channels.queries';
import { elsewhere, foundIn, posting, samplesOf } from '@parley/channels/testing/samples';
import type { Provider } from '@parley/contracts/channels/offers';
import { idOfProviderMessage } from '@parley/conversations/write/message-ids';
import { freePort } from '@parley/platform/http/free-port';
import { MediaConsumer } from '@parley/messages/media.consumer';
import { Proof } from '@parley/testing/proof/proof';
import { eventually } from '@parley/testing/waiting/eventually';
import { runServer, type RunningServer } from '@parley/server/testing/running-server';
import { ProviderWebhooks, type Connected } from './provider-webhooks';

// Posts every recorded webhook of every provider several times, in random order, each signed as its provider signs
// it.

const root = resolve(__dirname, '../../..');
const samples = posting.flatMap((provider) => samplesOf(provider, root));
const proof = new Proof('providers', { unit: 'samples', small: samples.length, full: 10 * samples.length });
jest.setTimeout(proof.timeout(240, 3_600));

const TIMES = proof.size(2, 5);
const CONNECTIONS = 16;

let server: RunningServer;
let database: RunningServer['database'];
let engines: RunningServer['engines'];
let webhooks: ProviderWebhooks;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

beforeAll(async () => {
  // No provider serves files in this test, so files are not fetched.
  jest.spyOn(MediaConsumer.prototype, 'process').mockResolvedValue(undefined);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  server = await runServer({
    PARLEY_ROLES: 'ingress,worker,projector',
    PUBLIC_URL: publicUrl,
    PORT: String(port),
    LIMITS: 'off',
  });
  ({ database, engines } = server);
  webhooks = new ProviderWebhooks(server.app, publicUrl, agent);
});

afterAll(async () => {
  agent.destroy();
  await server.close();
  jest.restoreAllMocks();
});

/** Whether an item adds an entry of its own to a thread. */
const writes = ({ kind }: Inbound) => kind === 'message' || kind === 'echo';

/** The texts of the entries that a sample has to add, each once. */
function expectedOf({ sample, channelIds }: Connected): string[] {
  const [own] = [...channelIds.values()];
  const entries = foundIn(sample)
    .filter(writes)
    .map((inbound) => {
      const { kind, externalId, accountId, content } = inbound as Extract<Inbound, { kind: 'message' }>;
      const channelId = channelIds.get(accountId) ?? own!;
      const direction = (kind as string) === 'echo' ? 'out' : 'in';
      return `${idOfProviderMessage(channelId, externalId)} ${direction} ${content.type}`;
    });
  return [...new Set(entries)].sort();
}

async function settled(): Promise<void> {
  const isProcessed = async () => (await engines.bus.lag()).every(({ count }) => count === 0);
  await eventually('the worker has processed what the bus holds', isProcessed, proof.timeout(120, 1_200));
  await server.shown();
}

/** All entries with messages, by organisation. */
async function shown(): Promise<Map<string, string[]>> {
  const { rows } = await database.query<{ customer_id: string; entry: string }>(
    `select customer_id, id || ' ' || direction || ' ' || type as entry from transcript.entry
      where type not in ('event', 'information')`,
  );
  const byCustomer = new Map<string, string[]>();
  for (const { customer_id, entry } of rows) {
    byCustomer.set(customer_id, [...(byCustomer.get(customer_id) ?? []), entry].sort());
  }
  return byCustomer;
}

test('records each sample of every provider once and correctly', async () => {
  expect(posting).toHaveLength(10);
  const readWrong = samples
    .map((sample) => elsewhere(sample, 1))
    .filter((sample) => {
      const kinds = foundIn(sample).map(({ kind }) => kind);
      return JSON.stringify(kinds) !== JSON.stringify(sample.kinds);
    });
  expect(readWrong.map(({ provider, file }) => `${provider} ${file}`)).toEqual([]);

  const random = proof.random;
  let [posts, entries] = [0, 0];
  for (let done = 0; done < proof.count;) {
    const round = random.shuffled(samples).slice(0, proof.count - done);
    const posted: Connected[] = [];
    for (const [index, sample] of round.entries())
      posted.push(await webhooks.connectAccounts(elsewhere(sample, done + index)));
    const head = (await engines.store.head()) ?? '';
    expect(await engines.views.waitFor('channels', head, 60_000)).toBe(true);

    const repeated = random.shuffled(Array.from({ length: TIMES }, () => posted).flat());
    const next = repeated.values();
    const connection = async () => {
      for (const one of next) {
        const status = await webhooks.post(one);
        expect([one.sample.provider, one.sample.file, status]).toEqual([
          one.sample.provider,
          one.sample.file,
          200,
        ]);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    await settled();

    const found = await shown();
    const wrong = posted
      .map((one) => ({ one, is: found.get(one.customerId) ?? [], should: expectedOf(one) }))
      .filter(({ is, should }) => JSON.stringify(is) !== JSON.stringify(should))
      .map(({ one: { sample }, is, should }) => ({
        sample: `${sample.provider} ${sample.file}`,
        is,
        should,
      }));
    expect(wrong).toEqual([]);
    const { rows } = await database.query<{ error: string }>('select error from bus.parked');
    expect(rows).toEqual([]);
    done += round.length;
    posts += repeated.length;
    entries += posted.reduce((sum, one) => sum + expectedOf(one).length, 0);
    proof.report(done, { providers: posting.length, webhooks: posts, entries });
    proof.progress(done);
  }
});

test('responds to every request to a webhook address, signed or not, without a server error', async () => {
  const paths = new Map<Provider, string>();
  for (const provider of posting) {
    const id = await webhooks.connect(provider, randomUUID(), 'acct');
    paths.set(provider, webhookPathOf(provider, id));
  }
  const head = (await engines.store.head()) ?? '';
  expect(await engines.views.waitFor('channels', head, 60_000)).toBe(true);
  const sample = fc.constantFrom(...samples).map(({ webhook }) => webhook.body);
  const spoilt = fc
    .tuple(sample, fc.nat(), fc.nat(40), fc.uint8Array({ maxLength: 20 }))
    .map(([body, at, length, bytes]) => {
      const from = at % (body.length + 1);
      return Buffer.concat([body.subarray(0, from), bytes, body.subarray(from + length)]);
    });
  const bodies = fc.oneof(
    spoilt,
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
    fc.webQueryParameters().map((fields) => Buffer.from(fields)),
    fc.nat(200).map((depth) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))),
  );
  const types = fc.constantFrom('', 'application/json', 'application/x-www-form-urlencoded', 'text/plain');
  const anything = fc.tuple(fc.constantFrom(...posting), bodies, types, fc.webQueryParameters());
  await fc.assert(
    fc.asyncProperty(anything, async ([provider, body, contentType, query]) => {
      const path = `${paths.get(provider)!}${query && `?${query}`}`;
      const status = await webhooks.send(provider, path, { body, contentType });
      expect([provider, status, status < 500]).toEqual([provider, status, true]);
    }),
    { numRuns: proof.size(150, 10_000), seed: proof.seed },
  );
});
