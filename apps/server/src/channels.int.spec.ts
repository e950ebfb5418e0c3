import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { manifestOf } from '@parley/channels/adapters/registry';
import { InboundPublisher } from '@parley/channels/http/inbound-publisher';
import { ChannelQueries, webhookPathOf } from '@parley/channels/read/channels.queries';
import type { EndToEnd, OpenDouble } from '@parley/channels/testing/end-to-end';
import { AdministerChannels } from '@parley/channels/write/administer-channels';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { ProviderAddresses } from '@parley/channels/write/provider-addresses';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { sorted } from '@parley/contracts/channels/credentials';
import { offerOf, platformsOf, providers, type Provider } from '@parley/contracts/channels/offers';
import { statusReasons, type Platform } from '@parley/contracts/events';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import { SendMessage } from '@parley/conversations/write/send-message';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { Viewer } from '@parley/event-sourcing/visibility/viewer';
import { loadConfig } from '@parley/platform/config/config';
import { issuerDouble, type IssuerDouble } from '@parley/testing/oidc/issuer-double';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { AppModule } from './app.module';
import { BackgroundWork } from './background-work';
import { openEngines, type Engines } from './engines';
import { views } from './features';
import { useHttp } from './http';

// Every provider that has an API, from its webhook to its API and back: found by the folder of its adapter.

const adapters = resolve(__dirname, '../../../libs/channels/src/adapters');
const scenario = (provider: Provider) => join(adapters, provider, 'testing/end-to-end.ts');
const called = providers.filter((provider) => manifestOf(provider).api.url !== null);
const tried = called
  .filter((provider) => existsSync(scenario(provider)))
  .flatMap((provider) => platformsOf(provider).map((platform): [Provider, Platform] => [provider, platform]));

/** Each provider has an organisation of its own: the same phone on two of its channels would be one contact. */
let agent = { customerId: randomUUID(), userId: randomUUID() };
const data = mkdtempSync(join(tmpdir(), 'parley-channels-'));

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let database: TestDatabase;
let issuer: IssuerDouble;
let engines: Engines;
let app: NestExpressApplication;
let publicUrl: string;

beforeAll(async () => {
  database = await testDatabase();
  issuer = await issuerDouble();
  const port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  const config = loadConfig({
    DATABASE_URL: database.url,
    PARLEY_DATA: data,
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'parley',
    OIDC_CLIENT_SECRET: 'secret',
    PARLEY_SECRET: 'only ever used by tests, 32 characters',
    PARLEY_ROLES: 'ingress,worker,projector',
    PUBLIC_URL: publicUrl,
    PORT: String(port),
  });
  engines = await openEngines(config);
  app = await NestFactory.create<NestExpressApplication>(AppModule.of(engines), {
    bodyParser: false,
    // A channel that is broken on purpose is told of.
    logger: ['fatal'],
  });
  useHttp(app, config);
  await app.listen(port, '127.0.0.1');
  // Connecting reads tables that the projector makes.
  await until(async () => {
    const tables = ['channels.channel', 'channels.whatsapp_limit'];
    const sql = 'select count(to_regclass(name))::int as count from unnest($1::text[]) as name';
    const { rows } = await database.query<{ count: number }>(sql, [tables]);
    return rows[0]?.count === tables.length;
  });
});

afterAll(async () => {
  await app.close();
  await app.get(BackgroundWork).stop();
  await engines.close();
  await issuer.close();
  await database.drop();
  rmSync(data, { recursive: true, force: true });
});

it('every provider that is called over a network is tried', () => {
  expect(called.filter((provider) => !existsSync(scenario(provider)))).toEqual([]);
});

describe.each(tried)('%s on %s', (provider, platform) => {
  let double: OpenDouble;
  let channelId: string;

  beforeAll(async () => {
    const { endToEnd } = (await import(scenario(provider))) as { endToEnd: EndToEnd };
    double = await endToEnd.open(platform);
    agent = { ...agent, customerId: randomUUID() };
    const { credentials } = double;
    const { secrets } = sorted(manifestOf(provider), credentials);
    const addresses = app.get(ProviderAddresses, { strict: false });
    for (const secret of Object.values(secrets)) addresses.addDouble(secret, double.url);
    const request = { provider, platform, name: `${provider} ${platform}`, credentials };
    const channels = app.get(AdministerChannels, { strict: false });
    const connected = await channels.connect(request, requestedNow(agent));
    channelId = connected.id;
    await shownUpTo(connected.position ?? '');
    double.postTo(publicUrl + webhookPathOf(provider, channelId));
  });

  afterAll(() => double.close());

  const outgoing = async () => (await entriesOf(channelId)).filter(({ direction }) => direction === 'out');

  it('brings what a contact writes to the inbox once, with who they are', async () => {
    expect(await double.receive('Where is my order?', 3)).toBe(200);
    await until(async () => (await entriesOf(channelId))[0]);
    expect(await rowsOf(channelId)).toMatchObject([{ status: 'open', unread: 1, name: double.name }]);
    expect(await entriesOf(channelId)).toMatchObject([{ direction: 'in', message: 'Where is my order?' }]);
  });

  it('fetches a picture that the contact sends, where the platform carries some', async () => {
    expect((await double.receivePicture?.(png)) ?? 200).toBe(200);
    const isFetched = ({ assets }: ChatEntry) => assets.some(({ size }) => size === png.length);
    const isThere = async () => (await entriesOf(channelId)).some(isFetched);
    if (double.receivePicture) await until(isThere);
    expect(await isThere()).toBe(double.receivePicture !== undefined);
  });

  it('takes the reply to the provider, and its ticks back', async () => {
    await replyIn(channelId, 'On its way');
    await until(async () => (await newest(channelId)).status === 'sent');
    expect(double.sent()).toEqual(['On its way']);
    for (const status of double.ticks) {
      expect(await double.report(status)).toBe(200);
      await until(async () => (await newest(channelId)).status === status);
    }
  });

  it('shows a message of ours once, although the provider tells of it, and before it answers', async () => {
    await double.echo?.();
    const answer = double.holdNext();
    await replyIn(channelId, 'It is at the door');
    await until(() => Promise.resolve(double.sent().length === 2));
    await double.echo?.();
    expect(await double.receive('Thanks')).toBe(200);
    // The worker has the echo before the provider answers.
    await scheduler.wait(double.echo ? 300 : 0);
    answer();
    await until(async () => (await entriesOf(channelId)).some(({ message }) => message === 'Thanks'));
    await until(async () => (await outgoing()).every(({ status }) => status !== 'pending'));
    expect((await outgoing()).map(({ message }) => message).sort()).toEqual([
      'It is at the door',
      'On its way',
    ]);
  });

  it('says why one did not get through', async () => {
    double.declineNext();
    await replyIn(channelId, 'One more thing');
    await until(async () => (await newest(channelId)).status === 'declined');
    expect(await newest(channelId)).toMatchObject({
      message: 'One more thing',
      statusReason: double.declinedBecause,
    });
  });

  it('takes no webhook that is not signed', async () => {
    const headers = { 'content-type': 'application/json' };
    const address = publicUrl + webhookPathOf(provider, channelId);
    expect((await fetch(address, { method: 'POST', body: '{}', headers })).status).toBe(401);
  });

  it('takes no webhook that somebody else signed', async () => {
    const { businessAccountId, secrets } = sorted(manifestOf(provider), double.credentials);
    const theirs = { providerAccountId: null, businessAccountId, url: double.url, secrets: others(secrets) };
    const elsewhere = await connect(provider, platform, theirs);
    double.postTo(publicUrl + webhookPathOf(provider, elsewhere));
    expect(await double.receive('Forged')).toBe(401);
    expect(await rowsOf(elsewhere)).toEqual([]);
  });
});

describe('The test channel', () => {
  let channelId: string;
  let chatId: string;

  beforeAll(async () => {
    const none = { providerAccountId: null, businessAccountId: null, url: null, secrets: {} };
    channelId = await connect('test', 'test', none);
    const event = { type: 'message', id: 'm1', from: { phone: '+31612345678' }, text: 'Hello' };
    const body = Buffer.from(JSON.stringify({ events: [event] }));
    const channel = await app.get(ChannelQueries, { strict: false }).forWorker(agent.customerId, channelId);
    const webhook = { body, contentType: 'application/json', query: '', headers: {} };
    await app.get(InboundPublisher, { strict: false }).publish(channel, webhook);
    chatId = (await until(async () => (await rowsOf(channelId))[0])).id;
  });

  it.each<[string, Partial<ChatEntry>]>([
    ['#sent', { status: 'sent' }],
    ['#delivered', { status: 'delivered' }],
    ['#read', { status: 'read' }],
    ['#read #double #shuffle #stale', { status: 'read' }],
    ['#wrong_number #delivered', { status: 'delivered' }],
    ['#lose', { status: 'unknown' }],
    ['#throttle', { status: 'pending', statusReason: 'waiting' }],
    ['#broken', { status: 'declined', statusReason: 'delivery_failure' }],
    ['#refuse #too_long', { status: 'declined', statusReason: 'too_long' }],
    ...statusReasons.map((reason): [string, Partial<ChatEntry>] => [
      `#${reason}`,
      { status: 'declined', statusReason: reason },
    ]),
  ])('a text with %s ends as %j', async (text, expected) => {
    await reply(chatId, text);
    const ended = async () => {
      const entry = await newest(channelId);
      const isSo = Object.entries(expected).every(([key, value]) => entry[key as 'status'] === value);
      return entry.message === text && isSo && entry;
    };
    expect(await until(ended)).toMatchObject(expected);
  });
});

/** The same names with other values. */
function others(secrets: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, `${value} of others`]));
}

type Account = ReturnType<typeof sorted> & { url: string | null };

/** Without asking the provider. */
async function connect(provider: Provider, platform: Platform, account: Account): Promise<string> {
  const id = randomUUID();
  const { providerAccountId, businessAccountId, url: apiBaseUrl, secrets } = account;
  const connection = {
    ...{
      name: `${provider} ${platform}`,
      platform,
      provider,
      providerAccountId,
      businessAccountId,
      apiBaseUrl,
    },
    customerCareWindowLength: offerOf({ platform, provider })!.careWindowHours,
    ...{ readForAll: true, mandatoryAssign: false, teamIds: [], userIds: [] },
  };
  const { position } = await app
    .get(CommandBus)
    .execute(new ConnectChannel(id, connection, secrets, requestedNow(agent)));
  await shownUpTo(position ?? '');
  return id;
}

function reply(chatId: string, text: string): Promise<unknown> {
  const viewer: Viewer = {
    ...agent,
    ...{ role: 'admin', teamIds: [], channelIds: null, forcedTeamFilter: null, expandedTeamFilter: false },
  };
  const request = { chat: { id: chatId }, content: { text }, idempotencyKey: randomUUID() };
  return app.get(SendMessage, { strict: false }).send(viewer, request, requestedNow(agent));
}

async function replyIn(channelId: string, text: string): Promise<unknown> {
  const [row] = await rowsOf(channelId);
  return reply(row!.id, text);
}

interface Row {
  id: string;
  name: string | null;
  status: string;
  unread: number;
}

async function rowsOf(channelId: string): Promise<Row[]> {
  await shownUpTo((await engines.store.head()) ?? '');
  const { rows } = await database.query<Row>(
    `select c.id, c.status, c.unread, k.name
       from inbox.conversation c join contacts.contact k on k.id = c.contact_id where c.channel_id = $1`,
    [channelId],
  );
  return rows;
}

async function entriesOf(channelId: string): Promise<ChatEntry[]> {
  await shownUpTo((await engines.store.head()) ?? '');
  const { rows } = await database.query<{ id: string }>(
    `select e.id from transcript.entry e join inbox.conversation c on c.id = e.conversation_id
      where c.channel_id = $1 and e.type <> 'event' order by e.position`,
    [channelId],
  );
  return app.get(TranscriptQueries, { strict: false }).entriesByIds(
    agent.customerId,
    rows.map(({ id }) => id),
  );
}

/** The newest message of ours. */
async function newest(channelId: string): Promise<ChatEntry> {
  const outgoing = (await entriesOf(channelId)).filter(({ direction }) => direction === 'out');
  return outgoing.sort((one, other) => one.createdAt.localeCompare(other.createdAt)).at(-1)!;
}

async function shownUpTo(position: string): Promise<void> {
  for (const { name } of views) expect(await engines.views.waitFor(name, position, 20_000)).toBe(true);
}

async function until<T>(found: () => Promise<T | undefined | false>): Promise<T> {
  const giveUpAt = Date.now() + 15_000;
  for (;;) {
    const value = await found();
    if (value) return value;
    if (Date.now() > giveUpAt) throw new Error('It did not happen.');
    await scheduler.wait(20);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
