import { randomUUID } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { ConnectChannelRequest } from '@parley/contracts/api/channels.requests';
import { Claims } from '@parley/claims/claims';
import type { Platform } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import { Config, loadConfig } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { Secrets } from '@parley/platform/security/keys';
import { MasterKey } from '@parley/platform/security/master-key';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { graphDouble, type GraphNumber } from '@parley/doubles/graph/graph-double';
import { TwilioDouble } from '@parley/doubles/twilio/twilio-double';
import { ChannelsModule } from '../channels.module';
import type { CheckResult } from '../adapters/adapter';
import { adapterOf } from '../adapters/registry';
import { ChannelQueries } from '../read/channels.queries';
import { AdministerChannels } from './administer-channels';
import { ProviderAddresses } from './provider-addresses';

const [harbour, bakery] = [randomUUID(), randomUUID()];
const team = randomUUID();
const context = (customerId = harbour) => requestedNow({ userId: randomUUID(), customerId });
const credentials = {
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  accessToken: 'access-token-of-the-channel',
  appSecret: 'app-secret-of-the-channel',
  verifyToken: 'verify-token-of-the-channel',
};
const whatsapp: ConnectChannelRequest = {
  provider: 'whatsapp-cloud',
  name: 'Support',
  credentials,
};
const number: GraphNumber = {
  ...{ id: credentials.phoneNumberId, display_phone_number: '+31 20 555 0101', verified_name: 'Harbour' },
  messaging_limit_tier: 'TIER_1K',
};
const graph = graphDouble({
  ...{
    appSecret: credentials.appSecret,
    accessToken: credentials.accessToken,
    tokenExpiresAt: 1_790_000_000,
  },
  accounts: {
    [credentials.businessAccountId]: [number],
  },
});

class SecretsInMemory extends Secrets {
  readonly kept = new Map<string, string>();
  /** Fails once, when a secret of this name is stored after `after` earlier times. */
  failAt: { name: string; after: number; error: Error } | null = null;
  put(...[customerId, owner, name, value]: [string, string, string, string]) {
    if (this.failAt?.name === name && this.failAt.after-- === 0) {
      const { error } = this.failAt;
      this.failAt = null;
      return Promise.reject(error);
    }
    this.kept.set(`${customerId}/${owner}/${name}`, value);
    return Promise.resolve();
  }
  remove(...place: [string, string, string]) {
    this.kept.delete(place.join('/'));
    return Promise.resolve();
  }
  replace = () => Promise.resolve(false);
  find = (...place: [string, string, string]) => {
    const kept = this.kept.get(place.join('/'));
    return Promise.resolve(kept === undefined ? null : { open: () => kept });
  };
}

let store: InMemoryEventStore;
let secrets: SecretsInMemory;
let administer: AdministerChannels;
let addresses: ProviderAddresses;
let url: string;
let isFull: boolean;
let isElsewhere: boolean;
/** Runs before the serialised part of a command, as if another request came first. */
let beforeTurn: () => void;
let close: () => Promise<void>;

beforeAll(async () => ({ url, close } = await graph.listen()));
afterAll(() => close());

beforeEach(async () => {
  store = new InMemoryEventStore();
  secrets = new SecretsInMemory();
  const aggregates = new Aggregates(store);
  const claims = new Claims(aggregates, new MasterKey('a secret that is long enough for tests'));

  @Global()
  @Module({
    providers: [
      { provide: Aggregates, useValue: aggregates },
      { provide: Claims, useValue: claims },
      { provide: Secrets, useValue: secrets },
      { provide: Database, useValue: {} },
      {
        provide: OneAtATime,
        useValue: {
          run: <T>(_: string, work: () => Promise<T>) => {
            beforeTurn();
            return work();
          },
        },
      },
      { provide: Views, useValue: { waitFor: () => Promise.resolve(true) } },
      { provide: Config, useValue: loadConfig({ PUBLIC_URL: 'https://inbox.example' }) },
    ],
    exports: [Aggregates, Claims, Secrets, Database, OneAtATime, Config, Views],
  })
  class EnginesModule {}

  isFull = isElsewhere = false;
  beforeTurn = () => undefined;
  const queries = {
    requireRoomForWhatsapp: () =>
      isFull ? Promise.reject(new Rejected('channel_limit_reached')) : Promise.resolve(),
    requireNotElsewhere: () =>
      isElsewhere ? Promise.reject(new Rejected('channel_account_elsewhere')) : Promise.resolve(),
    requireMembers: (_: string, { teamIds }: { teamIds: string[] }) =>
      teamIds.every((id) => id === team) ? Promise.resolve() : Promise.reject(new Rejected('unknown_member')),
  };
  const module = await Test.createTestingModule({ imports: [EnginesModule, ChannelsModule] })
    .overrideProvider(ChannelQueries)
    .useValue(queries)
    .compile();
  await module.init();
  addresses = module.get(ProviderAddresses, { strict: false });
  for (const token of [credentials.accessToken, 'a-wrong-token']) addresses.addDouble(token, url);
  administer = module.get(AdministerChannels);
});

const types = () =>
  store.events.filter(({ stream }) => stream.startsWith('channel-')).map(({ type }) => type);

test('connects an account after its provider has accepted the credentials', async () => {
  const { id } = await administer.connect(whatsapp, context());
  expect(types()).toEqual(['ChannelConnected', 'ChannelCredentialsChanged']);
  expect(store.events.at(-1)?.data).toEqual({
    secrets: [
      { name: 'access-token', lastFour: 'nnel' },
      { name: 'app-secret', lastFour: 'nnel' },
      { name: 'verify-token', lastFour: 'nnel' },
    ],
    expiresAt: '2026-09-21T14:13:20.000Z',
  });
  expect(await secrets.get(harbour, id, 'access-token')).toBe(credentials.accessToken);
});

test('writes no secret into the log', async () => {
  const { id } = await administer.connect(whatsapp, context());
  await administer.replaceCredentials(
    id,
    { credentials: { verifyToken: 'another-verify-token' } },
    context(),
  );
  const log = JSON.stringify(store.events);
  const { accessToken, appSecret, verifyToken } = credentials;
  for (const secret of [accessToken, appSecret, verifyToken, 'another-verify-token']) {
    expect(log).not.toContain(secret);
  }
});

test.each([
  ['accessToken', 'a-wrong-token', 'provider_token_refused'],
  ['appSecret', 'wrong', 'provider_secret_refused'],
  ['businessAccountId', '99999', 'provider_business_unknown'],
  ['phoneNumberId', '99999', 'provider_account_unknown'],
])('connects nothing if %s is wrong, and names the field', async (field, wrong, code) => {
  const given = { ...whatsapp, credentials: { ...credentials, [field]: wrong } };
  const connecting = administer.connect(given, context());
  await expect(connecting).rejects.toMatchObject({
    code,
    errors: [{ field: `credentials.${field}`, rule: 'refused' }],
  });
  expect(store.events).toEqual([]);
  expect(secrets.kept.size).toBe(0);
});

test('returns one line each for the checks of account, availability and limit, without connecting', async () => {
  const holds = { what: 'account', code: null, field: null, detail: '2026-09-21T14:13:20.000Z' };
  const line = (what: string, code: string | null) => ({ what, code, field: null, detail: null });
  const account = { name: 'Harbour', phone: '+31 20 555 0101' };
  expect(await administer.checkFor(whatsapp, context())).toEqual({
    account,
    lines: [holds, line('free', null), line('room', null)],
  });
  const wrong = { ...whatsapp, credentials: { ...credentials, phoneNumberId: '99999' } };
  expect(await administer.checkFor(wrong, context())).toMatchObject({
    lines: [{ what: 'account', code: 'provider_account_unknown', field: 'phoneNumberId' }],
  });
  expect(store.events).toEqual([]);
  await administer.connect(whatsapp, context());
  isFull = true;
  expect(await administer.checkFor(whatsapp, context())).toEqual({
    account,
    lines: [holds, line('free', 'channel_account_taken'), line('room', 'channel_limit_reached')],
  });
});

test('rejects a blank name before calling the provider', async () => {
  await expect(administer.connect({ ...whatsapp, name: ' ' }, context())).rejects.toMatchObject({
    code: 'channel_setting_invalid',
    errors: [{ field: 'name', rule: 'required' }],
  });
});

test('rejects unknown, missing and malformed credentials before calling the provider', async () => {
  const { phoneNumberId: _, ...missing } = credentials;
  const given = { ...missing, businessAccountId: 'letters', accessToken: 'two words', region: 'eu' };
  await expect(administer.connect({ ...whatsapp, credentials: given }, context())).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [
      { field: 'credentials.phoneNumberId', rule: 'required' },
      { field: 'credentials.businessAccountId', rule: 'digits' },
      { field: 'credentials.accessToken', rule: 'blanks' },
      { field: 'credentials.region', rule: 'unknown' },
    ],
  });
  const { id } = await administer.connect(whatsapp, context());
  const replacing = administer.replaceCredentials(id, { credentials: { phoneNumberId: '107' } }, context());
  await expect(replacing).rejects.toMatchObject({
    errors: [{ field: 'credentials.phoneNumberId', rule: 'unknown' }],
  });
});

test('allows one channel per account; another organisation may connect the account only after a disconnection', async () => {
  const { id } = await administer.connect(whatsapp, context());
  await expect(administer.connect(whatsapp, context())).rejects.toThrow('channel_account_taken');
  await expect(administer.connect(whatsapp, context(bakery))).rejects.toThrow('channel_account_elsewhere');
  await administer.disconnect(id, context());
  const moved = await administer.connect(whatsapp, context(bakery));
  await expect(administer.connectAgain(id, context())).rejects.toThrow('channel_account_elsewhere');
  await administer.disconnect(moved.id, context(bakery));
  await administer.connectAgain(id, context());
});

test('rejects an account that another organisation connected before claims spanned all organisations', async () => {
  isElsewhere = true;
  await expect(administer.connect(whatsapp, context())).rejects.toThrow('channel_account_elsewhere');
  expect(store.events).toEqual([]);
});

test('connects an account once if many organisations connect it concurrently', async () => {
  const organisations = Array.from({ length: 8 }, () => randomUUID());
  const tries = await Promise.allSettled(
    organisations.map((customerId) => administer.connect(whatsapp, context(customerId))),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(types().filter((type) => type === 'ChannelConnected')).toHaveLength(1);
});

test('reconnects an account as the same channel with its new name', async () => {
  const { id } = await administer.connect(whatsapp, context());
  await administer.changeSettings(id, { highPriority: true }, context());
  await administer.disconnect(id, context());
  const again = await administer.connect({ ...whatsapp, name: 'Sales' }, context());
  expect(again.id).toBe(id);
  expect(types().slice(2)).toEqual([
    'ChannelSettingsChanged',
    'ChannelDisconnected',
    'ChannelConnected',
    'ChannelSettingsChanged',
    'ChannelCredentialsChanged',
  ]);
});

test('completes a connection after a crash when the request is repeated; a third request does nothing', async () => {
  const { id } = await administer.connect(whatsapp, context());
  await administer.disconnect(id, context());
  const asked = context();
  const anew = { ...whatsapp, name: 'Sales' };
  const crash = new Error('The process stopped.');
  secrets.failAt = { name: 'verify-token', after: 1, error: crash };
  await expect(administer.connect(anew, asked)).rejects.toBe(crash);
  expect(types().slice(3)).toEqual(['ChannelConnected', 'ChannelSettingsChanged']);
  for (let time = 0; time < 2; time++) expect((await administer.connect(anew, asked)).id).toBe(id);
  expect(types().slice(3)).toEqual([
    'ChannelConnected',
    'ChannelSettingsChanged',
    'ChannelCredentialsChanged',
  ]);
});

test('records a changed quality rating once', async () => {
  const { id } = await administer.connect(whatsapp, context());
  number.quality_rating = 'RED';
  for (let time = 0; time < 2; time++) await administer.test(id, context());
  number.quality_rating = undefined;
  await administer.test(id, context());
  expect(store.events.at(-1)).toMatchObject({
    type: 'ChannelQualityChanged',
    data: { rating: 'low', limit: 'TIER_1K' },
  });
  expect(types().filter((type) => type === 'ChannelQualityChanged')).toHaveLength(1);
});

test('disconnects a channel and connects it again with its credentials', async () => {
  const { id } = await administer.connect(whatsapp, context());
  await administer.disconnect(id, context());
  await administer.connectAgain(id, context());
  await administer.connectAgain(id, context());
  expect(types().slice(2)).toEqual(['ChannelDisconnected', 'ChannelConnected']);
});

test('rejects a WhatsApp channel above the organisation’s limit, but no other kind', async () => {
  const { id } = await administer.connect(whatsapp, context());
  isFull = true;
  await administer.connectAgain(id, context());
  await administer.disconnect(id, context());
  await expect(administer.connectAgain(id, context())).rejects.toThrow('channel_limit_reached');
  await expect(administer.connect(whatsapp, context())).rejects.toThrow('channel_limit_reached');
  await administer.connect({ provider: 'test', name: 'Try-out' }, context());
});

test('does not reconnect a channel if another one reached the limit during the provider’s check', async () => {
  const { id } = await administer.connect(whatsapp, context());
  await administer.disconnect(id, context());
  beforeTurn = () => (isFull = true);
  await expect(administer.connectAgain(id, context())).rejects.toThrow('channel_limit_reached');
  expect(types().at(-1)).toBe('ChannelDisconnected');
});

test('keeps the old credentials if the provider refuses the new ones', async () => {
  const { id } = await administer.connect(whatsapp, context());
  const replacing = administer.replaceCredentials(
    id,
    { credentials: { accessToken: 'a-wrong-token' } },
    context(),
  );
  await expect(replacing).rejects.toMatchObject({ code: 'provider_token_refused' });
  expect(await secrets.get(harbour, id, 'access-token')).toBe(credentials.accessToken);
});

test('tests a channel with its current credentials', async () => {
  const { id } = await administer.connect(whatsapp, context());
  expect(await administer.test(id, context())).toEqual({
    ok: true,
    account: { name: 'Harbour', phone: '+31 20 555 0101' },
  });
  await secrets.put(harbour, id, 'access-token', 'a-wrong-token');
  expect(await administer.test(id, context())).toMatchObject({ ok: false, code: 'provider_token_refused' });
});

test('reports success for a test channel, which has no provider that could refuse', async () => {
  const { id } = await administer.connect({ provider: 'test', name: 'Try-out' }, context());
  expect(await administer.test(id, context())).toEqual({ ok: true, account: null });
});

describe('a provider of several platforms', () => {
  const accountSid = `AC${'1'.repeat(32)}`;
  const account = { accountSid, authToken: 'auth-token-of-the-account' };
  const twilio = new TwilioDouble({ ...account, numbers: ['+31205550101'] });
  const connect = (platform: Platform | undefined, more: Record<string, string>) =>
    administer.connect(
      { provider: 'twilio', platform, name: 'Us', credentials: { ...account, ...more } },
      context(),
    );
  const connected = () =>
    store.events.flatMap(({ data }) => {
      const { platform, providerAccountId } = data as Partial<Record<string, string>>;
      return platform ? [[platform, providerAccountId]] : [];
    });

  let closeTwilio: () => Promise<void>;

  beforeEach(async () => {
    const server = await twilio.listen();
    addresses.addDouble(account.authToken, server.url);
    closeTwilio = server.close;
  });
  afterEach(() => closeTwilio());

  test('connects one channel per platform of a provider, even with the same number', async () => {
    const [first, second] = [
      await connect(undefined, { phoneNumber: '31205550101' }),
      await connect('whatsapp', { whatsappSender: '31205550101' }),
    ];
    expect(first.id).not.toBe(second.id);
    expect(connected()).toEqual([
      ['sms', '31205550101'],
      ['whatsapp', 'whatsapp:31205550101'],
    ]);
  });

  test('connects only a platform that the provider offers, with that platform’s credentials', async () => {
    await expect(connect('telegram', {})).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'platform' }],
    });
    await expect(connect('whatsapp', { phoneNumber: '31205550101' })).rejects.toMatchObject({
      errors: [
        { field: 'credentials.whatsappSender', rule: 'required' },
        { field: 'credentials.phoneNumber', rule: 'unknown' },
      ],
    });
    expect(connected()).toEqual([]);
  });
});

test('registers the address for webhooks before anything is connected', async () => {
  const told: string[] = [];
  let outcome: CheckResult = { outcome: 'refused', code: 'provider_refused' };
  const adapter = adapterOf('test');
  adapter.register = (_, address) => {
    told.push(address);
    return Promise.resolve(outcome);
  };
  try {
    const connecting = () => administer.connect({ provider: 'test', name: 'Try-out' }, context());
    await expect(connecting()).rejects.toMatchObject({ code: 'provider_refused' });
    expect(store.events).toEqual([]);
    outcome = { outcome: 'holds' };
    const { id } = await connecting();
    expect(told.at(-1)).toBe(`https://inbox.example/ingress/test/${id}`);
    await administer.test(id, context());
    expect(told).toHaveLength(2);
  } finally {
    delete adapter.register;
  }
});

test('accepts only members of the organisation', async () => {
  const { id } = await administer.connect({ provider: 'test', name: 'Try-out' }, context());
  await administer.changeMembers(id, { teamIds: [team], userIds: [] }, context());
  const changing = administer.changeMembers(id, { teamIds: [randomUUID()], userIds: [] }, context());
  await expect(changing).rejects.toThrow('unknown_member');
});

test('treats another organisation’s channel as missing', async () => {
  const { id } = await administer.connect(whatsapp, context());
  const foreign = context(bakery);
  const tries = [
    () => administer.changeSettings(id, { name: 'Mine' }, foreign),
    () => administer.changeMembers(id, { teamIds: [], userIds: [] }, foreign),
    () => administer.replaceCredentials(id, { credentials: { verifyToken: 'x' } }, foreign),
    () => administer.disconnect(id, foreign),
    () => administer.connectAgain(id, foreign),
    () => administer.test(id, foreign),
  ];
  for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
});
