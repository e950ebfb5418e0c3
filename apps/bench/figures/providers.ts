import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { manifestOf } from '@parley/channels/adapters/registry';
import { channelsView } from '@parley/channels/read/channels.projector';
import { webhookPathOf } from '@parley/channels/read/channels.queries';
import { posting, samplesOf } from '@parley/channels/testing/samples';
import { ConnectChannel, ConnectChannelHandler } from '@parley/channels/write/channel.handler';
import { platformsOf, type Provider } from '@parley/contracts/channels/offers';
import { signatures } from '@parley/doubles/provider/signatures';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { Bench, Figure, Measurement } from '../figure';
import { inTurns, median } from '../statistics';
import { closedLoop } from '../support/closed-loop';
import { foldOnce, install, ofTheBench, startAt, type Installation } from '../support/installation';

const CONNECTIONS = 16;
const PUBLIC_URL = 'https://inbox.example';
const SECRET = Buffer.from('a secret of 32 bytes for figures').toString('base64');
const root = resolve(__dirname, '../..');

/**
 * Posts webhooks of every provider, whose signatures the product verifies. The floor is a route that only publishes
 * the same bytes to the bus.
 */
export const providersFigure: Figure = {
  name: 'providers',
  async measure(bench) {
    const installation = await install(bench);
    const paths = await connectAll(installation);
    const env = { ...installation.env, PUBLIC_URL, LIMITS: 'off' };
    const ours = await startAt(bench, join(__dirname, 'ingress.js'), [], env);
    const bare = await startAt(bench, join(__dirname, 'bare-ingress.js'), [], env);
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    bench.onEnd(async () => agent.destroy());
    const measured: Measurement[] = [];
    for (const provider of posting) {
      measured.push(await accepted(bench, { provider, path: paths.get(provider)!, ours, bare, agent }));
    }
    return measured;
  },
};

interface Contest {
  provider: Provider;
  path: string;
  ours: string;
  bare: string;
  agent: Agent;
}

async function accepted(bench: Bench, { provider, path, ours, bare, agent }: Contest): Promise<Measurement> {
  bench.tell(`webhooks of ${provider}`);
  const seconds = bench.seconds(1.5);
  const load = async (address: string) => {
    // Signatures of some providers are valid for a minute only.
    const posts = postsOf(provider, path);
    let next = 0;
    const { perSecond } = await closedLoop(CONNECTIONS, seconds, () =>
      post(agent, address, posts[next++ % posts.length]!),
    );
    return perSecond;
  };
  await untilTaken(() => load(ours));
  await load(bare);
  const results = await inTurns(bench.rounds, { ours: () => load(ours), bare: () => load(bare) });
  return {
    name: `webhook, ${provider}`,
    ...{ value: median(results.ours), floor: median(results.bare), unit: 'webhooks/s' },
    goal: { of: 'ratio', atLeast: 0.6 },
  };
}

interface Post {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** A signed request for each sample of a provider that is posted with a body. */
function postsOf(provider: Provider, path: string): Post[] {
  const sign = signatures[provider as keyof typeof signatures];
  return samplesOf(provider, root)
    .map(({ webhook }) => webhook)
    .filter(({ body, contentType }) => {
      const isDigested = provider === 'twilio' && contentType === 'application/json';
      return body.length > 0 && !isDigested;
    })
    .map(({ body, contentType }) => {
      const proof = sign(SECRET, { url: PUBLIC_URL + path, body });
      const headers = { 'content-type': contentType, 'content-length': String(body.length), ...proof };
      return { path, headers, body };
    });
}

async function post(agent: Agent, address: string, { path, headers, body }: Post): Promise<void> {
  const status = await new Promise<number>((resolve, reject) => {
    const sent = request(address + path, { method: 'POST', agent, headers }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? 0)).resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });
  if (status !== 200) throw new Error(`A webhook to ${path} was answered with ${status}.`);
}

/** Repeats the work until it succeeds: a program that has just started does not know its channels for a moment. */
async function untilTaken(work: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + 60_000; ;) {
    try {
      await work();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}

/** Connects a channel of every provider. @returns their webhook paths */
async function connectAll({ customerId, engines }: Installation): Promise<Map<Provider, string>> {
  const { store, secrets, masterKey } = engines;
  const connecting = new ConnectChannelHandler(secrets, new Claims(new Aggregates(store), masterKey));
  const paths = new Map<Provider, string>();
  for (const [index, provider] of posting.entries()) {
    const id = randomUUID();
    const { credentials, feed } = manifestOf(provider);
    const hasAccount = credentials.some(({ keptAs }) => keptAs === 'account');
    const { secretName } = (feed as { proof: { secretName: string } }).proof;
    const connection = {
      ...{ name: provider, platform: platformsOf(provider)[0]!, provider, customerCareWindowLength: 0 },
      ...{ providerAccountId: hasAccount ? `100${index}` : null, businessAccountId: null, apiBaseUrl: null },
      ...{ readForAll: true, mandatoryAssign: false, teamIds: [], userIds: [] },
    };
    const command = new ConnectChannel(id, connection, { [secretName]: SECRET }, ofTheBench(customerId));
    await connecting.execute(command);
    paths.set(provider, webhookPathOf(provider, id));
  }
  await foldOnce(engines, [channelsView]);
  return paths;
}
