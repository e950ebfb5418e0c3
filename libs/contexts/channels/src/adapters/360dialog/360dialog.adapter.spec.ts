import { createHash } from 'node:crypto';
import { DialogDouble, type DialogFailure } from '@parley/doubles/360dialog/dialog-double';
import { outgoing } from '../../testing/outgoing';
import type { Connection, SendResult } from '../adapter';
import { dialogAdapter } from './360dialog.adapter';

const { check, register, send, fetchMedia, isChannelBroken } = dialogAdapter;
const hello = outgoing({ type: 'text', text: 'Hello' });

let double: DialogDouble;
let connection: Connection;
let close: () => Promise<void>;

beforeEach(async () => {
  double = new DialogDouble({ apiKey: 'key', phoneNumberId: '106' });
  const server = await double.listen();
  close = server.close;
  connection = {
    apiBaseUrl: server.url,
    providerAccountId: '106',
    businessAccountId: null,
    secrets: { 'api-key': 'key', 'webhook-token': 'word' },
  };
});

afterEach(() => close());

describe('Sending', () => {
  it('posts the body of the Cloud API with our message id as callback data', async () => {
    const result = await send(hello, connection);
    expect(result).toEqual({ outcome: 'sent', externalId: double.sends[0]?.externalId });
    expect(double.sends[0]?.body).toMatchObject({
      messaging_product: 'whatsapp',
      to: '31612345678',
      type: 'text',
      text: { body: 'Hello' },
      biz_opaque_callback_data: hello.messageId,
    });
  });

  it('uploads a file before it sends the message', async () => {
    const asset = { assetId: 'a', contentType: 'image/png', category: 'image' as const };
    await send(outgoing({ type: 'asset', assets: [asset], caption: 'Look' }), connection);
    const { image } = double.sends[0]?.body as { image: { id: string; caption: string } };
    expect(image.caption).toBe('Look');
    expect(double.file(image.id)?.body.toString()).toBe('file');
  });

  it.each<[DialogFailure, Partial<SendResult> & object]>([
    [{ code: 131047 }, { outcome: 'declined', reason: 'outside_window', providerCode: '131047' }],
    [{ code: 130429 }, { outcome: 'throttled', providerCode: '130429' }],
    [
      { status: 400, said: 'Account has unpaid invoices' },
      { outcome: 'declined', reason: 'insufficient_credits' },
    ],
    [
      { status: 400, said: 'Number is disabled' },
      { outcome: 'declined', channelBroken: true },
    ],
    [
      { status: 400, said: 'Rate limit hit' },
      { outcome: 'throttled', reason: 'delivery_failure' },
    ],
    [
      { status: 400, said: 'Parameter missing' },
      { outcome: 'declined', reason: 'message_invalid' },
    ],
    [
      { status: 403, said: 'Endpoint blocked' },
      { outcome: 'declined', channelBroken: true },
    ],
    [{ status: 500, said: 'Internal' }, { outcome: 'unknown' }],
    [{ status: 502, said: 'Bad gateway' }, { outcome: 'unknown' }],
  ])('maps the refusal %j to %j', async (failure, expected) => {
    double.failNext(failure);
    expect(await send(hello, connection)).toMatchObject(expected);
  });

  it('declines the message and reports a broken channel if the API key is wrong', async () => {
    const result = await send(hello, { ...connection, secrets: { 'api-key': 'other' } });
    expect(result).toMatchObject({ outcome: 'declined', providerCode: 'http_401', channelBroken: true });
    expect(['http_401', 'http_403', '190'].map((code) => isChannelBroken?.(code))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['131047', 'd360_rate'].map((code) => isChannelBroken?.(code))).toEqual([false, false]);
  });

  it('reports an unknown outcome if the response is lost', async () => {
    double.loseNext();
    expect(await send(hello, connection)).toMatchObject({ outcome: 'unknown' });
  });
});

describe('Received files', () => {
  const body = Buffer.from('a picture');
  const asset = { assetId: 'a', contentType: 'image/png', category: 'image' as const };

  it('fetches a file through 360dialog’s host although the address in Meta’s response has another host', async () => {
    const mediaId = double.addFile(body, 'image/png');
    const sha256 = createHash('sha256').update(body).digest('hex');
    expect(await fetchMedia({ ...asset, mediaId }, connection)).toMatchObject({
      outcome: 'fetched',
      body,
      sha256,
    });
  });

  it('reports a deleted file as gone', async () => {
    expect(await fetchMedia({ ...asset, mediaId: '404' }, connection)).toMatchObject({ reason: 'gone' });
  });
});

describe('Connecting', () => {
  it('check succeeds if the API key belongs to the entered phone number id', async () => {
    expect(await check?.(connection)).toEqual({ outcome: 'holds' });
    expect(await check?.({ ...connection, providerAccountId: '107' })).toMatchObject({
      code: 'provider_account_unknown',
      field: 'phoneNumberId',
    });
  });

  it('check names the API key as the faulty field if it is refused, and no field if 360dialog is unreachable', async () => {
    expect(await check?.({ ...connection, secrets: {} })).toMatchObject({
      code: 'provider_token_refused',
      field: 'apiKey',
    });
    await close();
    expect(await check?.(connection)).toMatchObject({ code: 'provider_unavailable' });
  });

  it('registers the webhook address and the header that proves each webhook; registering twice is a no-op', async () => {
    for (let times = 0; times < 2; times++) {
      expect(await register?.(connection, 'https://inbox.example/ingress/360dialog/1')).toEqual({
        outcome: 'holds',
      });
    }
    expect(double.callbackUrl).toBe('https://inbox.example/ingress/360dialog/1');
    expect(double.webhookHeaders).toEqual({ 'X-Parley-Webhook-Token': 'word' });
  });
});
