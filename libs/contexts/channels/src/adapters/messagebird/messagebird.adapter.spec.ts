import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageContent } from '@parley/contracts/events';
import { MessagebirdDouble, type MessagebirdFailure } from '@parley/doubles/messagebird/messagebird-double';
import { outgoing } from '../../testing/outgoing';
import type { Connection, SendResult } from '../adapter';
import { messagebirdAdapter } from './messagebird.adapter';

const { check, send, fetchMedia, isChannelBroken } = messagebirdAdapter;
const hello = outgoing({ type: 'text', text: 'Hello' });
const channel = '2ceefea7c1b8c79673215c42c1a6b916';

let double: MessagebirdDouble;
let sms: Connection;
let whatsapp: Connection;
let close: () => Promise<void>;

beforeEach(async () => {
  double = new MessagebirdDouble({ accessKey: 'key', signingKey: 'signing' });
  const server = await double.listen();
  close = server.close;
  const secrets = { 'access-key': 'key' };
  sms = { apiBaseUrl: server.url, providerAccountId: '31205550101', businessAccountId: null, secrets };
  whatsapp = { ...sms, providerAccountId: channel, businessAccountId: 'ns' };
});

afterEach(() => close());

function fixture(name: string): { content: unknown } {
  return JSON.parse(readFileSync(join(__dirname, 'fixtures', name), 'utf8')) as { content: unknown };
}

describe('Sending', () => {
  it('sends an SMS through the SMS API with our id as reference', async () => {
    expect(await send(hello, sms)).toEqual({ outcome: 'sent', externalId: double.sends[0]?.externalId });
    expect(double.sends[0]?.body).toEqual({
      originator: '31205550101',
      recipients: ['31612345678'],
      body: 'Hello',
      datacoding: 'auto',
      reference: hello.messageId,
      reportUrl: hello.webhookUrl,
    });
  });

  it('sends a WhatsApp message through the Conversations API', async () => {
    await send(hello, whatsapp);
    expect(double.sends[0]?.body).toEqual({
      from: channel,
      to: '+31612345678',
      type: 'text',
      content: { text: 'Hello' },
      reportUrl: hello.webhookUrl,
      source: { reference: hello.messageId },
    });
  });

  it('sends a template in the shape of the recorded request', async () => {
    const parameters = ['Hello!', 'EUR12.34', 'Today'];
    const name = 'template';
    await send(outgoing({ type: 'template', name, language: 'en_US', parameters, text: '' }), whatsapp);
    const collected = fixture('conv_start_hsm_request.json').content as { hsm: { params: object[] } };
    const params = parameters.map((value) => ({ default: value }));
    expect(double.sends[0]?.body).toMatchObject({
      type: 'hsm',
      content: { hsm: { ...collected.hsm, params } },
    });
  });

  it('uploads a file, and then sends its address', async () => {
    const asset = { assetId: 'a', contentType: 'image/png', category: 'image' as const, fileName: 'a b.png' };
    await send(outgoing({ type: 'asset', assets: [asset], caption: 'Look' }), whatsapp);
    const { image } = double.sends[0]?.body.content as { image: { url: string; caption: string } };
    expect(image.caption).toBe('Look');
    expect(double.file(image.url.split('/').at(-1)!)?.body.toString()).toBe('file');
  });

  it.each<[string, MessageContent]>([
    ['a place', { type: 'location', latitude: 52, longitude: 4 }],
    ['a template', { type: 'template', name: 'x', language: 'en', parameters: [], text: 'x' }],
  ])('declines to send %s by SMS without calling MessageBird', async (_, content) => {
    expect(await send(outgoing(content), sms)).toMatchObject({ reason: 'message_invalid' });
    expect([...double.sends, ...double.refused]).toEqual([]);
  });

  it.each<[MessagebirdFailure, Partial<SendResult> & object]>([
    [{ code: 9 }, { outcome: 'declined', reason: 'message_invalid', providerCode: '9' }],
    [{ code: 25 }, { outcome: 'declined', reason: 'insufficient_credits' }],
    [
      { code: 2, status: 401 },
      { outcome: 'declined', channelBroken: true },
    ],
    [{ code: 98 }, { outcome: 'declined', reason: 'delivery_failure' }],
    [{ code: 99, status: 500 }, { outcome: 'unknown' }],
    [{ code: 1, status: 429 }, { outcome: 'throttled' }],
  ])('maps the refusal %j to %j', async (failure, expected) => {
    double.failNext(failure);
    expect(await send(hello, sms)).toMatchObject(expected);
  });

  it('reports `unknown` if the response is lost, and `throttled` if MessageBird is unreachable', async () => {
    double.loseNext();
    expect(await send(hello, whatsapp)).toMatchObject({ outcome: 'unknown' });
    await close();
    expect(await send(hello, whatsapp)).toMatchObject({ outcome: 'throttled' });
  });

  it('reports a broken channel for errors of the access key, but not for network codes', () => {
    expect(['2', 'http_401', 'report_2', '25'].map((code) => isChannelBroken?.(code))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

it('fetches a file with the access key, and only from MessageBird’s hosts', async () => {
  const id = double.addFile(Buffer.from('a picture'), 'image/png');
  const asset = { assetId: 'a', contentType: 'image/png', category: 'image' as const };
  const mediaId = `${sms.apiBaseUrl}/files/${id}`;
  expect(await fetchMedia({ ...asset, mediaId }, sms)).toMatchObject({ body: Buffer.from('a picture') });
  expect(await fetchMedia({ ...asset, mediaId: 'http://localhost/secret' }, sms)).toMatchObject({
    reason: 'provider_error',
    retryable: false,
  });
});

it('checks the access key before a channel is connected', async () => {
  expect(await check?.(sms)).toEqual({ outcome: 'holds' });
  expect(await check?.({ ...sms, secrets: {} })).toMatchObject({
    code: 'provider_token_refused',
    field: 'accessKey',
  });
  await close();
  expect(await check?.(sms)).toMatchObject({ code: 'provider_unavailable' });
});
