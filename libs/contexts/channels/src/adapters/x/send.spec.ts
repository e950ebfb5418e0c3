import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import { XDouble, xProblem } from '@parley/doubles/x/x-double';
import { outgoing as outgoingTo } from '../../testing/outgoing';
import type { Connection, Inbound, OutgoingMessage } from '../adapter';
import { check } from './check';
import { fetchMedia } from './media';
import { parseWebhook } from './parse-webhook';
import { send } from './send';
import { answerToCrc } from './signature';
import { xAdapter } from './x.adapter';

let x: XDouble;
let connection: Connection;
let close: () => Promise<void>;

beforeEach(async () => {
  x = new XDouble({ userId: '11', consumerKey: 'ck', consumerSecret: 'cs', accessToken: 'at' });
  const server = await x.listen();
  close = server.close;
  connection = {
    apiBaseUrl: server.url,
    providerAccountId: '11',
    businessAccountId: null,
    secrets: {
      'consumer-key': 'ck',
      'consumer-secret': 'cs',
      'access-token': 'at',
      'access-token-secret': 'ats',
    },
  };
});

afterEach(() => close());

function outgoing(content: MessageContent): OutgoingMessage {
  const to = [{ kind: 'external', scope: 'x', value: '22' } as const];
  return outgoingTo(content, { to });
}

const hello = outgoing({ type: 'text', text: 'Hello' });
const picture: MessageAsset = { assetId: 'a', contentType: 'image/png', category: 'image' };

function parsed(file: string): Inbound | undefined {
  const body = readFileSync(join(__dirname, `fixtures/${file}.json`));
  return parseWebhook(body, '2026-11-21T09:00:00.000Z')[0];
}

describe('both generations of the API', () => {
  test.each([
    ['own_received', 'hello!'],
    ['own_aaa_received', 'from before'],
  ])('parses %s with the contact’s name', (file, text) => {
    expect(parsed(file)).toMatchObject({
      kind: 'message',
      accountId: '1111111111111111111',
      contact: {
        aliases: [{ kind: 'external', scope: 'x', value: '2222222222222222222' }],
        profile: { name: 'Other User', username: 'OtherUser' },
      },
      content: { type: 'text', text },
      providerTime: '2026-07-24T21:23:44.372Z',
    });
  });

  test.each(['own_read', 'own_aaa_read'])('parses %s as a watermark of read messages', (file) => {
    expect(parsed(file)).toMatchObject({
      kind: 'watermark',
      status: 'read',
      until: '2026-07-24T21:25:00.000Z',
    });
  });
});

test('parses a message that the account sent as an echo', () => {
  expect(parsed('own_sent')).toMatchObject({
    kind: 'echo',
    contact: { aliases: [{ value: '2222222222222222222' }] },
  });
});

test('restores shortened links and removes the link that represents a file', () => {
  expect(parsed('own_aaa_picture')).toMatchObject({
    content: { caption: 'Look https://example.com/bikes', assets: [{ category: 'image' }] },
  });
});

test('picks the playable variant of a video with the highest bit rate', () => {
  expect(parsed('own_aaa_film')).toMatchObject({
    content: { assets: [{ mediaId: 'https://video.twimg.com/dm_video/1/l.mp4', category: 'video' }] },
  });
});

test('parses an encrypted message as unsupported with its kind', () => {
  expect(parsed('own_encrypted')).toMatchObject({
    content: { type: 'unsupported', rawKind: 'chat.received' },
  });
});

test('answers the challenge as in X’s example', () => {
  const wanted = readFileSync(join(__dirname, 'fixtures/crc_response_example.json'), 'utf8');
  const answer = answerToCrc({ crc_token: 'challenge_string' }, 'test-consumer-secret');
  expect(JSON.parse(answer!.body)).toEqual(JSON.parse(wanted));
  expect(answerToCrc({ crc_token: ['a'] }, 'test-consumer-secret')).toBeNull();
});

test('returns the id of the message', async () => {
  expect(await send(hello, connection)).toEqual({ outcome: 'sent', externalId: x.sends[0]?.externalId });
  expect(x.sends[0]).toMatchObject({ recipient: '22', body: { text: 'Hello' } });
});

test('uploads an image before it sends the message', async () => {
  expect(await send(outgoing({ type: 'asset', assets: [picture] }), connection)).toMatchObject({
    outcome: 'sent',
  });
  expect(x.uploads.get(x.sends[0]!.body.attachments![0]!.media_id)?.body).toEqual(Buffer.from('file'));
});

test.each([
  [400, 'invalid-request', { reason: 'message_invalid' }],
  [401, 'unauthorized', { reason: 'delivery_failure', channelBroken: true }],
  [402, 'credits-depleted', { reason: 'insufficient_credits' }],
  [403, 'forbidden', { reason: 'blacklisted' }],
  [403, 'oauth1-permissions', { reason: 'delivery_failure', channelBroken: true }],
  [404, 'not-found', { reason: 'wrong_number' }],
])('declines a message after %i %s', async (status, kind, wanted) => {
  x.failNext(xProblem(status, kind));
  const result = await send(hello, connection);
  expect(result).toMatchObject({ outcome: 'declined', ...wanted });
  const { providerCode } = result as { providerCode: string };
  expect(xAdapter.isChannelBroken!(providerCode)).toBe('channelBroken' in wanted);
});

test('reports `throttled` until X’s quota resets', async () => {
  const reset = Math.floor(Date.now() / 1000) + 300;
  x.failNext(xProblem(429, 'usage-capped', { 'x-rate-limit-reset': String(reset) }));
  const result = await send(hello, connection);
  expect(result).toMatchObject({ outcome: 'throttled' });
  const { retryAfterMs = 0 } = result as { retryAfterMs?: number };
  expect([retryAfterMs > 290_000, retryAfterMs <= 300_000]).toEqual([true, true]);
});

test('reports `unknown` if the response is lost or late, and `throttled` if X is unreachable', async () => {
  x.loseNext();
  expect(await send(hello, connection)).toMatchObject({ outcome: 'unknown' });
  x.holdNext();
  expect(await send(hello, connection, { sendMs: 50, mediaMs: 50 })).toMatchObject({ outcome: 'unknown' });
  await close();
  expect(await send(hello, connection)).toMatchObject({ outcome: 'throttled' });
});

test.each([
  { type: 'location', latitude: 1, longitude: 2 },
  { type: 'asset', assets: [{ ...picture, contentType: 'application/pdf' }] },
] as MessageContent[])('declines %j as invalid', async (content) => {
  expect(await send(outgoing(content), connection)).toMatchObject({ reason: 'message_invalid' });
});

test('checks that the account belongs to the token', async () => {
  expect(await check(connection)).toEqual({ outcome: 'holds', name: 'Harbour Bikes' });
  expect(await check({ ...connection, providerAccountId: '12' })).toMatchObject({ field: 'userId' });
  const secrets = { ...connection.secrets, 'access-token': 'x' };
  expect(await check({ ...connection, secrets })).toMatchObject({ code: 'provider_token_refused' });
});

test('fetches a file with the account’s signature, and only from X’s hosts', async () => {
  const mediaId = `${connection.apiBaseUrl}/1.1/ton/data/dm/${x.addFile(Buffer.from('a picture'), 'image/png')}`;
  expect(await fetchMedia({ ...picture, mediaId }, connection)).toMatchObject({
    body: Buffer.from('a picture'),
  });
  const elsewhere = 'http://169.254.169.254/1.1/ton/x';
  expect(await fetchMedia({ ...picture, mediaId: elsewhere }, connection)).toMatchObject({
    detail: 'not_the_providers',
  });
});
