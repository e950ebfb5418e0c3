import { createHash, randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { resolve } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { CommandBus } from '@nestjs/cqrs';
import fc from 'fast-check';
import type { Inbound } from '@parley/channels/adapters/adapter';
import { manifestOf } from '@parley/channels/adapters/registry';
import { webhookPathOf } from '@parley/channels/read/channels.queries';
import { elsewhere, foundIn, posting, samplesOf, type Sample } from '@parley/channels/testing/samples';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { platformsOf, type Provider } from '@parley/contracts/channels/offers';
import { idOfProviderMessage } from '@parley/conversations/write/message-ids';
import { signatures } from '@parley/doubles/provider/signatures';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { freePort } from '@parley/platform/http/free-port';
import { MediaConsumer } from '@parley/server/delivery/media.consumer';
import { Proof } from '@parley/testing/proof/proof';
import { runServer, type RunningServer } from '@parley/server/testing/running-server';

// Every recorded webhook of every provider, signed as the provider signs it, posted several times, among all the others.

const root = resolve(__dirname, '../../..');
const samples = posting.flatMap((provider) => samplesOf(provider, root));
const proof = new Proof('providers', { unit: 'samples', small: samples.length, full: 10 * samples.length });
jest.setTimeout(proof.timeout(240, 3_600));

const TIMES = proof.size(2, 5);
const CONNECTIONS = 16;
/** What proves a webhook of any provider here: base64, as Apple's secret has to be. */
const SECRET = Buffer.from('a secret of 32 bytes for proofs!').toString('base64');
/** Nobody is asked outside: what does not answer is the provider's. */
const NOWHERE = 'http://127.0.0.1:1';

let server: RunningServer;
let database: RunningServer['database'];
let engines: RunningServer['engines'];
let app: RunningServer['app'];
let publicUrl: string;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

beforeAll(async () => {
  // Files lie at the providers.
  jest.spyOn(MediaConsumer.prototype, 'process').mockResolvedValue(undefined);
  const port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  server = await runServer({
    PARLEY_ROLES: 'ingress,worker,projector',
    PUBLIC_URL: publicUrl,
    PORT: String(port),
    LIMITS: 'off',
  });
  ({ database, engines, app } = server);
});

afterAll(async () => {
  agent.destroy();
  await server.close();
  jest.restoreAllMocks();
});

/** A sample at an organisation of its own, which has each account that the sample names: the first got it posted. */
interface Posted {
  sample: Sample;
  customerId: string;
  channelIds: Map<string | null, string>;
  address: string;
}

/** Kinds that make an entry of their own in a thread. */
const writes = ({ kind }: Inbound) => kind === 'message' || kind === 'echo';

async function connect(provider: Provider, customerId: string, accountId: string | null): Promise<string> {
  const id = randomUUID();
  const { feed, credentials } = manifestOf(provider);
  const hasAccount = credentials.some(({ keptAs }) => keptAs === 'account');
  const connection = {
    ...{ name: provider, platform: platformsOf(provider)[0]!, provider, customerCareWindowLength: 0 },
    ...{ providerAccountId: hasAccount ? (accountId ?? randomUUID()) : null, businessAccountId: null },
    ...{ apiBaseUrl: NOWHERE, readForAll: true, mandatoryAssign: false, teamIds: [], userIds: [] },
  };
  const { secretName } = (feed as { proof: { secretName: string } }).proof;
  const context = requestedNow({ customerId, userId: randomUUID() });
  await app.get(CommandBus).execute(new ConnectChannel(id, connection, { [secretName]: SECRET }, context));
  return id;
}

async function prepare(recorded: Sample, number: number): Promise<Posted> {
  const sample = elsewhere(recorded, number);
  const { provider } = sample;
  const customerId = randomUUID();
  const named = foundIn(sample).map(({ accountId }) => accountId);
  const channelIds = new Map<string | null, string>();
  for (const accountId of new Set([...named.filter((id) => id !== null), null])) {
    if (accountId === null && channelIds.size > 0) continue;
    channelIds.set(accountId, await connect(provider, customerId, accountId));
  }
  const [first] = [...channelIds.values()] as [string];
  return { sample, customerId, channelIds, address: publicUrl + webhookPathOf(provider, first) };
}

function post({ sample, address }: Posted): Promise<number> {
  const { body, contentType, query: written } = sample.webhook;
  const isDigested = sample.provider === 'twilio' && contentType === 'application/json';
  const query = isDigested ? `bodySHA256=${createHash('sha256').update(body).digest('hex')}` : written;
  return send(sample.provider, address + (query && `?${query}`), { body, contentType });
}

function send(
  provider: Provider,
  url: string,
  { body, contentType }: { body: Buffer; contentType: string },
): Promise<number> {
  const proofOf = signatures[provider as keyof typeof signatures];
  const headers = { ...(contentType && { 'content-type': contentType }), ...proofOf(SECRET, { url, body }) };
  const method = body.length > 0 ? 'POST' : 'GET';
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { agent, method, headers }, (response) => {
      response.on('error', reject).resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    // The server had closed the connection, idle until then, as the request set out (Node's `reusedSocket`).
    const again = () => send(provider, url, { body, contentType }).then(resolve, reject);
    sent.on('error', (error) => (sent.reusedSocket ? again() : reject(error)));
    sent.end(body.length > 0 ? body : undefined);
  });
}

/** The entries that a sample has to make, as text: each one once. */
function expectedOf({ sample, channelIds }: Posted): string[] {
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
  for (
    let deadline = Date.now() + proof.timeout(120, 1_200);
    Date.now() < deadline;
    await scheduler.wait(50)
  ) {
    const lags = await engines.bus.lag();
    if (lags.every(({ count }) => count === 0)) break;
  }
  await server.shown();
}

/** By organisation, all entries of messages. */
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

test('no sample of any provider is lost, doubled, or taken for another kind', async () => {
  expect(posting).toHaveLength(10);
  const readWrong = samples
    .map((sample) => elsewhere(sample, 1))
    .filter((sample) => {
      const kinds = foundIn(sample).map(({ kind }) => kind);
      return JSON.stringify(kinds) !== JSON.stringify(sample.kinds);
    });
  expect(readWrong.map(({ provider, file }) => `${provider} ${file}`)).toEqual([]);

  const random = proof.random;
  let [webhooks, entries] = [0, 0];
  for (let done = 0; done < proof.count;) {
    const round = random.shuffled(samples).slice(0, proof.count - done);
    const posted: Posted[] = [];
    for (const [index, sample] of round.entries()) posted.push(await prepare(sample, done + index));
    const head = (await engines.store.head()) ?? '';
    expect(await engines.views.waitFor('channels', head, 60_000)).toBe(true);

    const posts = random.shuffled(Array.from({ length: TIMES }, () => posted).flat());
    const next = posts.values();
    const connection = async () => {
      for (const one of next) {
        const status = await post(one);
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
    webhooks += posts.length;
    entries += posted.reduce((sum, one) => sum + expectedOf(one).length, 0);
    proof.report(done, { providers: posting.length, webhooks, entries });
    proof.progress(done);
  }
});

test('whatever is posted to an ingress, signed or not, is answered, and never as a fault of ours', async () => {
  const addresses = new Map<Provider, string>();
  for (const provider of posting) {
    const id = await connect(provider, randomUUID(), 'acct');
    addresses.set(provider, publicUrl + webhookPathOf(provider, id));
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
      const url = `${addresses.get(provider)!}${query && `?${query}`}`;
      const status = await send(provider, url, { body, contentType });
      expect([provider, status, status < 500]).toEqual([provider, status, true]);
    }),
    { numRuns: proof.size(400, 10_000), seed: proof.seed },
  );
});
