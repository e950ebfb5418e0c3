import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import { AppleDouble, appleRefusal } from '@parley/doubles/apple/apple-double';
import { outgoing as outgoingTo } from '../../testing/outgoing';
import type { Connection, Inbound, OutgoingMessage } from '../adapter';
import { appleMessagesAdapter } from './apple-messages.adapter';
import { decrypted } from './attachment';
import { fetchMedia } from './media';
import { parseMessage } from './parse-message';
import { send } from './send';

const secret = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64');
const opaqueId = 'urn:mbid:AQAAY1';
const receivedAt = '2026-11-21T09:00:00.000Z';

let apple: AppleDouble;
let connection: Connection;
let close: () => Promise<void>;

beforeEach(async () => {
  apple = new AppleDouble({ businessId: 'biz', cspId: 'csp', secret });
  const server = await apple.listen();
  close = server.close;
  connection = {
    apiBaseUrl: server.url,
    providerAccountId: 'biz',
    businessAccountId: 'csp',
    secrets: { 'csp-secret': secret },
  };
});

afterEach(() => close());

function outgoing(content: MessageContent): OutgoingMessage {
  const to = [{ kind: 'external', scope: 'apple-messages/biz', value: opaqueId } as const];
  return outgoingTo(content, { messageId: 'our-id', to });
}

const hello = outgoing({ type: 'text', text: 'Hello' });
const picture: MessageAsset = { assetId: 'a', contentType: 'image/jpeg', category: 'image' };

function found(body: Buffer, headers: Record<string, string> = {}): Inbound | undefined {
  return parseMessage({ body, headers, contentType: '', query: '' }, receivedAt)[0];
}

const parsed = (file: string) => found(readFileSync(join(__dirname, `fixtures/${file}.json`)));

test('parses a text message of a person who is known only by an opaque id', () => {
  expect(parsed('own_text')).toMatchObject({
    kind: 'message',
    contact: { aliases: [{ scope: 'apple-messages/9f1e0c52-3f1b-4f0e-9f7c-2d5e4b1a7c10' }], profile: {} },
    content: { type: 'text', text: 'Is the shop open?' },
    providerTime: receivedAt,
  });
});

test('reads sender and recipient from the headers if the body names neither', () => {
  const headers = { id: '1', 'source-id': opaqueId, 'destination-id': 'biz' };
  expect(found(Buffer.from('{"type":"text","body":"Hi"}'), headers)).toMatchObject({
    externalId: '1',
    accountId: 'biz',
    contact: { aliases: [{ value: opaqueId }] },
  });
});

test.each([
  ['own_quick_reply', 'Yes, please'],
  ['own_list_picker', 'City bike'],
])('parses %s as the text of the choice', (file, text) => {
  expect(parsed(file)).toMatchObject({ content: { type: 'text', text } });
});

test.each([
  ['own_interactive_ref', 'interactiveDataRef'],
  ['own_close', 'close'],
  ['own_unknown', 'richLink2'],
])('parses %s as unsupported content with its kind', (file, rawKind) => {
  expect(parsed(file)).toMatchObject({ content: { type: 'unsupported', rawKind } });
});

test('fetches and decrypts a file', async () => {
  const attachment = apple.attachment(Buffer.from('a picture'), 'image/jpeg');
  const message = {
    id: '1',
    type: 'text',
    sourceId: opaqueId,
    destinationId: 'biz',
    attachments: [attachment],
  };
  const inbound = found(Buffer.from(JSON.stringify(message)));
  const content = inbound?.kind === 'message' && inbound.content;
  const asset = content && content.type === 'asset' ? content.assets[0]! : picture;
  expect(await fetchMedia(asset, connection)).toMatchObject({
    outcome: 'fetched',
    body: Buffer.from('a picture'),
  });
  expect(await fetchMedia(picture, connection)).toMatchObject({ outcome: 'failed', retryable: false });
});

test('sends a message under our id', async () => {
  expect(await send(hello, connection)).toEqual({ outcome: 'sent', externalId: 'our-id' });
  expect(apple.sends).toMatchObject([
    { externalId: 'our-id', recipient: opaqueId, body: { id: 'our-id', body: 'Hello' } },
  ]);
  expect(apple.sends[0]!.body.attachments).toBeUndefined();
});

test('uploads a file encrypted and puts a placeholder for it into the text', async () => {
  expect(await send(outgoing({ type: 'asset', assets: [picture] }), connection)).toMatchObject({
    outcome: 'sent',
  });
  const [attachment] = apple.sends[0]!.body.attachments!;
  expect(apple.sends[0]!.body.body).toBe('\ufffc');
  const uploaded = apple.uploads.get(attachment!.url.split('/').at(-1)!)!;
  expect(uploaded).not.toEqual(Buffer.from('file'));
  expect(await decrypted(uploaded, attachment!.key)).toEqual(Buffer.from('file'));
});

test.each([
  [400, { reason: 'message_invalid' }],
  [401, { reason: 'delivery_failure', channelBroken: true }],
  [403, { reason: 'unreachable' }],
  [404, { reason: 'wrong_number' }],
  [413, { reason: 'too_long' }],
])('declines a message if Apple answers with status %i', async (status, wanted) => {
  apple.failNext(appleRefusal(status));
  const result = await send(hello, connection);
  expect(result).toMatchObject({ outcome: 'declined', ...wanted });
  const { providerCode } = result as { providerCode: string };
  expect(appleMessagesAdapter.isChannelBroken!(providerCode)).toBe('channelBroken' in wanted);
});

test('declines a message as unreachable if the contact deleted the conversation', async () => {
  apple.failFor(opaqueId, appleRefusal(403));
  expect(await send(hello, connection)).toMatchObject({ outcome: 'declined', reason: 'unreachable' });
});

test('reports `throttled` after 429 or a refused connection, and `unknown` after 503 or a lost response', async () => {
  apple.failNext({ status: 429, body: {}, headers: { 'retry-after': '3' } });
  expect(await send(hello, connection)).toMatchObject({ outcome: 'throttled', retryAfterMs: 3000 });
  apple.failNext(appleRefusal(503));
  expect(await send(hello, connection)).toMatchObject({ outcome: 'unknown' });
  apple.loseNext();
  expect(await send(hello, connection)).toMatchObject({ outcome: 'unknown' });
  await close();
  expect(await send(hello, connection)).toMatchObject({ outcome: 'throttled' });
});

test('reports a broken channel if the secret is wrong', async () => {
  const secrets = { 'csp-secret': Buffer.from('another').toString('base64') };
  expect(await send(hello, { ...connection, secrets })).toMatchObject({ channelBroken: true });
});
