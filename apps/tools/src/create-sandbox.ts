import 'reflect-metadata';
import type { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { ToApiKey } from '@parley/access/api-keys/api-key';
import { ApiKeySecrets } from '@parley/access/api-keys/api-key-secrets';
import { grantableRights } from '@parley/access/api-keys/grantable-rights';
import { customer } from '@parley/access/domain/customer';
import { CustomerHandler, ToCustomer } from '@parley/access/write/customer.handler';
import { registerOrganisation } from '@parley/access/write/register-organisation';
import { MarkHandler, ToMark } from '@parley/catalogue/write/item.handler';
import type { ChannelConnection } from '@parley/channels/domain/channel';
import { ConnectChannel, ConnectChannelHandler } from '@parley/channels/write/channel.handler';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import type { Engines } from '@parley/server/engines';
import { abilities } from '@parley/server/features';
import { seedConversations } from './seed/seed';
import { oneByOne, together, type SeedLog } from './seed/seed-log';
import { sentenceOf } from './support/domain-refusal';
import { findOrganisation, operatedOn, runTool, ToolError, type Organisation } from './support/tool';

const USAGE = 'Usage: scripts/create-sandbox HOST|ID';
const CONVERSATIONS = 50;
const tags = { Order: '#3b4fd8', Refund: '#a15c00', Repair: '#0f7b6c' };
const testChannel: Omit<ChannelConnection, 'secrets'> = {
  ...{ name: 'Test channel', platform: 'test', provider: 'test', customerCareWindowLength: 24 },
  ...{ providerAccountId: null, businessAccountId: null, apiBaseUrl: null },
  ...{ readForAll: true, mandatoryAssign: false, teamIds: [], userIds: [] },
};

type Needed = Pick<Engines, 'config' | 'database' | 'store' | 'masterKey' | 'secrets'>;

/**
 * The sandbox to create. Its ids derive from those of the original organisation, so that each organisation has one
 * sandbox.
 */
interface Sandbox extends Organisation {
  domain: string;
  idOf(thing: string): string;
}

/**
 * Creates the sandbox of an organisation: a separate organisation with a test channel, invented conversations and an
 * API key with all rights. Messages that a program sends in it reach no real person.
 */
export async function* runCreateSandbox(
  engines: Needed,
  log: SeedLog,
  args: string[],
): AsyncGenerator<string> {
  const [host] = args;
  if (args.length !== 1 || !host) throw new ToolError(USAGE);
  const aggregates = new Aggregates(engines.store);
  const claims = new Claims(aggregates, engines.masterKey);
  const sandbox = await sandboxOf(engines, host);
  const { version } = await aggregates.load(customer, 'customer', sandbox.id, sandbox.id);
  if (version !== null) throw new ToolError(`There is a sandbox already, under ${sandbox.domain}.`);

  const commands = busOf(
    aggregates,
    ToApiKey,
    new ConnectChannelHandler(engines.secrets, claims),
    new MarkHandler(aggregates, claims, new OneAtATime(engines.database)),
    new CustomerHandler(claims),
  );
  await commands.execute(new ConnectChannel(sandbox.idOf('channel'), testChannel, {}, operatedOn(sandbox)));
  await addTags(commands, sandbox);
  const secret = await addKey(engines, commands, sandbox);
  const count = await addConversations(log, sandbox);
  // The organisation is created last, so that its existence shows that everything else exists.
  await register(commands, claims, sandbox);
  yield `${sandbox.name}, is there, with a test channel and ${count} conversations. Its id is ${sandbox.id}.`;
  yield 'Its API key, which is shown this once and may do everything that keys may:';
  yield `export PARLEY_URL=${engines.config.publicUrl} PARLEY_KEY=${secret}`;
}

async function sandboxOf({ database }: Needed, host: string): Promise<Sandbox> {
  const { id: ofId, name } = await findOrganisation(database, host);
  const found = await database.query<{ domain: string }>('select domain from access.customer where id = $1', [
    ofId,
  ]);
  const id = uuidV5('sandbox', ofId);
  const domain = `sandbox.${found.rows[0]?.domain ?? ''}`;
  return { id, name: `${name}, sandbox`, domain, idOf: (thing) => uuidV5(thing, id) };
}

async function addTags(commands: CommandBus, sandbox: Sandbox): Promise<void> {
  for (const [name, colour] of Object.entries(tags)) {
    const command = { type: 'Create', content: { name, colour } } as const;
    await commands.execute(new ToMark('tag', sandbox.idOf(`tag ${name}`), command, operatedOn(sandbox)));
  }
}

/** @returns the secret of the key */
async function addKey(
  { database, masterKey }: Needed,
  commands: CommandBus,
  sandbox: Sandbox,
): Promise<string> {
  const secrets = new ApiKeySecrets(database, masterKey);
  const { secret, hint } = secrets.generate();
  const context = operatedOn(sandbox);
  const { now } = context;
  const rights = grantableRights(abilities.declared, () => true);
  const details = { name: 'Sandbox', rights, allowedAddresses: [], expiresAt: null };
  const ownerId = sandbox.idOf('user');
  const command = { type: 'Create', details, ownerId, hint, now } as const;
  await commands.execute(new ToApiKey(sandbox.idOf('key'), command, context));
  await secrets.add(sandbox.idOf('key'), secret, now);
  return secret;
}

/** @returns the number of conversations */
async function addConversations(log: SeedLog, sandbox: Sandbox): Promise<number> {
  const [channelId, userId] = [sandbox.idOf('channel'), sandbox.idOf('user')];
  const tagIds = Object.keys(tags).map((name) => sandbox.idOf(`tag ${name}`));
  const cast = { customerId: sandbox.id, channelIds: [channelId], teamIds: [], userIds: [userId], tagIds };
  const how = { count: CONVERSATIONS, chance: Math.random, now: Date.now() };
  return (await seedConversations(log, cast, how)).conversations;
}

/** Registers the organisation with the user for whom its key acts. */
async function register(commands: CommandBus, claims: Claims, sandbox: Sandbox): Promise<void> {
  const { id, name, domain } = sandbox;
  const founder = {
    ...{ userId: sandbox.idOf('user'), displayName: 'Sandbox', email: `sandbox@${domain}` },
    ...{ type: 'Add' as const, role: 'admin' as const },
  };
  const organisation = { name, domain, storageName: id, founder };
  await registerOrganisation(claims, organisation, operatedOn(sandbox)).catch((error: unknown) => {
    throw error instanceof Rejected ? new ToolError(sentenceOf(error, domain)) : error;
  });
  const command = { type: 'ChangeSettings', settings: { apiEnabled: true } } as const;
  await commands.execute(new ToCustomer(id, command, operatedOn(sandbox)));
}

if (require.main === module) {
  void runTool((engines, args) => {
    const { config, store, database, subjectKeys } = engines;
    const log = config.eventStoreUrl ? oneByOne(store) : together(store, database, subjectKeys);
    return runCreateSandbox(engines, log, args);
  });
}
