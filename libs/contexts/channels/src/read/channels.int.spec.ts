import { randomUUID } from 'node:crypto';
import type {
  ChannelEvent,
  CustomerEvent,
  DataOf,
  MessageEvent,
  Provider,
  RecordedEvent,
  TeamEvent,
  UserEvent,
} from '@parley/contracts/events';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import type { LogFeed } from '@parley/event-sourcing/store/log-feed';
import type { Views } from '@parley/event-sourcing/projection/views';
import type { View } from '@parley/event-sourcing/projection/view';
import { Secrets } from '@parley/platform/security/keys';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { channelHealthView } from './channel-health.view';
import { channelsView } from './channels.projector';
import { ChannelQueries } from './channels.queries';

const [harbour, bakery] = [randomUUID(), randomUUID()];
const [ana, bo] = [randomUUID(), randomUUID()];
const sales = randomUUID();

class TokenOfEach extends Secrets {
  readonly kept: string[][] = [];
  put = (...secret: string[]) => Promise.resolve(void this.kept.push(secret));
  remove = () => Promise.resolve();
  async replace(
    { customerId, owner, name }: Record<'customerId' | 'owner' | 'name', string>,
    { from, to }: { from: string; to: string },
  ) {
    if ((await this.get(customerId, owner, name)) !== from) return false;
    await this.put(customerId, owner, name, to);
    return true;
  }
  find = (customerId: string, owner: string, name: string) =>
    Promise.resolve({ open: () => `${customerId}/${owner}/${name}` });
}

let database: TestDatabase;
let channels: ChannelQueries;
let secrets: TokenOfEach;

beforeEach(async () => {
  database = await testDatabase();
  for (const view of [channelsView, channelHealthView]) {
    await database.query(`create schema ${view.name}`);
    await inView(view, (tx) => tx.query(view.ddl));
  }
  secrets = new TokenOfEach();
  channels = new ChannelQueries(database, secrets);
});
afterEach(() => database.drop());

function inView(view: View, work: Parameters<TestDatabase['transaction']>[0]) {
  return database.transaction(async (tx) => {
    await tx.query(`set local search_path to ${view.name}`);
    return work(tx);
  });
}

async function project(...events: RecordedEvent[]) {
  for (const view of [channelsView, channelHealthView]) {
    const read = events.filter(({ stream }) => view.prefixes.some((prefix) => stream.startsWith(prefix)));
    await inView(view, (tx) => view.project(read, tx));
  }
}

function recorded(
  stream: string,
  customerId: string,
  event: ChannelEvent | CustomerEvent | MessageEvent | TeamEvent | UserEvent,
  time = '2026-01-01T00:00:00.000Z',
): RecordedEvent {
  return {
    id: randomUUID(),
    stream,
    version: 0,
    position: '0',
    schemaVersion: 1,
    customerId,
    actor: { type: 'system', id: 'test' },
    correlationId: 'test',
    causationId: 'test',
    time,
    ...event,
  };
}

function connected(id: string, customerId: string, settings: Partial<DataOf<'ChannelConnected'>> = {}) {
  return recorded(`channel-${id}`, customerId, {
    type: 'ChannelConnected',
    data: {
      name: 'WhatsApp',
      platform: 'whatsapp',
      provider: 'whatsapp-cloud',
      customerCareWindowLength: 24,
      readForAll: true,
      mandatoryAssign: false,
      teamIds: [],
      userIds: [],
      providerAccountId: '106',
      businessAccountId: null,
      apiBaseUrl: null,
      secrets: ['access-token'],
      ...settings,
    },
  });
}

const member = (type: 'TeamMemberAdded' | 'TeamMemberRemoved', userId: string) =>
  recorded(`team-${sales}`, harbour, { type, data: { userId } });

const agent = (userId: string, customerId = harbour) => ({
  ...{ userId, customerId, role: 'user' as const },
  can: (_: string, subject: string) => subject === 'inbox',
});
const manager = (userId: string, customerId = harbour) => ({
  ...{ userId, customerId, role: 'manager' as const },
  can: () => true,
});

test('returns a channel without its account and secrets', async () => {
  const id = randomUUID();
  await project(connected(id, harbour));
  const shown = {
    id,
    name: 'WhatsApp',
    platform: 'whatsapp',
    provider: 'whatsapp-cloud',
    customerCareWindowLength: 24,
    mandatoryAssign: false,
    readForAll: true,
    highPriority: false,
    mayDelete: false,
    automaticSignature: 'none',
    isConnected: true,
    identities: [{ id, name: 'WhatsApp', accountId: '106' }],
  };
  expect(await channels.list(agent(ana))).toEqual([shown]);
  expect(await channels.one(agent(ana), id)).toEqual(shown);
});

test('returns the new settings of a channel that was connected again', async () => {
  const id = randomUUID();
  await project(connected(id, harbour), connected(id, harbour, { name: 'Support' }));
  await project(connected(id, harbour, { name: 'Harbour support', readForAll: false }));
  expect(await channels.one(agent(ana), id)).toMatchObject({ name: 'Harbour support', readForAll: false });
});

test('an agent sees channels that are open to everyone, those of their teams, and their own', async () => {
  const [everybodys, teams, anas] = [randomUUID(), randomUUID(), randomUUID()];
  await project(
    connected(everybodys, harbour, { name: 'A' }),
    connected(teams, harbour, { name: 'B', teamIds: [sales] }),
    connected(anas, harbour, { name: 'C', userIds: [ana] }),
  );
  await project(member('TeamMemberAdded', bo));
  const seen = async (viewer: Parameters<ChannelQueries['list']>[0]) =>
    (await channels.list(viewer)).map(({ name }) => name).join('');
  expect(await seen(agent(ana))).toBe('AC');
  expect(await seen(agent(bo))).toBe('AB');
  expect(await seen(manager(bo))).toBe('ABC');
  expect(await seen({ ...agent(bo), role: 'admin' })).toBe('ABC');
  await expect(channels.one(agent(bo), anas)).rejects.toBeInstanceOf(NotFound);

  await project(member('TeamMemberRemoved', bo), member('TeamMemberAdded', ana));
  expect(await seen(agent(bo))).toBe('A');
  expect(await seen(agent(ana))).toBe('ABC');

  // A channel of a deleted team stays hidden from other agents.
  await project(recorded(`team-${sales}`, harbour, { type: 'TeamDeleted', data: {} }));
  expect(await seen(agent(ana))).toBe('AC');
  expect(await seen({ ...agent(bo), role: 'manager' })).toBe('ABC');
});

test('treats another organisation’s channel as missing', async () => {
  const id = randomUUID();
  await project(connected(id, harbour));
  const baker = { ...agent(bo, bakery), role: 'admin' as const };
  expect(await channels.list(baker)).toEqual([]);
  await expect(channels.one(baker, id)).rejects.toBeInstanceOf(NotFound);
  await expect(channels.forWorker(bakery, id)).rejects.toBeInstanceOf(NotFound);
  expect(await channels.byAccount(bakery, 'whatsapp-cloud', '106')).toBeNull();
});

test('finds a channel and its connection by id and by account, without a user', async () => {
  const id = randomUUID();
  await project(connected(id, harbour, { apiBaseUrl: 'https://graph.example' }));
  const channel = await channels.byId(id);
  expect(channel).toMatchObject({ id, customerId: harbour, providerAccountId: '106' });
  expect(await channels.forWorker(harbour, id)).toEqual(channel);
  expect(await channels.byAccount(harbour, 'whatsapp-cloud', '106')).toEqual(channel);
  expect(await channels.byAccount(harbour, 'whatsapp-cloud', '107')).toBeNull();
  expect(await channels.byId(randomUUID())).toBeNull();
  const { keep, ...connection } = await channels.connection(harbour, channel!);
  expect(keep).toBeDefined();
  expect(connection).toEqual({
    apiBaseUrl: 'https://graph.example',
    providerAccountId: '106',
    businessAccountId: null,
    secrets: { 'access-token': `${harbour}/${id}/access-token` },
  });
});

test('stores a secret that a provider replaced, unless an administrator has entered another one since', async () => {
  const id = randomUUID();
  await project(connected(id, harbour));
  const { keep } = await channels.connection(harbour, (await channels.byId(id))!);
  await keep!('access-token', { from: 'an older one', to: 'new' });
  expect(secrets.kept).toEqual([]);
  await keep!('access-token', { from: `${harbour}/${id}/access-token`, to: 'new' });
  expect(secrets.kept).toEqual([[harbour, id, 'access-token', 'new']]);
});

describe('the cache of channels and secrets', () => {
  let token: string;
  let reads: string[];
  let listeners: ((events: RecordedEvent[], position: string) => void)[];
  let foldAll: () => void;
  const feed = {
    isCurrent: true,
    position: '5',
    start: '0',
    listen: (each: (typeof listeners)[number]) => void listeners.push(each),
  };
  let worker: ChannelQueries;
  beforeEach(() => {
    [token, reads, listeners, feed.isCurrent] = ['first', [], [], true];
    const folds: (() => void)[] = [];
    foldAll = () => folds.splice(0).forEach((fold) => fold());
    const waitFor = (_view: string, position: string) =>
      position === '0'
        ? Promise.resolve(true)
        : new Promise<boolean>((resolve) => folds.push(() => resolve(true)));
    const secrets = new (class extends TokenOfEach {
      override find = (_customerId: string, _owner: string, name: string) => {
        const stored = token;
        reads.push(name);
        return Promise.resolve({ open: () => `${name} ${stored}` });
      };
    })();
    const views = { waitFor } as unknown as Views;
    worker = new ChannelQueries(database, secrets, feed as unknown as LogFeed, views);
  });
  const change = (id: string) => {
    for (const listener of listeners) listener([{ stream: `channel-${id}` } as RecordedEvent], '6');
  };

  test('reads the secrets of a channel once until an event changes the channel', async () => {
    const id = randomUUID();
    await project(connected(id, harbour));
    const channel = await worker.forWorker(harbour, id);
    const tokenNow = async () => (await worker.connectionForWorker(harbour, channel)).secrets['access-token'];
    expect([await tokenNow(), await tokenNow()]).toEqual(['access-token first', 'access-token first']);
    const once = reads.length;
    expect(reads).toEqual([...new Set(reads)]);
    token = 'second';
    change(id);
    // The new secret is read even before the view has folded the event.
    expect([await tokenNow(), await tokenNow()]).toEqual(['access-token second', 'access-token second']);
    foldAll();
    await new Promise(setImmediate);
    const before = reads.length;
    expect([await tokenNow(), await tokenNow()]).toEqual(['access-token second', 'access-token second']);
    expect(reads.length).toBe(before + once);
  });

  test('reads a secret each time while the log feed is not current', async () => {
    const id = randomUUID();
    await project(connected(id, harbour));
    await worker.cachedSecret(harbour, id, 'app-secret');
    feed.isCurrent = false;
    token = 'second';
    expect(await worker.cachedSecret(harbour, id, 'app-secret')).toBe('app-secret second');
  });

  test('returns a channel as disconnected as soon as the view has folded its disconnection', async () => {
    const id = randomUUID();
    await project(connected(id, harbour));
    expect(await worker.cached(id)).toMatchObject({ isConnected: true });
    await project(recorded(`channel-${id}`, harbour, { type: 'ChannelDisconnected', data: {} }));
    change(id);
    expect(await worker.cached(id)).toMatchObject({ isConnected: false });
    foldAll();
    await new Promise(setImmediate);
    expect(await worker.cached(id)).toMatchObject({ isConnected: false });
  });

  test('finds a formerly unknown channel once it is connected', async () => {
    const id = randomUUID();
    expect(await worker.cached(id)).toBeNull();
    await project(connected(id, harbour));
    expect(await worker.cached(id)).toMatchObject({ id });
  });
});

test('returns settings and the last four characters of secrets to users who may change channels', async () => {
  const id = randomUUID();
  const secrets = [{ name: 'access-token', lastFour: 'x4Zd' }];
  await project(
    connected(id, harbour),
    recorded(`channel-${id}`, harbour, {
      type: 'ChannelSettingsChanged',
      data: { settings: { internalName: 'Desk', highPriority: true } },
    }),
  );
  await project(
    recorded(`channel-${id}`, harbour, {
      type: 'ChannelCredentialsChanged',
      data: { secrets, expiresAt: '2026-03-01T00:00:00.000Z' },
    }),
    recorded(`channel-${id}`, harbour, {
      type: 'ChannelMembersChanged',
      data: { teamIds: [], userIds: [ana] },
    }),
  );
  const channel = await channels.one(manager(bo), id);
  expect(channel).toMatchObject({ name: 'Desk', highPriority: true });
  expect(channel.administration).toMatchObject({
    settings: { name: 'WhatsApp', internalName: 'Desk', doubleReply: true },
    secrets,
    expiresAt: '2026-03-01T00:00:00.000Z',
    userIds: [ana],
    webhookPath: `/ingress/whatsapp-cloud/${id}`,
    health: { lastInboundAt: null, lastOutboundAt: null, lastError: null },
  });
  expect((await channels.one(agent(ana), id)).administration).toBeUndefined();
});

test('finds a channel by each of its senders, which users who see the channel also see', async () => {
  const [id, hidden, sender] = [randomUUID(), randomUUID(), randomUUID()];
  const added = (channel: string, identityId: string, accountId: string) =>
    recorded(`channel-${channel}`, harbour, {
      type: 'ChannelIdentityAdded',
      data: { identityId, accountId, name: 'Repairs' },
    });
  await project(connected(id, harbour), added(id, sender, '107'));
  await project(connected(hidden, harbour, { userIds: [bo], providerAccountId: '108' }));
  const repairs = { id: sender, name: 'Repairs', accountId: '107', channelId: id };
  expect(await channels.identities(agent(ana))).toMatchObject([
    { id, name: 'WhatsApp', accountId: '106', channelId: id, platform: 'whatsapp' },
    repairs,
  ]);
  expect(await channels.identity(agent(ana), sender)).toMatchObject(repairs);
  await expect(channels.identity(agent(ana), hidden)).rejects.toBeInstanceOf(NotFound);
  await expect(channels.identity(manager(bo, bakery), sender)).rejects.toBeInstanceOf(NotFound);
  expect(await channels.byAccount(harbour, 'whatsapp-cloud', '107')).toMatchObject({ id });
  expect(await channels.isAnywhere('whatsapp-cloud', '107')).toBe(true);
  await expect(channels.requireNotElsewhere(bakery, 'whatsapp-cloud', '107')).rejects.toThrow('elsewhere');
  await project(
    recorded(`channel-${id}`, harbour, { type: 'ChannelIdentityRemoved', data: { identityId: sender } }),
  );
  expect(await channels.byAccount(harbour, 'whatsapp-cloud', '107')).toBeNull();
});

test('releases the account of a disconnected channel, which the worker can still read', async () => {
  const id = randomUUID();
  await project(connected(id, harbour));
  await project(recorded(`channel-${id}`, harbour, { type: 'ChannelDisconnected', data: {} }));
  expect(await channels.byAccount(harbour, 'whatsapp-cloud', '106')).toBeNull();
  expect(await channels.forWorker(harbour, id)).toMatchObject({ isConnected: false });
});

test('accepts as members only existing teams and users of the organisation', async () => {
  const added = (userId: string, customerId: string) =>
    recorded(`user-${userId}`, customerId, {
      type: 'UserAdded',
      data: { subject: userId, personal: null, role: 'user' },
    });
  await project(added(ana, harbour), added(bo, bakery), member('TeamMemberAdded', ana));
  await channels.requireMembers(harbour, { teamIds: [sales], userIds: [ana] });
  for (const unknown of [bo, randomUUID()]) {
    const asked = channels.requireMembers(harbour, { teamIds: [sales], userIds: [unknown] });
    await expect(asked).rejects.toThrow(new Rejected('unknown_member'));
  }
  await project(recorded(`user-${ana}`, harbour, { type: 'UserDeleted', data: {} } as unknown as UserEvent));
  const asked = channels.requireMembers(harbour, { teamIds: [], userIds: [ana] });
  await expect(asked).rejects.toThrow('unknown_member');
});

test('limits connected WhatsApp channels to the organisation’s maximum', async () => {
  const limit = (
    value: number,
    name: 'embeddedSignupLimit' | 'birdEmbeddedSignupLimit' = 'embeddedSignupLimit',
  ) =>
    recorded(`customer-${harbour}`, harbour, {
      type: 'CustomerSettingChanged',
      data: { name, value },
    });
  const [first, second] = [randomUUID(), randomUUID()];
  const isRoom = (provider: Provider = 'whatsapp-cloud') =>
    channels.requireRoomForWhatsapp(harbour, provider).then(
      () => true,
      (error: Rejected) => error.code,
    );
  await project(connected(first, harbour), connected(randomUUID(), bakery));
  expect(await isRoom()).toBe(true);
  await project(limit(1));
  expect(await isRoom()).toBe('channel_limit_reached');
  await project(limit(2), connected(randomUUID(), harbour, { platform: 'test', provider: 'test' }));
  expect(await isRoom()).toBe(true);
  await project(connected(second, harbour));
  expect(await isRoom()).toBe('channel_limit_reached');
  await project(recorded(`channel-${first}`, harbour, { type: 'ChannelDisconnected', data: {} }));
  expect(await isRoom()).toBe(true);
  await project(limit(-1), connected(first, harbour));
  expect(await isRoom()).toBe(true);
  // Channels of Bird have a limit of their own.
  await project(limit(2), limit(1, 'birdEmbeddedSignupLimit'));
  expect([await isRoom(), await isRoom('bird')]).toEqual(['channel_limit_reached', true]);
  await project(connected(randomUUID(), harbour, { provider: 'bird' }));
  expect(await isRoom('bird')).toBe('channel_limit_reached');
});

test('limits connected web chats to their own maximum', async () => {
  const limit = (value: number) =>
    recorded(`customer-${harbour}`, harbour, {
      type: 'CustomerSettingChanged',
      data: { name: 'chatwootLimit', value },
    });
  const isRoom = (customerId = harbour) =>
    channels.requireRoomForWebChat(customerId).then(
      () => true,
      (error: Rejected) => error.code,
    );
  const webChat = (id: string) => connected(id, harbour, { platform: 'web', provider: 'web-chat' });
  const first = randomUUID();
  await project(limit(1), connected(randomUUID(), harbour));
  expect(await isRoom()).toBe(true);
  await project(webChat(first));
  expect([await isRoom(), await isRoom(bakery)]).toEqual(['channel_limit_reached', true]);
  await project(recorded(`channel-${first}`, harbour, { type: 'ChannelDisconnected', data: {} }));
  expect(await isRoom()).toBe(true);
  await project(webChat(first), limit(0));
  expect(await isRoom()).toBe('channel_limit_reached');
  await project(limit(-1));
  expect(await isRoom()).toBe(true);
});

describe('health', () => {
  const [id, other] = [randomUUID(), randomUUID()];
  const [received, sent] = [randomUUID(), randomUUID()];
  const to = (channelId: string) => ({
    ...{ subject: ana, personal: null, contentType: 'text' as const },
    ...{ conversationId: randomUUID(), channelId, contactId: ana },
  });
  const say = (messageId: string, fact: MessageEvent, at: string) =>
    recorded(`message-${messageId}`, harbour, fact, `2026-01-01T${at}:00.000Z`);
  const story = () => [
    say(
      received,
      { type: 'MessageReceived', data: { ...to(id), providerTime: '', isAutomatic: false } },
      '09:00',
    ),
    say(sent, { type: 'MessageQueued', data: { ...to(id), clientKey: 'key:0' } }, '10:00'),
    say(
      sent,
      { type: 'MessageSent', data: { subject: ana, personal: null, aliasId: randomUUID() } },
      '10:01',
    ),
    say(
      sent,
      { type: 'MessageDeclined', data: { reason: 'delivery_failure', providerCode: '190', at: '' } },
      '10:02',
    ),
    // The message is settled, so this event does not count.
    say(sent, { type: 'MessageDeclined', data: { reason: 'wrong_number', at: '' } }, '11:00'),
  ];
  const shown = async (of: string) => (await channels.one(manager(bo), of)).administration?.health;
  const expected = {
    lastInboundAt: '2026-01-01T09:00:00.000Z',
    lastOutboundAt: '2026-01-01T10:01:00.000Z',
    lastError: {
      ...{ at: '2026-01-01T10:02:00.000Z', reason: 'delivery_failure', providerCode: '190', detail: null },
      isBroken: true,
    },
    ...{ brokenSince: '2026-01-01T10:02:00.000Z', failuresLastHour: 0, quality: null, stopped: null },
  };

  test('returns the times of a channel’s last inbound and outbound message, and its last error', async () => {
    await project(connected(id, harbour), connected(other, harbour));
    for (const event of story()) await project(event);
    expect(await shown(id)).toEqual(expected);
    expect(await shown(other)).toEqual({
      ...{ lastInboundAt: null, lastOutboundAt: null, lastError: null },
      ...{ brokenSince: null, failuresLastHour: 0, quality: null, stopped: null },
    });
  });

  test('keeps a channel’s latest times when older messages are recorded later', async () => {
    const [late, lateSent] = [randomUUID(), randomUUID()];
    const older = [
      say(
        late,
        { type: 'MessageReceived', data: { ...to(id), providerTime: '', isAutomatic: false } },
        '08:00',
      ),
      say(lateSent, { type: 'MessageQueued', data: { ...to(id), clientKey: 'late:0' } }, '08:00'),
      say(
        lateSent,
        { type: 'MessageSent', data: { subject: ana, personal: null, aliasId: randomUUID() } },
        '08:01',
      ),
      say(lateSent, { type: 'MessageDeclined', data: { reason: 'wrong_number', at: '' } }, '08:02'),
    ];
    await project(connected(id, harbour), ...story().slice(0, 4));
    await project(...older);
    expect(await shown(id)).toEqual(expected);
  });

  test('folds the same health whether events arrive in one batch or one by one', async () => {
    await project(connected(id, harbour), ...story());
    expect(await shown(id)).toEqual(expected);
    const { rows } = await database.query('select * from channel_health.outgoing');
    expect(rows).toEqual([]);
  });

  const failure = (at: Date, providerCode?: string) => {
    const messageId = randomUUID();
    const told = (fact: MessageEvent) => ({ ...say(messageId, fact, '00:00'), time: at.toISOString() });
    return [
      told({ type: 'MessageQueued', data: { ...to(id), clientKey: messageId } }),
      told({ type: 'MessageDeclined', data: { reason: 'delivery_failure', providerCode, at: '' } }),
    ];
  };

  test('counts only a channel’s failures of the last hour', async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await project(connected(id, harbour), ...[90, 59, 2, 2, 1].flatMap((minutes) => failure(ago(minutes))));
    await project(...failure(ago(1)));
    expect(await shown(id)).toMatchObject({ failuresLastHour: 5, brokenSince: null });
  });

  test('counts the channel as broken since the first failure of the account, until a message is sent or the credentials are replaced', async () => {
    const at = (time: string) => new Date(`2026-01-01T${time}:00.000Z`);
    const brokenSince = async () => (await shown(id))?.brokenSince ?? null;
    const credentials = (time: string) => ({
      ...recorded(`channel-${id}`, harbour, {
        type: 'ChannelCredentialsChanged',
        data: { secrets: [], expiresAt: null },
      }),
      time: at(time).toISOString(),
    });
    await project(connected(id, harbour), ...failure(at('10:02'), '190'), ...failure(at('10:05'), '190'));
    // A recipient who is not on WhatsApp is no failure of the account.
    await project(...failure(at('10:06'), '131026'));
    expect(await brokenSince()).toBe('2026-01-01T10:02:00.000Z');
    await project(credentials('10:10'));
    expect(await brokenSince()).toBeNull();
    await project(...failure(at('10:11'), '190'));
    expect(await brokenSince()).toBe('2026-01-01T10:11:00.000Z');
    const ok = randomUUID();
    await project(
      say(ok, { type: 'MessageQueued', data: { ...to(id), clientKey: 'ok:0' } }, '10:12'),
      say(
        ok,
        { type: 'MessageSent', data: { subject: ana, personal: null, aliasId: randomUUID() } },
        '10:12',
      ),
    );
    expect(await brokenSince()).toBeNull();
  });

  test('returns since when a mailbox is not read, until it is read or has new credentials', async () => {
    const stopped = async () => (await shown(id))?.stopped ?? null;
    const why = { cause: 'auth', detail: 'Invalid credentials', name: 'Support' } as const;
    const told = (fact: ChannelEvent, minute: string) =>
      recorded(`channel-${id}`, harbour, fact, `2026-01-01T${minute}:00.000Z`);
    const replaced = { secrets: [], expiresAt: null };
    await project(connected(id, harbour), told({ type: 'ChannelReadingStopped', data: why }, '10:02'));
    expect(await stopped()).toEqual({ ...why, since: '2026-01-01T10:02:00.000Z' });
    expect(await channels.broken(manager(bo))).toMatchObject([{ id, since: '2026-01-01T10:02:00.000Z' }]);
    await project(told({ type: 'ChannelReadingResumed', data: {} }, '10:05'));
    expect(await stopped()).toBeNull();
    await project(told({ type: 'ChannelReadingStopped', data: why }, '10:06'));
    await project(told({ type: 'ChannelCredentialsChanged', data: replaced }, '10:10'));
    expect(await stopped()).toBeNull();
  });
});
