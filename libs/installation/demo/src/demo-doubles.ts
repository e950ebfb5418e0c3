import { randomBytes, randomUUID } from 'node:crypto';
import express, { type Express, type RequestHandler } from 'express';
import type { INestApplication, INestApplicationContext } from '@nestjs/common';
import { webhookPathOf } from '@parley/channels/read/channels.queries';
import { channelIdOf } from '@parley/channels/write/channel.handler';
import { ProviderAddresses } from '@parley/channels/write/provider-addresses';
import type { Provider } from '@parley/contracts/channels/offers';
import { DialogDouble } from '@parley/doubles/360dialog/dialog-double';
import { AppleDouble } from '@parley/doubles/apple/apple-double';
import { BirdDouble } from '@parley/doubles/bird/bird-double';
import type { GraphDouble } from '@parley/doubles/graph/graph-double';
import { signupPage } from '@parley/doubles/graph/signup-page';
import { MessagebirdDouble } from '@parley/doubles/messagebird/messagebird-double';
import { MessengerDouble } from '@parley/doubles/messenger/messenger-double';
import type { DoubleWebhook } from '@parley/doubles/provider/api-double';
import { TelegramDouble } from '@parley/doubles/telegram/telegram-double';
import { TwilioDouble } from '@parley/doubles/twilio/twilio-double';
import { XDouble } from '@parley/doubles/x/x-double';
import type { Config } from '@parley/platform/config/config';
import { demoGraphUrl, demoSignup, demoWhatsapp, ownUrl } from './demo-channels';
import { demoId, harbourBikes } from './demo-organisation';

const SIGNUP_PATH = '/demo/facebook';
const MAX_TEXT_LENGTH = '10kb';

/** A fake of a provider, with the data for connecting a channel to it. */
interface Played {
  double: {
    app: Express;
    callbackUrl: string | undefined;
    post(webhook: DoubleWebhook): Promise<number>;
  };
  /**
   * Credentials that an administrator enters in the connect dialog, by their keys in the provider's manifest. They
   * are public.
   */
  credentials: Record<string, string>;
  /** The secret among the credentials by which the demo finds channels that are connected to this fake. */
  secret: string;
  /** Account id of the channel; null if the product registers the webhook's address at the provider itself. */
  accountId: string | null;
  /** Creates the webhook of a contact's message with this text. */
  says: (text: string) => DoubleWebhook;
}

/** A provider whose fake the demo starts in addition to that of WhatsApp, which always runs. */
type PlayedProvider = Exclude<Provider, 'test' | 'web-chat' | 'email' | 'whatsapp-cloud'>;

/** Makes a new fake of every provider. */
export function demoDoubles(): Record<PlayedProvider, Played> {
  return {
    messenger: metaMessaging('messenger', 'pageId', '302290129340398'),
    instagram: metaMessaging('instagram', 'accountId', '17841400000000001'),
    telegram: telegram(),
    x: x(),
    'apple-messages': apple(),
    '360dialog': dialog(),
    twilio: twilio(),
    bird: bird(),
    messagebird: messagebird(),
  };
}

/** @returns the configuration, changed so that the sign-up for WhatsApp uses a fake of Facebook's page */
export function withSignupDouble(config: Config): Config {
  if (config.metaSignup) return config;
  const { publicUrl, port } = config;
  const metaSignup = {
    appId: demoSignup.appId,
    appSecret: demoWhatsapp.secrets['app-secret'],
    configId: 'parley-demo',
    sdkUrl: `${publicUrl}${SIGNUP_PATH}/sdk.js`,
    pageOrigin: new URL(publicUrl).origin,
    graphUrl: demoGraphUrl(port),
  };
  return { ...config, metaSignup };
}

/**
 * Mounts a fake of every provider at `/demo/<provider>`. If a plain text is posted to `/demo/<provider>/say`, the
 * fake sends it as a message of its contact to the connected channel.
 */
export function useDemoDoubles(
  app: Pick<INestApplication, 'use'> & Pick<INestApplicationContext, 'get'>,
  { port, publicUrl }: Config,
  graph: GraphDouble | null,
): void {
  const customerId = demoId(harbourBikes.domain);
  const addresses = app.get(ProviderAddresses, { strict: false });
  for (const [provider, played] of Object.entries(demoDoubles()) as [PlayedProvider, Played][]) {
    const path = `/demo/${provider}`;
    const { double, secret, accountId } = played;
    addresses.addDouble(secret, ownUrl(port) + path);
    if (accountId !== null) {
      const id = channelIdOf(customerId, provider, accountId);
      double.callbackUrl = publicUrl + webhookPathOf(provider, id);
    }
    app.use(`${path}/say`, express.text({ type: () => true, limit: MAX_TEXT_LENGTH }), say(played));
    app.use(path, double.app);
  }
  if (graph) app.use(SIGNUP_PATH, signupPage(graph, demoSignup));
}

/**
 * Handles a post of a contact's text. Responds with the status of the webhook; with 404 while no channel is connected
 * to the fake.
 */
function say({ double, says }: Played): RequestHandler {
  return (request, answer) => {
    const text = typeof request.body === 'string' && request.body !== '' ? request.body : 'Hello!';
    void double.post(says(text)).then((status) => answer.status(status || 404).end());
  };
}

const ana = { name: 'Ana Ruiz', phone: '34612345678' };

function metaMessaging(platform: 'messenger' | 'instagram', key: string, account: string): Played {
  const keys = { accessToken: `parley-demo-${platform}-token`, appSecret: `parley-demo-${platform}-secret` };
  const double = new MessengerDouble({ platform, account, ...keys });
  const person = '5600000000000001';
  double.profiles.set(person, { name: ana.name, first_name: 'Ana', last_name: 'Ruiz' });
  return {
    double,
    credentials: { [key]: account, ...keys, verifyToken: 'parley-demo-verify-token' },
    secret: keys.accessToken,
    accountId: account,
    says: (text) => double.event(person, { message: { mid: `m_${randomUUID()}`, text } }),
  };
}

function telegram(): Played {
  const botToken = '110201543:parley-demo-telegram-token-00000000';
  const double = new TelegramDouble({ botToken });
  const person = { id: 7_000_000_000_001, first_name: 'Ana', last_name: 'Ruiz', username: 'ana' };
  return {
    ...{ double, secret: botToken, accountId: null },
    credentials: { botToken, webhookSecret: 'parley-demo-webhook-secret' },
    says: (text) => double.message(person, { text }),
  };
}

function x(): Played {
  const userId = '1111111111111111111';
  const keys = {
    ...{ consumerKey: 'parley-demo-consumer', consumerSecret: 'parley-demo-consumer-secret' },
    accessToken: 'parley-demo-x-token',
  };
  const double = new XDouble({ userId, ...keys });
  return {
    ...{ double, secret: keys.accessToken, accountId: userId },
    credentials: { userId, ...keys, accessTokenSecret: 'parley-demo-x-token-secret' },
    says: (text) => double.message({ from: '2222222222222222222', to: userId, data: { text } }),
  };
}

function apple(): Played {
  const secret = Buffer.from('parley-demo-apple-messages-secret').toString('base64');
  const credentials = { businessId: 'parley-demo-business', cspId: 'parley-demo-csp', secret };
  const double = new AppleDouble(credentials);
  return {
    ...{ double, credentials, secret, accountId: credentials.businessId },
    says: (body) => {
      const text = { id: randomUUID(), type: 'text', body };
      return double.message('urn:mbid:AQAAY1d8kR0FAKE', text);
    },
  };
}

function dialog(): Played {
  const credentials = {
    ...{ phoneNumberId: '106540352242922', apiKey: 'parley-demo-360dialog-key' },
    webhookToken: 'parley-demo-webhook-token',
  };
  const double = new DialogDouble(credentials);
  return {
    ...{ double, credentials, secret: credentials.apiKey, accountId: credentials.phoneNumberId },
    says: (text) => double.message({ type: 'text', text: { body: text } }),
  };
}

function twilio(): Played {
  const number = '31205550142';
  const keys = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'parley-demo-twilio-token' };
  const double = new TwilioDouble({ ...keys, numbers: [`+${number}`] });
  return {
    ...{ double, secret: keys.authToken, accountId: number },
    credentials: { ...keys, phoneNumber: number },
    says: (Body) =>
      double.message({
        ...{ MessageSid: `SM${randomBytes(16).toString('hex')}`, Body },
        ...{ From: `+${ana.phone}`, To: `+${number}` },
      }),
  };
}

function bird(): Played {
  const credentials = {
    ...{ accessKey: 'parley-demo-bird-key', signingKey: 'parley-demo-signing-key' },
    ...{ workspaceId: demoId('bird workspace'), channelId: demoId('bird channel') },
  };
  const double = new BirdDouble(credentials);
  return {
    ...{ double, credentials, secret: credentials.accessKey, accountId: credentials.channelId },
    says: (text) => double.message(randomUUID(), { type: 'text', text: { text } }, 'whatsapp'),
  };
}

function messagebird(): Played {
  const originator = '31205550143';
  const keys = { accessKey: 'parley-demo-messagebird-key', signingKey: 'parley-demo-messagebird-signing' };
  const double = new MessagebirdDouble(keys);
  return {
    ...{ double, secret: keys.accessKey, accountId: originator },
    credentials: { ...keys, originator },
    says: (body) =>
      double.sms({ id: randomBytes(16).toString('hex'), originator: ana.phone, recipient: originator, body }),
  };
}
