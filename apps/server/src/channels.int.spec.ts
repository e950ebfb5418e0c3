import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import fc from 'fast-check';
import { manifestOf } from '@parley/channels/adapters/registry';
import { InboundPublisher } from '@parley/channels/http/inbound-publisher';
import { ChannelQueries, webhookPathOf } from '@parley/channels/read/channels.queries';
import type { EndToEnd, OpenDouble } from '@parley/channels/testing/end-to-end';
import { AdministerChannels } from '@parley/channels/write/administer-channels';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { EmbeddedSignup } from '@parley/channels/write/embedded-signup';
import { ProviderAddresses } from '@parley/channels/write/provider-addresses';
import { IdentifyContact } from '@parley/contacts/write/identify-contact';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import type { EmbeddedSignupRequest } from '@parley/contracts/api/channels.requests';
import type { StartRequest } from '@parley/contracts/api/starting.requests';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { FileMissing } from '@parley/platform/storage/storage';
import { sorted } from '@parley/contracts/channels/credentials';
import { offerOf, platformsOf, providers, type Provider } from '@parley/contracts/channels/offers';
import { emptyTemplate, statusReasons, type Platform } from '@parley/contracts/events';
import { countedTarget } from '@parley/contracts/rules/counted-links';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import { KnownTemplates } from '@parley/conversations/write/known-templates';
import { SendMessage } from '@parley/conversations/write/send-message';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { Viewer } from '@parley/access-rules/viewer';
import { graphDouble } from '@parley/doubles/graph/graph-double';
import { TwilioDouble } from '@parley/doubles/twilio/twilio-double';
import { loadConfig } from '@parley/platform/config/config';
import { freePort } from '@parley/platform/http/free-port';
import type { Principal } from '@parley/platform/http/principal';
import { issuerDouble, type IssuerDouble } from '@parley/testing/oidc/issuer-double';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { eventually } from '@parley/testing/waiting/eventually';
import { AppModule } from './app.module';
import { BackgroundWork } from '@parley/platform/background-work';
import { openEngines, type Engines } from './engines';
import { useHttp } from './http';
import { StartConversation } from '@parley/first-messages/start-conversation';
import { MAX_UNSENT, StartFiles } from '@parley/first-messages/start-files';
import { migrations } from './migrations';
import { allViewsShow } from './testing/all-views-show';

// Tests every provider that has an API: from its webhook to the inbox, and from a reply to a call of its API. The
// test finds the providers by the folders of their adapters.

const adapters = resolve(__dirname, '../../../libs/contexts/channels/src/adapters');
const scenario = (provider: Provider) => join(adapters, provider, 'testing/end-to-end.ts');
const called = providers.filter((provider) => manifestOf(provider).api.url !== null);
const tried = called
  .filter((provider) => existsSync(scenario(provider)))
  .flatMap((provider) => platformsOf(provider).map((platform): [Provider, Platform] => [provider, platform]));

/**
 * The current provider's organisation. Each provider has its own, since the same phone number on two channels of an
 * organisation would be one contact.
 */
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
let meta: { url: string; close: () => Promise<void> };

const signedUp = ['100000000000001', '100000000000002'].map((phoneNumberId, index) => ({
  phoneNumberId,
  businessAccountId: `20000000000000${index}`,
}));
/** A fake of Meta's API, for the embedded signup of WhatsApp. */
const graph = graphDouble({
  ...{
    appSecret: 'secret-of-the-app',
    accessToken: 'token-of-the-signup',
    signup: { appId: 'app-of-parley' },
  },
  accounts: Object.fromEntries(
    signedUp.map(({ phoneNumberId, businessAccountId }) => [
      businessAccountId,
      [{ id: phoneNumberId, display_phone_number: '+31 20 555 0101', verified_name: 'Harbour' }],
    ]),
  ),
});

beforeAll(async () => {
  database = await testDatabase(migrations);
  issuer = await issuerDouble();
  meta = await graph.listen();
  const port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  const config = loadConfig({
    DATABASE_URL: database.url,
    PARLEY_DATA: data,
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'parley',
    OIDC_CLIENT_SECRET: 'secret',
    PARLEY_SECRET: 'only ever used by tests, 32 characters',
    PARLEY_ROLES: 'ingress,worker,projector,api',
    PUBLIC_URL: publicUrl,
    PORT: String(port),
    META_APP_ID: 'app-of-parley',
    META_APP_SECRET: 'secret-of-the-app',
    META_SIGNUP_CONFIG_ID: '99887766',
    META_GRAPH_URL: meta.url,
  });
  engines = await openEngines(config);
  app = await NestFactory.create<NestExpressApplication>(AppModule.of(engines), {
    bodyParser: false,
    // A channel that is broken on purpose logs errors.
    logger: ['fatal'],
  });
  useHttp(app, config);
  await app.listen(port, '127.0.0.1');
  // Connecting a channel reads tables that the projector creates.
  await eventually('the projector has created the tables that connecting reads', async () => {
    const tables = ['channels.channel', 'channels.whatsapp_limit'];
    const sql = 'select count(to_regclass(name))::int as count from unnest($1::text[]) as name';
    const { rows } = await database.query<{ count: number }>(sql, [tables]);
    return rows[0]?.count === tables.length;
  });
});

afterAll(async () => {
  await app.close();
  await app.get(BackgroundWork).stop();
  await meta.close();
  await engines.close();
  await issuer.close();
  await database.drop();
  rmSync(data, { recursive: true, force: true });
});

it('there is a scenario for every provider that is called over a network', () => {
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
    await allViewsShow(engines, connected.position ?? '');
    double.postTo(publicUrl + webhookPathOf(provider, channelId));
  });

  afterAll(() => double.close());

  const outgoing = async () => (await entriesOf(channelId)).filter(({ direction }) => direction === 'out');

  it('shows a contact’s message once in the inbox, with the contact’s name', async () => {
    expect(await double.receive('Where is my order?', 3)).toBe(200);
    await eventually('the message is in the thread', async () => (await entriesOf(channelId))[0]);
    expect(await rowsOf(channelId)).toMatchObject([{ status: 'open', unread: 1, name: double.name }]);
    expect(await entriesOf(channelId)).toMatchObject([{ direction: 'in', message: 'Where is my order?' }]);
  });

  it('fetches an image that the contact sends, if the platform carries images', async () => {
    expect((await double.receivePicture?.(png)) ?? 200).toBe(200);
    const isFetched = ({ assets }: ChatEntry) => assets.some(({ size }) => size === png.length);
    const isThere = async () => (await entriesOf(channelId)).some(isFetched);
    if (double.receivePicture) await eventually('the picture is stored', isThere);
    expect(await isThere()).toBe(double.receivePicture !== undefined);
  });

  it('sends the reply to the provider, and shows the statuses that the provider reports', async () => {
    await replyIn(channelId, 'On its way');
    await eventually('the reply is sent', async () => (await newest(channelId)).status === 'sent');
    expect(double.sent()).toEqual(['On its way']);
    for (const status of double.ticks) {
      expect(await double.report(status)).toBe(200);
      await eventually(
        'the reply has the reported status',
        async () => (await newest(channelId)).status === status,
      );
    }
  });

  it('shows our message once if the provider echoes it, even if the echo arrives before the response to the send', async () => {
    await double.echo?.();
    const answer = double.holdNext();
    await replyIn(channelId, 'It is at the door');
    await eventually('the provider has the second text', () => double.sent().length === 2);
    await double.echo?.();
    expect(await double.receive('Thanks')).toBe(200);
    // Lets the worker process the echo before the provider responds.
    await scheduler.wait(double.echo ? 300 : 0);
    answer();
    await eventually("the contact's message is in the thread", async () =>
      (await entriesOf(channelId)).some(({ message }) => message === 'Thanks'),
    );
    await eventually('no message is pending', async () =>
      (await outgoing()).every(({ status }) => status !== 'pending'),
    );
    expect((await outgoing()).map(({ message }) => message).sort()).toEqual([
      'It is at the door',
      'On its way',
    ]);
  });

  it('shows the reason for a declined message', async () => {
    double.declineNext();
    await replyIn(channelId, 'One more thing');
    await eventually('the message is declined', async () => (await newest(channelId)).status === 'declined');
    expect(await newest(channelId)).toMatchObject({
      message: 'One more thing',
      statusReason: double.declinedBecause,
    });
  });

  it('refuses an unsigned webhook', async () => {
    const headers = { 'content-type': 'application/json' };
    const address = publicUrl + webhookPathOf(provider, channelId);
    expect((await fetch(address, { method: 'POST', body: '{}', headers })).status).toBe(401);
  });

  it('responds to any other request with a 4xx status', async () => {
    const address = publicUrl + webhookPathOf(provider, channelId);
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      '',
      'x/y;;=',
    ];
    const anything = fc.record({
      method: fc.constantFrom('POST', 'GET'),
      body: fc.oneof(
        fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
        fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
        fc.webQueryParameters().map((fields) => Buffer.from(fields)),
      ),
      type: fc.constantFrom(...types),
      query: fc.webQueryParameters(),
      encoding: fc.constantFrom('identity', 'gzip', 'nonsense'),
    });
    for (const { method, body, type, query, encoding } of fc.sample(anything, 60)) {
      const headers = { 'content-type': type, 'content-encoding': encoding };
      const sent = method === 'POST' ? { method, headers, body } : { method };
      const status = await statusOf(`${address}?${query}`, sent);
      expect([method, type, query, body.toString('base64'), status >= 400 && status < 500]).toEqual([
        ...[method, type, query, body.toString('base64'), true],
      ]);
    }
  });

  it('refuses a webhook that is signed for another channel', async () => {
    const { businessAccountId, secrets } = sorted(manifestOf(provider), double.credentials);
    const theirs = { providerAccountId: null, businessAccountId, url: double.url, secrets: others(secrets) };
    const elsewhere = await connect(provider, platform, theirs);
    double.postTo(publicUrl + webhookPathOf(provider, elsewhere));
    expect(await double.receive('Forged')).toBe(401);
    expect(await rowsOf(elsewhere)).toEqual([]);
  });
});

describe('Embedded signup', () => {
  const [whole, coexisting] = signedUp as [(typeof signedUp)[0], (typeof signedUp)[0]];
  const administrator = { customerId: randomUUID(), userId: randomUUID() };
  const signUp = (request: Partial<EmbeddedSignupRequest>, by = requestedNow(administrator)) => {
    const given = { name: 'WhatsApp', code: 'a-code', businessAccountId: whole.businessAccountId };
    return app
      .get(EmbeddedSignup, { strict: false })
      .connect({ ...given, isCoexistence: false, ...request }, by);
  };

  it('connects and registers the number, and subscribes the channel’s address to its webhooks', async () => {
    graph.codes.add('a-code');
    const { id } = await signUp(whole);
    expect(graph.registered.get(whole.phoneNumberId)).toMatch(/^\d{6}$/);
    expect(graph.subscribed.get(whole.businessAccountId)).toBe(
      publicUrl + webhookPathOf('whatsapp-cloud', id),
    );
    const channels = app.get(ChannelQueries, { strict: false });
    expect(await channels.forWorker(administrator.customerId, id)).toMatchObject({
      providerAccountId: whole.phoneNumberId,
      businessAccountId: whole.businessAccountId,
    });
  });

  it('finds the number if none is given and the WhatsApp app keeps using it, and does not register it again', async () => {
    graph.codes.add('another-code');
    const { businessAccountId } = coexisting;
    const { id } = await signUp({ code: 'another-code', businessAccountId, isCoexistence: true });
    expect(graph.registered.has(coexisting.phoneNumberId)).toBe(false);
    const channels = app.get(ChannelQueries, { strict: false });
    expect(await channels.forWorker(administrator.customerId, id)).toMatchObject({
      providerAccountId: coexisting.phoneNumberId,
    });
  });

  it('replaces the token of a connected channel, and keeps the channel’s id and PIN', async () => {
    const pin = graph.registered.get(whole.phoneNumberId);
    graph.codes.add('a-third-code');
    const { id } = await signUp({ ...whole, code: 'a-third-code' });
    expect(webhookPathOf('whatsapp-cloud', id)).toBe(
      new URL(graph.subscribed.get(whole.businessAccountId)!).pathname,
    );
    expect(graph.registered.get(whole.phoneNumberId)).toBe(pin);
  });

  it('fails for a used code, and for an account that the token may not access', async () => {
    await expect(signUp({ ...whole, code: 'a-third-code' })).rejects.toMatchObject({
      code: 'embedded_signup_failed',
    });
    graph.codes.add('a-fourth-code');
    const elsewhere = { code: 'a-fourth-code', businessAccountId: '31415926535' };
    await expect(signUp(elsewhere)).rejects.toMatchObject({ code: 'embedded_signup_failed' });
  });
});

describe('A channel with several senders', () => {
  const [main, repairs] = ['31205550111', '31205550112'];
  const accountSid = `AC${'2'.repeat(32)}`;
  const account = { accountSid, authToken: 'token-of-several-senders' };
  const twilio = new TwilioDouble({ ...account, numbers: [`+${main}`, `+${repairs}`] });
  let server: { url: string; close: () => Promise<void> };
  let channelId: string;

  beforeAll(async () => {
    agent = { ...agent, customerId: randomUUID() };
    server = await twilio.listen();
    app.get(ProviderAddresses, { strict: false }).addDouble(account.authToken, server.url);
    const administer = app.get(AdministerChannels, { strict: false });
    const credentials = { ...account, phoneNumber: main };
    const connecting = { provider: 'twilio', platform: 'sms', name: 'Desk', credentials } as const;
    const connected = await administer.connect(connecting, requestedNow(agent));
    channelId = connected.id;
    await administer.addIdentity(channelId, { account: repairs, name: 'Repairs' }, requestedNow(agent));
    await allViewsShow(engines);
    twilio.callbackUrl = publicUrl + webhookPathOf('twilio', channelId);
  });
  afterAll(() => server.close());

  const write = (to: string, Body: string) =>
    twilio.post(
      twilio.message({
        ...{ MessageSid: `SM${randomUUID().replaceAll('-', '')}`, Body },
        ...{ From: '+31612345678', To: `+${to}` },
      }),
    );
  const senders = async () => {
    const entries = await entriesOf(channelId);
    const identities = (
      await app.get(ChannelQueries, { strict: false }).forWorker(agent.customerId, channelId)
    ).identities;
    return entries.map(({ direction, message, identityId }) => [
      direction,
      message,
      identities.find(({ id }) => id === identityId)?.name ?? null,
    ]);
  };

  it('replies from the number that the contact wrote to last', async () => {
    expect(await write(repairs, 'Is my bike done?')).toBe(200);
    await eventually('the message is in the thread', async () => (await entriesOf(channelId))[0]);
    await replyIn(channelId, 'Tomorrow');
    await eventually('the first text reached Twilio', () => twilio.sends.length === 1);
    expect(twilio.sends[0]?.form.get('From')).toBe(`+${repairs}`);
    expect(await write(main, 'And when do you open?')).toBe(200);
    await eventually('the thread has three entries', async () => (await entriesOf(channelId)).length === 3);
    await replyIn(channelId, 'At nine');
    await eventually('the second text reached Twilio', () => twilio.sends.length === 2);
    expect(twilio.sends[1]?.form.get('From')).toBe(`+${main}`);
    expect((await senders()).reverse()).toEqual([
      ['in', 'Is my bike done?', 'Repairs'],
      ['out', 'Tomorrow', 'Repairs'],
      ['in', 'And when do you open?', null],
      ['out', 'At nine', null],
    ]);
  });

  it('sends a first message from the chosen sender, and further messages from the same one', async () => {
    const channels = app.get(ChannelQueries, { strict: false });
    const [, sender] = (await channels.forWorker(agent.customerId, channelId)).identities;
    const me = { ...agent, role: 'admin', can: () => true } as unknown as Principal;
    jest.spyOn(app.get(InboxQueries, { strict: false }), 'viewer').mockResolvedValue(everything());
    const start = (identityId: string) =>
      app.get(StartConversation, { strict: false }).start(
        me,
        {
          ...{ contact: { phone: '06 12345679' }, channelId, identityId, content: { text: 'Your bike!' } },
          ...{ userId: null, idempotencyKey: randomUUID() },
        },
        requestedNow(me),
      );
    await database.query('insert into contacts.home_country (customer_id, country) values ($1, $2)', [
      agent.customerId,
      'NL',
    ]);
    await expect(start(randomUUID())).rejects.toMatchObject({ code: 'invalid_input' });
    const sent = twilio.sends.length;
    const { chatId, position } = await start(sender!.id);
    await eventually('the text reached Twilio', () => twilio.sends.length === sent + 1);
    await allViewsShow(engines, position);
    await reply(chatId, 'It is ready');
    await eventually('the next text reached Twilio', () => twilio.sends.length === sent + 2);
    const sends = twilio.sends.slice(sent).map(({ form }) => [form.get('From'), form.get('To')]);
    expect(sends).toEqual([
      [`+${repairs}`, '+31612345679'],
      [`+${repairs}`, '+31612345679'],
    ]);
  });

  it('refuses a sender that the account does not have, or that is connected already', async () => {
    const administer = app.get(AdministerChannels, { strict: false });
    const add = (number: string, by = agent) =>
      administer.addIdentity(channelId, { account: number, name: 'X' }, requestedNow(by));
    await expect(add('31205559999')).rejects.toMatchObject({ code: 'provider_account_unknown' });
    await expect(add(main)).rejects.toMatchObject({ code: 'channel_account_taken' });
    const theirs = { customerId: randomUUID(), userId: randomUUID() };
    const credentials = { ...account, phoneNumber: repairs };
    const connecting = { provider: 'twilio', platform: 'sms', name: 'Theirs', credentials } as const;
    await expect(administer.connect(connecting, requestedNow(theirs))).rejects.toMatchObject({
      code: 'channel_account_elsewhere',
    });
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
    const received = async () => (await rowsOf(channelId)).find(({ unread }) => unread > 0);
    chatId = (await eventually('the message is received', received)).id;
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
  ])('gives a text with %s the outcome %j', async (text, expected) => {
    await reply(chatId, text);
    const ended = async () => {
      const entry = await newest(channelId);
      const isSo = Object.entries(expected).every(([key, value]) => entry[key as 'status'] === value);
      return entry.message === text && isSo && entry;
    };
    expect(await eventually('the text has ended as expected', ended)).toMatchObject(expected);
  });
});

describe('A conversation that begins with files or a template', () => {
  const none = { providerAccountId: null, businessAccountId: null, url: null, secrets: {} };
  const file = (name: string) => ({ originalname: name, mimetype: 'image/png', buffer: png });
  const upload = async (name: string, by = agent) =>
    (await app.get(StartFiles, { strict: false }).upload(by, file(name), requestedNow(by))).id;
  const start = (channelId: string, content: StartRequest['content'], contact: StartRequest['contact']) => {
    const me = { ...agent, role: 'admin', can: () => true } as unknown as Principal;
    jest.spyOn(app.get(InboxQueries, { strict: false }), 'viewer').mockResolvedValue(everything());
    const request = { contact, channelId, content, userId: null, idempotencyKey: randomUUID() };
    const send = () => app.get(StartConversation, { strict: false }).start(me, request, requestedNow(me));
    return send().then(async (first) => [first, await send()] as const);
  };
  const filesOf = async (channelId: string) =>
    (await entriesOf(channelId))
      .flatMap(({ assets }) => assets.flatMap(({ fileName }) => fileName ?? []))
      .sort();
  const anyPhone = () => ({ phone: `+3461${String(randomInt(10_000_000)).padStart(7, '0')}` });

  beforeAll(() => {
    agent = { customerId: randomUUID(), userId: randomUUID() };
  });

  it('sends the files within the mail, and sends the mail once if the request is repeated', async () => {
    const channelId = await connect('email', 'email', { ...none, providerAccountId: 'desk@parley.example' });
    const attachments = [await upload('bill.png'), await upload('plan.png')];
    const address = `${randomUUID()}@example.org`;
    const email = {
      ...{ subject: 'Your bill', to: [{ address }], text: 'Here it is' },
      ...{ cc: [{ address: 'boss@example.org' }], bcc: [{ address: 'books@example.org' }] },
      html: `<p>Here it is: <img src="cid:${attachments[1]}"></p>`,
    };
    const [first, again] = await start(channelId, { email, attachments }, { email: address });
    expect(again).toMatchObject({ chatId: first.chatId, entries: [{ id: first.entries[0]!.id }] });
    expect(await filesOf(channelId)).toEqual(['bill.png', 'plan.png']);
    const [entry] = await entriesOf(channelId);
    expect(entry!.content).toMatchObject({ cc: email.cc, bcc: email.bcc });
    expect(entry!.assets.map(({ part, fileName }) => [part, fileName])).toEqual(
      expect.arrayContaining([
        ['html', null],
        [undefined, 'bill.png'],
        ['inline', 'plan.png'],
      ]),
    );
  });

  it('creates nothing for a mail whose encoded files are too large', async () => {
    const channelId = await connect('email', 'email', { ...none, providerAccountId: 'full@parley.example' });
    const attachments = [await upload('film.png'), await upload('plan.png')];
    await database.query('update parley.start_file set size = 10 * 1024 * 1024 where id = any($1)', [
      attachments,
    ]);
    const address = `${randomUUID()}@example.org`;
    const email = { subject: 'The film', to: [{ address }], text: 'Here it is' };
    await expect(start(channelId, { email, attachments }, { email: address })).rejects.toMatchObject({
      code: 'file_too_large',
    });
    expect(await rowsOf(channelId)).toEqual([]);
  });

  it('creates nothing for a template whose counted button has no valid address', async () => {
    const whatsapp = { ...none, providerAccountId: '77', businessAccountId: '78', url: meta.url };
    const channelId = await connect('whatsapp-cloud', 'whatsapp', whatsapp);
    const shop = { type: 'url' as const, text: 'Shop', target: countedTarget(publicUrl) };
    const known = { id: randomUUID(), name: 'sale', language: 'en', externalId: null };
    jest
      .spyOn(app.get(KnownTemplates, { strict: false }), 'find')
      .mockResolvedValue({ ...known, content: { ...emptyTemplate, buttons: [shop] } });
    const template = (text: string) => ({
      ...{ name: 'sale', language: 'en', templateId: known.id, parameters: [], text: 'Sale' },
      components: [{ type: 'button' as const, kind: 'url' as const, index: 0, text }],
    });
    const contact = anyPhone();
    const isKnown = () =>
      app
        .get(IdentifyContact, { strict: false })
        .find([{ kind: 'phone', value: contact.phone }], agent.customerId)
        .then((id) => id !== null);
    await expect(start(channelId, { template: template('sale') }, contact)).rejects.toMatchObject({
      code: 'template_link_invalid',
    });
    expect([await isKnown(), await rowsOf(channelId)]).toEqual([false, []]);
    await start(channelId, { template: template('https://shop.example/sale') }, contact);
    expect(await isKnown()).toBe(true);
  });

  it('sends each file as a message on a channel without e-mail, even without text', async () => {
    const channelId = await connect('test', 'test', none);
    const contact = anyPhone();
    const event = { type: 'message', id: randomUUID(), from: contact, text: 'Hello' };
    const body = Buffer.from(JSON.stringify({ events: [event] }));
    const channel = await app.get(ChannelQueries, { strict: false }).forWorker(agent.customerId, channelId);
    const webhook = { body, contentType: 'application/json', query: '', headers: {} };
    await app.get(InboundPublisher, { strict: false }).publish(channel, webhook);
    await eventually('the conversation exists', async () => (await rowsOf(channelId))[0]);
    const attachments = [await upload('a.png'), await upload('b.png')];
    await start(channelId, { attachments }, contact);
    expect(await filesOf(channelId)).toEqual(['a.png', 'b.png']);
  });

  it.each<[string, () => Promise<string>]>([
    ['a colleague', () => upload('theirs.png', { ...agent, userId: randomUUID() })],
    ['a user of another organisation', () => upload('theirs.png', { ...agent, customerId: randomUUID() })],
    ['no user', () => Promise.resolve(randomUUID())],
  ])('refuses a file that %s uploaded, and creates nothing', async (_who, uploaded) => {
    const channelId = await connect('test', 'test', none);
    const attachments = [await uploaded()];
    await expect(start(channelId, { text: 'Hello', attachments }, anyPhone())).rejects.toThrow(NotFound);
    expect(await rowsOf(channelId)).toEqual([]);
  });

  it('keeps sent files, and deletes unsent files once they have expired', async () => {
    const channelId = await connect('email', 'email', { ...none, providerAccountId: 'shop@parley.example' });
    const [sent, left] = [await upload('sent.png'), await upload('left.png')];
    const address = `${randomUUID()}@example.org`;
    const email = { subject: 'Your bill', to: [{ address }], text: '' };
    await start(channelId, { email, attachments: [sent] }, { email: address });
    const pathOf = async (id: string) =>
      (await database.query<{ path: string }>('select path from parley.start_file where id = $1', [id]))
        .rows[0]!.path;
    const [kept, gone] = [await pathOf(sent), await pathOf(left)];
    // Simulates a process that stopped after it gave the file to the conversation and before it recorded that.
    await database.query(
      `update parley.start_file set expires_at = now() - interval '1 second', given_at = null`,
    );
    while (await app.get(StartFiles, { strict: false }).sweep());
    expect(await engines.storage.get(kept)).toEqual(png);
    await expect(engines.storage.get(gone)).rejects.toThrow(FileMissing);
    expect((await database.query('select from parley.start_file')).rowCount).toBe(0);
  });

  it('refuses an upload from a user who already has the maximum number of unsent uploads', async () => {
    await database.query(
      `insert into parley.start_file (id, customer_id, user_id, file_name, content_type, size, sha256, path)
       select gen_random_uuid(), $1, $2, 'a', 'text/plain', 1, '', '' from generate_series(1, $3)`,
      [agent.customerId, agent.userId, MAX_UNSENT],
    );
    await expect(upload('more.png')).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});

/** Secrets with the same names and other values. */
function others(secrets: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, `${value} of others`]));
}

type Account = ReturnType<typeof sorted> & { url: string | null };

/** Connects a channel without a call to the provider. */
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
  await allViewsShow(engines, position ?? '');
  return id;
}

function everything(): Viewer {
  return {
    ...agent,
    ...{ role: 'admin', teamIds: [], channelIds: null, forcedTeamFilter: null, expandedTeamFilter: false },
  };
}

function reply(chatId: string, text: string): Promise<unknown> {
  const request = { chat: { id: chatId }, content: { text }, idempotencyKey: randomUUID() };
  return app.get(SendMessage, { strict: false }).send(everything(), request, requestedNow(agent));
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
  await allViewsShow(engines);
  const { rows } = await database.query<Row>(
    `select c.id, c.status, c.unread, k.name
       from inbox.conversation c join contacts.contact k on k.id = c.contact_id where c.channel_id = $1`,
    [channelId],
  );
  return rows;
}

async function entriesOf(channelId: string): Promise<ChatEntry[]> {
  await allViewsShow(engines);
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

/** The newest outgoing message. */
async function newest(channelId: string): Promise<ChatEntry> {
  const outgoing = (await entriesOf(channelId)).filter(({ direction }) => direction === 'out');
  return outgoing.sort((one, other) => one.createdAt.localeCompare(other.createdAt)).at(-1)!;
}

/**
 * The response status of a request. Each request uses its own connection, since the server may close a connection
 * whose body it refuses to read.
 */
function statusOf(
  url: string,
  { method, headers, body }: { method: string; headers?: Record<string, string>; body?: Buffer },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
