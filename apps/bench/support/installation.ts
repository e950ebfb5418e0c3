import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inboxView } from '@parley/conversations/read/inbox.projector';
import { accessView } from '@parley/access/read/access.projector';
import { user } from '@parley/access/domain/user';
import { channelsView } from '@parley/channels/read/channels.projector';
import { ConnectChannel, ConnectChannelHandler } from '@parley/channels/write/channel.handler';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { ProjectionRunner } from '@parley/event-sourcing/projection/projection-runner';
import type { View } from '@parley/event-sourcing/projection/view';
import { loadConfig } from '@parley/platform/config/config';
import { freePort } from '@parley/platform/http/free-port';
import { issuerDouble, type IssuerDouble } from '@parley/testing/oidc/issuer-double';
import { openEngines, type Engines } from '@parley/server/engines';
import type { Bench } from '../figure';
import { Program } from './program';
import { SERVER } from './server';

const APP_SECRET = 'bench-app-secret';

/**
 * A test organisation with separate engines. Its agents sign in at a fake issuer, and all of them may use its
 * WhatsApp channel.
 */
export interface Installation {
  customerId: string;
  channelId: string;
  /** Id of a web chat. */
  webChatId: string;
  appSecret: string;
  agentIds: string[];
  engines: Engines;
  env: NodeJS.ProcessEnv;
  /** Signs an agent's ID token. */
  tokenOf(agentId: string): Promise<string>;
}

/**
 * Creates an installation.
 * @param agents number of agents
 * @param more environment variables in addition to those of every installation
 */
export async function install(bench: Bench, agents = 1, more: NodeJS.ProcessEnv = {}): Promise<Installation> {
  const issuer = await issuerDouble();
  bench.onEnd(() => issuer.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  bench.onEnd(() => rm(dataDir, { recursive: true, force: true }));
  const url = await bench.postgres.productDatabase();
  bench.onEnd(() => bench.postgres.drop(url));
  const env = {
    DATABASE_URL: url,
    PARLEY_DATA: dataDir,
    PARLEY_SECRET: randomBytes(32).toString('base64'),
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'parley',
    OIDC_CLIENT_SECRET: 'bench',
    ...more,
  };
  const engines = await openEngines(loadConfig(env));
  bench.onEnd(() => engines.close());
  const [customerId, channelId, webChatId] = [randomUUID(), randomUUID(), randomUUID()];
  const agentIds = Array.from({ length: agents }, () => randomUUID());
  await found(engines, { customerId, channelId, webChatId, agentIds });
  await foldOnce(engines, [accessView, channelsView, inboxView]);
  const tokenOf = (agentId: string) => sign(issuer, customerId, agentId);
  return { customerId, channelId, webChatId, appSecret: APP_SECRET, agentIds, engines, env, tokenOf };
}

/** Folds the log into views up to its head. No projector may run at the same time. */
export async function foldOnce({ store, database, views }: Engines, folded: View[]): Promise<void> {
  const head = (await store.head()) ?? '';
  for (const view of folded) {
    const stop = new AbortController();
    const running = new ProjectionRunner(store, database, view, views).run(stop.signal);
    await views.waitFor(view.name, head, 60_000);
    stop.abort();
    await running;
  }
}

/** Starts the product with all roles in one process. @returns its address */
export async function startWhole(bench: Bench, { env }: Pick<Installation, 'env'>): Promise<string> {
  return startAt(bench, SERVER, [], env);
}

/** Addresses of the product's roles; all are the same if one process runs all roles. */
export interface Addresses {
  api: string;
  ingress: string;
  realtime: string;
}

/** Starts the product with all roles in one process, or, with `bench.split`, each role in a process of its own. */
export async function startProduct(bench: Bench, { env }: Pick<Installation, 'env'>): Promise<Addresses> {
  if (!bench.split) {
    const address = await startWhole(bench, { env });
    return { api: address, ingress: address, realtime: address };
  }
  const role = (PARLEY_ROLES: string) => startAt(bench, SERVER, [], { ...env, PARLEY_ROLES });
  const [api, ingress, realtime] = [await role('api'), await role('ingress'), await role('realtime')];
  await role('worker');
  await role('projector');
  return { api, ingress, realtime };
}

/** Starts one role of the product in a process of its own. */
export async function startRole(bench: Bench, { env }: Installation, role: string): Promise<Program> {
  const PORT = String(await freePort());
  const program = await Program.start(SERVER, [], { ...env, PARLEY_ROLES: role, PORT });
  bench.onEnd(() => program.stop());
  return program;
}

/** Starts a program that serves HTTP on PORT, as the product does. @returns its address */
export async function startAt(
  bench: Bench,
  file: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const port = await freePort();
  const program = await Program.start(file, args, { ...env, PORT: String(port) });
  bench.onEnd(() => program.stop());
  return `http://127.0.0.1:${port}`;
}

/** The context of a command that the benchmark issues. */
export function ofTheBench(customerId: string): CommandContext {
  const commandId = randomUUID();
  const actor = { type: 'system', id: 'bench' } as const;
  return {
    ...{ commandId, customerId, actor, correlationId: commandId, causationId: commandId },
    now: new Date().toISOString(),
  };
}

async function found(
  { store, secrets, masterKey }: Engines,
  {
    customerId,
    channelId,
    webChatId,
    agentIds,
  }: { customerId: string; channelId: string; webChatId: string; agentIds: string[] },
): Promise<void> {
  const aggregates = new Aggregates(store);
  const context = () => ofTheBench(customerId);
  await Promise.all(
    agentIds.map((userId, index) => {
      const [displayName, email] = [`Agent ${index}`, `agent-${index}@bench.example`];
      const command = { type: 'Add', userId, displayName, email, role: 'user' } as const;
      return aggregates.execute(user, 'user', { id: userId, command, context: context() });
    }),
  );
  const settings = {
    name: 'WhatsApp',
    platform: 'whatsapp',
    provider: 'whatsapp-cloud',
    customerCareWindowLength: 0,
    providerAccountId: '1',
    businessAccountId: null,
    apiBaseUrl: null,
    readForAll: true,
    mandatoryAssign: false,
    teamIds: [],
    userIds: [],
  } as const;
  const connecting = new ConnectChannelHandler(secrets, new Claims(aggregates, masterKey));
  const webChat = { ...settings, name: 'Shop', platform: 'web', provider: 'web-chat' } as const;
  await connecting.execute(
    new ConnectChannel(
      webChatId,
      { ...webChat, providerAccountId: null, teamIds: [], userIds: [] },
      {},
      context(),
    ),
  );
  await connecting.execute(
    new ConnectChannel(
      channelId,
      { ...settings, teamIds: [], userIds: [] },
      { 'app-secret': APP_SECRET },
      context(),
    ),
  );
}

function sign(issuer: IssuerDouble, customerId: string, userId: string): Promise<string> {
  return issuer.sign({ sub: userId, user_id: userId, customer_id: customerId });
}
