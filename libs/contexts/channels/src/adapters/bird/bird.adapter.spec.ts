import { BirdDouble, type BirdFailure } from '@parley/doubles/bird/bird-double';
import type { MessageContent } from '@parley/contracts/events';
import { outgoing } from '../../testing/outgoing';
import type { Connection, IngressRequest, SendResult } from '../adapter';
import { birdAdapter } from './bird.adapter';

const { check, send, fetchMedia, isChannelBroken, verify } = birdAdapter;
const hello = outgoing({ type: 'text', text: 'Hello' });
const projectId = 'a1405560-c8d3-4b1a-877d-3f449ad95352';

let double: BirdDouble;
let connection: Connection;
let close: () => Promise<void>;

beforeEach(async () => {
  double = new BirdDouble({ accessKey: 'key', signingKey: 'signing', workspaceId: 'w', channelId: 'c' });
  const server = await double.listen();
  close = server.close;
  connection = {
    apiBaseUrl: server.url,
    providerAccountId: 'c',
    businessAccountId: 'w',
    secrets: { 'access-key': 'key' },
  };
});

afterEach(() => close());

describe('Sending', () => {
  it('sends to the phone number with our id as reference and the id of the message replied to', async () => {
    const answered = { ...hello, replyTo: 'received-message' };
    expect(await send(answered, connection)).toEqual({
      outcome: 'sent',
      externalId: double.sends[0]?.externalId,
    });
    expect(double.sends[0]?.body).toEqual({
      receiver: { contacts: [{ identifierKey: 'phonenumber', identifierValue: '+31612345678' }] },
      body: { type: 'text', text: { text: 'Hello' } },
      reference: hello.messageId,
      replyTo: { id: 'received-message', type: 'message' },
    });
  });

  it('identifies a template by the id of its project', async () => {
    const template = { name: projectId, language: 'en', parameters: ['Ana'], text: 'Hi Ana' };
    await send(outgoing({ type: 'template', ...template }), connection);
    expect(double.sends[0]?.body.template).toEqual({
      ...{ projectId, version: 'latest', locale: 'en' },
      parameters: [{ type: 'string', key: '1', value: 'Ana' }],
    });
    const other: MessageContent = { type: 'template', ...template, name: 'hello_world' };
    expect(await send(outgoing(other), connection)).toMatchObject({ reason: 'message_invalid' });
  });

  it('uploads a file to Bird’s storage before it sends the message', async () => {
    const picture = { assetId: 'a', contentType: 'image/png', category: 'image' as const };
    await send(outgoing({ type: 'asset', assets: [picture], caption: 'Look' }), connection);
    const { image } = double.sends[0]?.body.body as {
      image: { images: [{ mediaUrl: string }]; text: string };
    };
    expect(image.text).toBe('Look');
    const { mediaUrl } = image.images[0];
    expect(double.file(mediaUrl.split('/').at(-1)!)?.body.toString()).toBe('file');
    const asset = { ...picture, mediaId: mediaUrl };
    expect(await fetchMedia(asset, connection)).toMatchObject({ body: Buffer.from('file') });
  });

  it('keeps the file name of a document', async () => {
    const pdf = {
      assetId: 'a',
      contentType: 'application/pdf',
      category: 'document' as const,
      fileName: 'a.pdf',
    };
    await send(outgoing({ type: 'asset', assets: [pdf] }), connection);
    expect(double.sends[0]?.body.body).toMatchObject({
      type: 'file',
      file: { files: [{ filename: 'a.pdf' }] },
    });
  });

  it.each<[BirdFailure, Partial<SendResult> & object]>([
    [
      { status: 422, code: 'InvalidPayload' },
      { outcome: 'declined', reason: 'message_invalid' },
    ],
    [{ status: 402 }, { outcome: 'declined', reason: 'insufficient_credits' }],
    [{ status: 403 }, { outcome: 'declined', channelBroken: true, providerCode: 'http_403' }],
    [{ status: 404 }, { outcome: 'declined', channelBroken: true }],
    [{ status: 429 }, { outcome: 'throttled' }],
    [{ status: 500 }, { outcome: 'unknown' }],
  ])('maps the refusal %j to %j', async (failure, expected) => {
    double.failNext(failure);
    expect(await send(hello, connection)).toMatchObject(expected);
  });

  it('reports `unknown` if the response is lost, and `throttled` if Bird is unreachable', async () => {
    double.loseNext();
    expect(await send(hello, connection)).toMatchObject({ outcome: 'unknown' });
    await close();
    expect(await send(hello, connection)).toMatchObject({ outcome: 'throttled' });
  });

  it('reports a broken channel for errors of the key or the channel only', () => {
    expect(['http_401', 'http_404', '15005'].map((code) => isChannelBroken?.(code))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

it('accepts a webhook that Bird posts again hours later with its first timestamp', () => {
  const { url, headers = {}, body = '' } = double.message('1', { type: 'text', text: { text: 'x' } });
  const old: IngressRequest = { ...{ url, headers, query: '', contentType: '' }, body: Buffer.from(body) };
  const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * 3_600_000);
  expect(verify?.(old, 'signing')).toBe(true);
  later.mockRestore();
  const renewed = { ...old, headers: { ...headers, 'messagebird-request-timestamp': '1' } };
  expect(verify?.(renewed, 'signing')).toBe(false);
});

describe('Connecting', () => {
  it('check succeeds for a channel that the key may access', async () => {
    expect(await check?.(connection)).toEqual({ outcome: 'holds', name: 'Harbour', phone: '+31205550101' });
  });

  it.each<[Partial<Connection>, object]>([
    [{ secrets: {} }, { code: 'provider_token_refused', field: 'accessKey' }],
    [{ providerAccountId: '../../w' }, { code: 'provider_account_unknown', field: 'channelId' }],
    [{ businessAccountId: 'other' }, { code: 'provider_account_unknown' }],
    [{ apiBaseUrl: 'http://127.0.0.1:1' }, { code: 'provider_unavailable' }],
  ])('check refuses the connection %j with %j', async (given, refusal) => {
    expect(await check?.({ ...connection, ...given })).toMatchObject({ outcome: 'refused', ...refusal });
  });
});
