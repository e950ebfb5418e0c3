import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import { TelegramDouble, telegramError } from '@parley/doubles/telegram/telegram-double';
import { outgoing as outgoingTo } from '../../testing/outgoing';
import type { Alias, Connection, InboundMessage, OutgoingMessage } from '../adapter';
import { check, register } from './check';
import { fetchMedia } from './media';
import { pictureOf } from './picture';
import { send } from './send';
import { telegramAdapter } from './telegram.adapter';

const botToken = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

let telegram: TelegramDouble;
let connection: Connection;
let close: () => Promise<void>;

beforeEach(async () => {
  telegram = new TelegramDouble({ botToken });
  const server = await telegram.listen();
  close = server.close;
  connection = {
    apiBaseUrl: server.url,
    providerAccountId: null,
    businessAccountId: null,
    secrets: { 'bot-token': botToken, 'webhook-secret': 'our-word' },
  };
});

afterEach(() => close());

function outgoing(content: MessageContent, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return outgoingTo(content, { to: [{ kind: 'external', scope: 'telegram', value: '1111111' }], ...more });
}

test('acknowledges the press of a button, but no other message', async () => {
  const at = '2026-11-21T09:00:00.000Z';
  const from = { id: 7, first_name: 'Ana' };
  const chat = { ...from, type: 'private' };
  const press = { id: '4382bfdwdsb323b2d9', from, data: 'yes', message: { message_id: 1, chat } };
  const updates = [
    { update_id: 1, callback_query: press },
    { update_id: 2, message: { message_id: 2, from, chat, date: 1, text: 'yes' } },
  ];
  for (const update of updates) {
    const body = Buffer.from(JSON.stringify(update));
    const [found] = telegramAdapter.parse({ body, contentType: '', query: '', headers: {} }, at);
    expect(found?.kind).toBe('message');
    await telegramAdapter.acknowledge!(found as InboundMessage, connection);
  }
  expect(telegram.answeredPresses).toEqual(['4382bfdwdsb323b2d9']);
});

const hello = outgoing({ type: 'text', text: 'Hello' });

function file(contentType: string, category: MessageAsset['category'], size?: number): MessageContent {
  return {
    type: 'asset',
    assets: [{ assetId: 'a', contentType, category, size, fileName: 'a.b' }],
    caption: 'Look',
  };
}

test('returns the message id with the chat’s id', async () => {
  const result = await send(hello, connection);
  expect(result).toEqual({ outcome: 'sent', externalId: `1111111/${telegram.sends[0]?.externalId}` });
  expect(telegram.sends[0]).toMatchObject({
    method: 'sendMessage',
    body: { chat_id: '1111111', text: 'Hello' },
  });
});

test('sends a reply with the id of the message that it replies to', async () => {
  await send({ ...hello, replyTo: '1111111/42' }, connection);
  expect(telegram.sends[0]?.body.reply_parameters).toEqual({
    message_id: 42,
    allow_sending_without_reply: true,
  });
});

test.each([
  ['image/jpeg', 'image', 'sendPhoto', 'photo'],
  ['image/gif', 'image', 'sendDocument', 'document'],
  ['video/mp4', 'video', 'sendVideo', 'video'],
  ['video/quicktime', 'video', 'sendDocument', 'document'],
  ['audio/mpeg', 'audio', 'sendAudio', 'audio'],
  ['audio/ogg; codecs=opus', 'voice', 'sendVoice', 'voice'],
  ['application/pdf', 'document', 'sendDocument', 'document'],
] as const)(
  'sends a file of type %s with the matching method',
  async (contentType, category, method, field) => {
    await send(outgoing(file(contentType, category)), connection);
    expect(telegram.sends[0]).toMatchObject({
      method,
      body: { chat_id: '1111111', caption: 'Look' },
      file: { field, body: Buffer.from('file') },
    });
  },
);

test('sends an image above the photo limit as a document', async () => {
  await send(outgoing(file('image/png', 'image', 11 * 1024 * 1024)), connection);
  expect(telegram.sends[0]).toMatchObject({ method: 'sendDocument' });
});

test('sends a place as a venue if it has a name, and as a location otherwise', async () => {
  await send(outgoing({ type: 'location', latitude: 1, longitude: 2 }), connection);
  await send(outgoing({ type: 'location', latitude: 1, longitude: 2, name: 'Shop' }), connection);
  expect(telegram.sends.map(({ method }) => method)).toEqual(['sendLocation', 'sendVenue']);
});

describe('send results', () => {
  test.each([
    [403, 'Forbidden: bot was blocked by the user', { outcome: 'declined', reason: 'blacklisted' }],
    [403, 'Forbidden: user is deactivated', { outcome: 'declined', reason: 'blacklisted' }],
    [403, "Forbidden: bot can't initiate conversation with a user", { reason: 'unreachable' }],
    [400, 'Bad Request: chat not found', { outcome: 'declined', reason: 'wrong_number' }],
    [400, 'Bad Request: message is too long', { outcome: 'declined', reason: 'too_long' }],
    [400, 'Bad Request: wrong file identifier', { outcome: 'declined', reason: 'message_invalid' }],
    [413, 'Request Entity Too Large', { outcome: 'declined', reason: 'message_invalid' }],
    [401, 'Unauthorized', { outcome: 'declined', channelBroken: true }],
    [404, 'Not Found', { outcome: 'declined', channelBroken: true }],
    [500, 'Internal Server Error', { outcome: 'unknown' }],
    [418, 'Something new', { outcome: 'declined', reason: 'delivery_failure', providerCode: '418' }],
  ])('maps error %i “%s” to a send result', async (code, description, wanted) => {
    telegram.failNext(telegramError(code, description));
    expect(await send(hello, connection)).toMatchObject(wanted);
    expect(telegram.sends).toEqual([]);
  });

  test('reports `throttled` after a flood control error, with the wait that Telegram demands', async () => {
    telegram.failNext(telegramError(429, 'Too Many Requests: retry after 12', { retry_after: 12 }));
    expect(await send(hello, connection)).toMatchObject({ outcome: 'throttled', retryAfterMs: 12_000 });
    expect(await send(hello, connection)).toMatchObject({ outcome: 'sent' });
  });

  test('reports an unknown outcome if the response is lost', async () => {
    telegram.loseNext();
    expect(await send(hello, connection)).toMatchObject({ outcome: 'unknown' });
    expect(telegram.sends).toHaveLength(1);
  });

  test('reports an unknown outcome if the response takes too long', async () => {
    telegram.holdNext();
    expect(await send(hello, connection, { sendMs: 50, mediaMs: 50 })).toMatchObject({ outcome: 'unknown' });
  });

  test('reports `throttled` if Telegram is unreachable', async () => {
    await close();
    expect(await send(hello, connection)).toMatchObject({
      outcome: 'throttled',
      providerCode: 'ECONNREFUSED',
    });
  });

  test.each<[MessageContent, Alias[]]>([
    [{ type: 'contacts', contacts: [] }, hello.to],
    [{ type: 'asset', assets: [] }, hello.to],
    [hello.content, [{ kind: 'phone', value: '+31612345678' }]],
  ])('declines %j to %j as invalid', async (content, to) => {
    expect(await send(outgoing(content, { to }), connection)).toMatchObject({ reason: 'message_invalid' });
    expect(telegram.sends).toEqual([]);
  });

  test('declines a message without calling Telegram if the token is malformed', async () => {
    const broken = { ...connection, secrets: { 'bot-token': '../getMe' } };
    expect(await send(hello, broken)).toMatchObject({ outcome: 'declined', channelBroken: true });
  });

  test('reports a broken channel for errors of the token only', () => {
    expect(['401', '404'].every((code) => telegramAdapter.isChannelBroken!(code))).toBe(true);
    expect(['400', '403', '429', 'ECONNREFUSED'].some((code) => telegramAdapter.isChannelBroken!(code))).toBe(
      false,
    );
  });
});

test('checks that the token belongs to a bot', async () => {
  expect(await check(connection)).toEqual({ outcome: 'holds', name: 'Harbour Bikes' });
  const wrong = { ...connection, secrets: { 'bot-token': '1:x' } };
  expect(await check(wrong)).toMatchObject({ code: 'provider_token_refused', field: 'botToken' });
  await close();
  expect(await check(connection)).toMatchObject({ code: 'provider_unavailable' });
});

test('registers the address for webhooks; registering again replaces it', async () => {
  for (const address of ['https://old.example/x', 'https://inbox.example/ingress/telegram/1']) {
    expect(await register(connection, address)).toEqual({ outcome: 'holds' });
  }
  expect(telegram).toMatchObject({
    callbackUrl: 'https://inbox.example/ingress/telegram/1',
    webhookSecret: 'our-word',
  });
  expect(telegram.allowedUpdates).toContain('message_reaction');
});

describe('the avatar of a person', () => {
  const ana = { aliases: [{ kind: 'external' as const, scope: 'telegram', value: '7' }], profile: {} };

  test('returns the avatar if the person has one, up to a maximum size', async () => {
    telegram.profilePhotos.set('7', telegram.addFile(Buffer.from('a face'), 'image/jpeg'));
    expect(await pictureOf(ana, connection, 1_000)).toMatchObject({
      outcome: 'fetched',
      body: Buffer.from('a face'),
      contentType: 'image/jpeg',
    });
    expect(await pictureOf(ana, connection, 3)).toMatchObject({ outcome: 'failed', reason: 'too_large' });
  });

  test('returns null if the person has no avatar or is not on Telegram', async () => {
    expect(await pictureOf(ana, connection, 1_000)).toBeNull();
    const phone = [{ kind: 'phone' as const, value: '+31612345678' }];
    expect(await pictureOf({ aliases: phone, profile: {} }, connection, 1_000)).toBeNull();
  });

  test('reports a retryable failure if Telegram is unreachable', async () => {
    await close();
    expect(await pictureOf(ana, connection, 1_000)).toMatchObject({ outcome: 'failed', retryable: true });
  });
});

describe('a file', () => {
  const asset: MessageAsset = { assetId: 'a', contentType: 'image/jpeg', category: 'image' };

  test('downloads a file from Telegram', async () => {
    const mediaId = telegram.addFile(Buffer.from('a picture'), 'image/jpeg');
    expect(await fetchMedia({ ...asset, mediaId }, connection)).toMatchObject({
      outcome: 'fetched',
      body: Buffer.from('a picture'),
      contentType: 'image/jpeg',
    });
  });

  test('reports a missing file as gone, and a large one as too large', async () => {
    expect(await fetchMedia({ ...asset, mediaId: 'gone' }, connection)).toMatchObject({ reason: 'gone' });
    const mediaId = telegram.addFile(Buffer.alloc(21 * 1024 * 1024), 'video/mp4');
    expect(await fetchMedia({ ...asset, mediaId }, connection)).toMatchObject({ reason: 'too_large' });
  });
});
