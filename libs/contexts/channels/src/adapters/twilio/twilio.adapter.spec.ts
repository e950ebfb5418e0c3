import { TwilioDouble, type TwilioFailure } from '@parley/doubles/twilio/twilio-double';
import type { MessageContent } from '@parley/contracts/events';
import { outgoing } from '../../testing/outgoing';
import type { Connection, SendResult } from '../adapter';
import { twilioAdapter } from './twilio.adapter';

const { check, send, fetchMedia, isChannelBroken } = twilioAdapter;
const accountSid = `AC${'1'.repeat(32)}`;
const hello = outgoing({ type: 'text', text: 'Hello' });

let double: TwilioDouble;
let connection: Connection;
let close: () => Promise<void>;

beforeEach(async () => {
  double = new TwilioDouble({ accountSid, authToken: 'token', numbers: ['+31205550101'] });
  const server = await double.listen();
  close = server.close;
  connection = {
    apiBaseUrl: server.url,
    providerAccountId: '31205550101',
    businessAccountId: accountSid,
    secrets: { 'auth-token': 'token' },
  };
});

afterEach(() => close());

const onWhatsapp = () => ({ ...connection, providerAccountId: 'whatsapp:31205550101' });

describe('Sending', () => {
  it('sends an SMS from the account’s number with our id in the status address', async () => {
    expect(await send(hello, connection)).toEqual({
      outcome: 'sent',
      externalId: double.sends[0]?.externalId,
    });
    expect(double.sends[0]?.body).toEqual({
      From: '+31205550101',
      To: '+31612345678',
      StatusCallback: `${hello.webhookUrl}?message=${hello.messageId}`,
      Body: 'Hello',
    });
  });

  it('sends from a short code without a plus', async () => {
    await send(hello, { ...connection, providerAccountId: '51515' });
    expect(double.sends[0]?.body.From).toBe('51515');
  });

  it.each<[string, MessageContent, Record<string, string>]>([
    [
      'an image as a link',
      {
        type: 'asset',
        assets: [{ assetId: 'a', contentType: 'image/png', category: 'image' }],
        caption: 'Look',
      },
      { Body: 'Look', MediaUrl: 'https://inbox.example/files/a' },
    ],
    [
      'a place',
      { type: 'location', latitude: 52.37, longitude: 4.89, name: 'Dam', address: 'Amsterdam' },
      { Body: 'Dam, Amsterdam', PersistentAction: 'geo:52.37,4.89|Dam, Amsterdam' },
    ],
    [
      'a template with its Content SID',
      { type: 'template', name: `HX${'a'.repeat(32)}`, language: 'en', parameters: ['Ana', '3'], text: 'Hi' },
      { ContentSid: `HX${'a'.repeat(32)}`, ContentVariables: '{"1":"Ana","2":"3"}' },
    ],
  ])('sends %s on WhatsApp', async (_, content, expected) => {
    expect(await send(outgoing(content), onWhatsapp())).toMatchObject({ outcome: 'sent' });
    expect(double.sends[0]?.body).toMatchObject({
      From: 'whatsapp:+31205550101',
      To: 'whatsapp:+31612345678',
      ...expected,
    });
  });

  it('declines unsupported content before any call to Twilio', async () => {
    const template: MessageContent = {
      ...{ type: 'template', name: 'hello', language: 'en', parameters: [], text: 'Hi' },
    };
    expect(await send(outgoing(template), onWhatsapp())).toMatchObject({ reason: 'message_invalid' });
    expect(await send(outgoing({ type: 'text', text: 'x' }, { to: [] }), connection)).toMatchObject({
      reason: 'message_invalid',
    });
    expect([...double.sends, ...double.refused]).toEqual([]);
  });

  it.each<[TwilioFailure, Partial<SendResult> & object]>([
    [{ code: 21610 }, { outcome: 'declined', reason: 'blacklisted', providerCode: '21610' }],
    [{ code: 21211 }, { outcome: 'declined', reason: 'wrong_number' }],
    [{ code: 21617 }, { outcome: 'declined', reason: 'too_long' }],
    [{ code: 63016 }, { outcome: 'declined', reason: 'outside_window' }],
    [{ code: 63003 }, { outcome: 'declined', reason: 'not_whatsapp_registered' }],
    [{ code: 63020 }, { outcome: 'declined', reason: 'insufficient_credits' }],
    [{ code: 99999 }, { outcome: 'declined', reason: 'delivery_failure' }],
    [{ code: 21606 }, { outcome: 'declined', channelBroken: true }],
    [
      { code: 20003, status: 401 },
      { outcome: 'declined', channelBroken: true },
    ],
    [
      { code: 20429, status: 429, retryAfter: 7 },
      { outcome: 'throttled', retryAfterMs: 7_000 },
    ],
    [{ code: 21611 }, { outcome: 'throttled', providerCode: '21611' }],
    [{ code: 20500, status: 500 }, { outcome: 'unknown' }],
    [{ code: 20503, status: 503 }, { outcome: 'unknown' }],
  ])('maps the refusal %j to %j', async (failure, expected) => {
    double.failNext(failure);
    expect(await send(hello, connection)).toMatchObject(expected);
  });

  it('reports `unknown` if the response is lost, and `throttled` if Twilio is unreachable', async () => {
    double.loseNext();
    expect(await send(hello, connection)).toMatchObject({ outcome: 'unknown' });
    await close();
    expect(await send(hello, connection)).toMatchObject({ outcome: 'throttled' });
  });

  it('reports a broken channel for errors of account, token and number only', () => {
    expect(['20003', '30002', '63007', 'http_401'].map((code) => isChannelBroken?.(code))).toEqual(
      Array(4).fill(true),
    );
    expect(['21610', '30003', 'ECONNREFUSED'].map((code) => isChannelBroken?.(code))).toEqual(
      Array(3).fill(false),
    );
  });
});

describe('Received files', () => {
  const asset = { assetId: 'a', contentType: 'image/png', category: 'image' as const };

  it('fetches a file with the account’s token and follows Twilio’s redirect', async () => {
    const id = double.addFile(Buffer.from('a picture'), 'image/png');
    const mediaId = `${connection.apiBaseUrl}/media/${id}`;
    expect(await fetchMedia({ ...asset, mediaId }, connection)).toMatchObject({
      outcome: 'fetched',
      body: Buffer.from('a picture'),
      contentType: 'image/png',
    });
  });

  it('reports a deleted file as gone, and never requests one from another host', async () => {
    const gone = `${connection.apiBaseUrl}/media/404`;
    expect(await fetchMedia({ ...asset, mediaId: gone }, connection)).toMatchObject({ reason: 'gone' });
    const mediaId = 'https://169.254.169.254/latest/meta-data';
    expect(await fetchMedia({ ...asset, mediaId }, connection)).toMatchObject({
      reason: 'provider_error',
      retryable: false,
    });
  });
});

describe('Connecting', () => {
  it('check succeeds if account and number exist at Twilio', async () => {
    expect(await check?.(connection)).toEqual({ outcome: 'holds', name: 'Harbour', phone: '+31205550101' });
    expect(await check?.(onWhatsapp())).toEqual({ outcome: 'holds', name: 'Harbour' });
  });

  it('check names the faulty credential', async () => {
    const told = async (given: Partial<Connection>) => check?.({ ...connection, ...given });
    expect(await told({ secrets: {} })).toMatchObject({ code: 'provider_token_refused', field: 'authToken' });
    expect(await told({ providerAccountId: '31205550109' })).toMatchObject({
      code: 'provider_account_unknown',
      field: 'phoneNumber',
    });
    await close();
    expect(await told({})).toMatchObject({ code: 'provider_unavailable' });
  });
});
