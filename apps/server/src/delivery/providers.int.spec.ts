import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ingressBody } from '@parley/channels/http/ingress-body';
import { IngressModule } from '@parley/channels/http/ingress.module';
import { AdministerChannels } from '@parley/channels/write/administer-channels';
import { ProviderAddresses } from '@parley/channels/write/provider-addresses';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import type { Provider } from '@parley/contracts/channels/offers';
import type { StatusReason } from '@parley/contracts/events';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import { SendMessage } from '@parley/conversations/write/send-message';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { Viewer } from '@parley/event-sourcing/visibility/viewer';
import { loadConfig } from '@parley/platform/config/config';
import { HttpModule } from '@parley/platform/http/http.module';
import { Authenticator } from '@parley/platform/http/principal';
import { TelemetryModule } from '@parley/platform/telemetry/telemetry.module';
import { AppleDouble } from '@parley/doubles/apple/apple-double';
import { MessengerDouble } from '@parley/doubles/messenger/messenger-double';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { TelegramDouble } from '@parley/doubles/telegram/telegram-double';
import { XDouble } from '@parley/doubles/x/x-double';
import { BackgroundWork } from '../background-work';
import { openEngines, type Engines } from '../engines';
import { EnginesModule } from '../engines.module';
import { views } from '../features';
import { ProjectorModule } from '../roles/projector.module';
import { WorkerModule } from '../roles/worker.module';

// Each provider from end to end: what it posts, signed, comes to the inbox; an answer reaches its double; its receipts and
// refusals are shown.

const customerId = randomUUID();
const me = { customerId, userId: randomUUID() };
const viewer: Viewer = {
  ...me,
  role: 'admin',
  teamIds: [],
  channelIds: null,
  forcedTeamFilter: null,
  expandedTeamFilter: false,
};

/** Nobody signs in here. */
@Global()
@Module({
  providers: [{ provide: Authenticator, useValue: { authenticate: () => Promise.resolve(null) } }],
  exports: [Authenticator],
})
class NobodySignedIn {}

@Module({ imports: [HttpModule, NobodySignedIn, IngressModule, WorkerModule, ProjectorModule, CqrsModule] })
class IngressWorkerAndProjector {}

let database: TestDatabase;
let engines: Engines;
let app: NestExpressApplication;
let publicUrl: string;
const dataDir = mkdtempSync(join(tmpdir(), 'parley-providers-'));
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const config = loadConfig({
    DATABASE_URL: database.url,
    PARLEY_DATA: dataDir,
    PARLEY_SECRET: 'only ever used by tests, 32 characters',
  });
  engines = await openEngines(config);
  @Module({ imports: [EnginesModule.of(engines), TelemetryModule, IngressWorkerAndProjector] })
  class Product {}
  app = await NestFactory.create<NestExpressApplication>(Product, {
    bodyParser: false,
    logger: ['fatal', 'error'],
    abortOnError: false,
  });
  app.use('/ingress', ingressBody(config.webhookLimit));
  await app.listen(0, '127.0.0.1');
  publicUrl = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  // Providers call us where we listen.
  config.publicUrl = publicUrl;
});

afterAll(async () => {
  await app.get(BackgroundWork).stop();
  await app.close();
  for (const close of closing) await close();
  await engines.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A provider's double, and how its other side acts. */
interface Played {
  provider: Provider;
  credentials: Record<string, string>;
  /** The secret by which the channel is connected to the double. */
  secret: string;
  listen(): Promise<{ url: string; close: () => Promise<void> }>;
  /** Told where to post, where an administrator tells it. */
  toldWhere?(url: string): void;
  /** The contact writes; twice is one delivery repeated. */
  write(text: string, times?: number): Promise<number>;
  /** What the contact sends beside a text makes a file of the message. */
  sendPicture(body: Buffer, url: string): Promise<number>;
  sent(): (string | undefined)[];
  /** The provider tells that the contact read all; left out where it tells nothing. */
  read?(): Promise<unknown>;
  /** The provider tells us of our own last message, as of one written elsewhere. */
  echo?(): Promise<unknown>;
  /** The provider has the next message, and answers a moment later. */
  answerLate(): void;
  /** Nothing reaches the contact any more. */
  shut(): void;
  shutReason: StatusReason;
  name: string;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function telegram(): Played {
  const botToken = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
  const double = new TelegramDouble({ botToken });
  const ana = { id: 7_000_000_000_001, first_name: 'Ana', last_name: 'Ruiz', username: 'ana' };
  return {
    provider: 'telegram',
    credentials: { botToken, webhookSecret: 'a-word-of-ours' },
    secret: botToken,
    listen: () => double.listen(),
    write: (text, times) => double.post(double.message(ana, { text }), times),
    sendPicture: (body) => {
      const file_id = double.addFile(body, 'photos/file_1.png');
      return double.post(double.message(ana, { photo: [{ file_id, width: 1, height: 1 }] }));
    },
    sent: () => double.sends.map(({ fields }) => fields.text as string),
    answerLate: () => double.delayNext(700),
    shut: () => double.blockedBy.add(String(ana.id)),
    shutReason: 'blacklisted',
    name: 'Ana Ruiz',
  };
}

function meta(platform: 'messenger' | 'instagram'): Played {
  const account = platform === 'messenger' ? '102290129340398' : '17840000000000001';
  const double = new MessengerDouble({
    platform,
    account,
    accessToken: `${platform}-token`,
    appSecret: 'app-secret',
  });
  const ana = '5600000000000001';
  double.profiles.set(ana, { name: 'Ana Ruiz', first_name: 'Ana', last_name: 'Ruiz' });
  const message = (more: object) => ({ message: { mid: `m_${randomUUID()}`, ...more } });
  return {
    provider: platform,
    credentials: {
      [platform === 'messenger' ? 'pageId' : 'accountId']: account,
      ...{ accessToken: `${platform}-token`, appSecret: 'app-secret', verifyToken: 'ours' },
    },
    secret: `${platform}-token`,
    listen: () => double.listen(),
    toldWhere: (url) => (double.callbackUrl = url),
    write: (text, times) => double.post(ana, message({ text }), times),
    sendPicture: (body, url) => {
      const attachments = [{ type: 'image', payload: { url: url + double.addFile(body, 'image/png') } }];
      return double.post(ana, message({ attachments }));
    },
    sent: () => double.sends.map(({ text }) => text),
    read: () =>
      platform === 'messenger'
        ? double.reportAll(ana)
        : double.post(ana, { read: { mid: double.sends.at(-1)!.mid } }),
    echo: () => double.postEcho(double.sends.at(-1)!),
    answerLate: () => double.delayNext(700),
    shut: () => double.outsideWindow.add(ana),
    shutReason: 'outside_window',
    name: 'Ana Ruiz',
  };
}

function x(): Played {
  const userId = '1111111111111111111';
  const double = new XDouble({ userId, consumerKey: 'ck', consumerSecret: 'cs', accessToken: 'x-token' });
  const ana = '2222222222222222222';
  return {
    provider: 'x',
    credentials: {
      userId,
      consumerKey: 'ck',
      consumerSecret: 'cs',
      accessToken: 'x-token',
      accessTokenSecret: 'ats',
    },
    secret: 'x-token',
    listen: () => double.listen(),
    toldWhere: (url) => (double.callbackUrl = url),
    write: (text, times) => double.postMessage({ from: ana, to: userId, data: { text } }, times),
    sendPicture: (body, url) => {
      const media = { id_str: '1', type: 'photo', media_url_https: url + double.addFile(body, 'image/png') };
      return double.postMessage({
        from: ana,
        to: userId,
        data: { text: '', attachment: { type: 'media', media } },
      });
    },
    sent: () => double.sends.map(({ text }) => text),
    read: () => double.postRead(ana),
    echo: () => {
      const { id, text } = double.sends.at(-1)!;
      return double.postMessage({ id, from: userId, to: ana, data: { text } });
    },
    answerLate: () => double.delayNext(700),
    shut: () => double.closedTo.add(ana),
    shutReason: 'blacklisted',
    name: 'Ana Ruiz',
  };
}

function apple(): Played {
  const secret = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64');
  const double = new AppleDouble({ businessId: 'biz', cspId: 'csp', secret });
  const ana = 'urn:mbid:AQAAY1d8kR0FAKE';
  const text = (body: string, more: object = {}) => ({ id: randomUUID(), type: 'text', body, ...more });
  return {
    provider: 'apple-messages',
    credentials: { businessId: 'biz', cspId: 'csp', secret },
    secret,
    listen: () => double.listen(),
    toldWhere: (url) => (double.callbackUrl = url),
    write: (body, times) => double.post(ana, text(body), times),
    sendPicture: (body) =>
      double.post(ana, text('\ufffc', { attachments: [double.addFile(body, 'image/png')] })),
    sent: () => double.sends.map(({ body }) => body),
    answerLate: () => double.delayNext(700),
    shut: () => double.closed.add(ana),
    shutReason: 'unreachable',
    // Apple tells no name.
    name: '',
  };
}

describe.each([telegram(), meta('messenger'), meta('instagram'), x(), apple()])('$provider', (played) => {
  let channelId: string;
  let url: string;

  beforeAll(async () => {
    const served = await played.listen();
    url = served.url;
    closing.push(served.close);
    app.get(ProviderAddresses, { strict: false }).addDouble(played.secret, url);
    const { provider, credentials } = played;
    const connected = await app
      .get(AdministerChannels, { strict: false })
      .connect({ provider, name: provider, credentials }, requestedNow(me));
    channelId = connected.id;
    await shown();
    played.toldWhere?.(`${publicUrl}/ingress/${provider}/${channelId}`);
  });

  const entries = () => entriesOf(channelId);
  const outgoing = async () => (await entries()).filter(({ direction }) => direction === 'out');

  async function send(text: string): Promise<void> {
    const { rows } = await database.query<{ id: string }>(
      'select id from inbox.conversation where channel_id = $1',
      [channelId],
    );
    const request = { chat: { id: rows[0]!.id }, content: { text }, idempotencyKey: randomUUID() };
    await app.get(SendMessage, { strict: false }).send(viewer, request, requestedNow(me));
  }

  it('brings what the contact writes to the inbox once, with who they are', async () => {
    expect(await played.write('Is my bike ready?', 3)).toBe(200);
    await until(async () => (await entries()).length > 0);
    await shown();
    expect(await entries()).toMatchObject([{ direction: 'in', message: 'Is my bike ready?' }]);
    const { rows } = await database.query<{ name: string | null }>(
      `select k.name from inbox.conversation c join contacts.contact k on k.id = c.contact_id where c.channel_id = $1`,
      [channelId],
    );
    expect(rows).toEqual([{ name: played.name || null }]);
  });

  it('fetches a file that the contact sends', async () => {
    expect(await played.sendPicture(png, url)).toBe(200);
    await until(async () =>
      (await entries()).some(({ assets }) => assets.some(({ size }) => size === png.length)),
    );
  });

  it('takes an answer to the contact, and shows what becomes of it', async () => {
    await send('Nearly');
    await until(async () => (await outgoing())[0]?.status === 'sent');
    expect(played.sent()).toEqual(['Nearly']);
    await played.read?.();
    if (played.read) await until(async () => (await outgoing())[0]?.status === 'read');
  });

  it('shows our own message once, although the provider tells us of it', async () => {
    await played.echo?.();
    played.answerLate();
    await send('Ready');
    await until(() => Promise.resolve(played.sent().length === 2));
    // It may even tell us before it answers.
    await played.echo?.();
    expect(await played.write('Thanks')).toBe(200);
    await until(async () => (await entries()).some(({ message }) => message === 'Thanks'));
    await until(async () => (await outgoing()).every(({ status }) => status !== 'pending'));
    expect((await outgoing()).map(({ message }) => message).sort()).toEqual(['Nearly', 'Ready']);
  });

  it('says why an answer did not get through', async () => {
    played.shut();
    await send('It is ready now');
    await until(async () => (await outgoing()).some(({ status }) => status === 'declined'));
    const [declined] = (await outgoing()).filter(({ status }) => status === 'declined');
    expect(declined).toMatchObject({ message: 'It is ready now', statusReason: played.shutReason });
  });

  it('refuses what is not signed', async () => {
    const address = `${publicUrl}/ingress/${played.provider}/${channelId}`;
    const response = await fetch(address, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(401);
  });
});

/** Waits until every view shows what the log holds now. */
async function shown(): Promise<void> {
  const head = (await engines.store.head()) ?? '';
  for (const view of views) expect(await engines.views.waitFor(view.name, head, 20_000)).toBe(true);
}

async function entriesOf(channelId: string): Promise<ChatEntry[]> {
  const { rows } = await database.query<{ id: string }>(
    `select e.id from transcript.entry e join inbox.conversation c on c.id = e.conversation_id
      where c.channel_id = $1 and e.type <> 'event'`,
    [channelId],
  );
  const ids = rows.map(({ id }) => id);
  return app.get(TranscriptQueries, { strict: false }).entriesByIds(customerId, ids);
}

/** Waits for a fact that comes about in the background. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error('It did not come about.');
    await scheduler.wait(10);
  }
}
