import type { MessageAsset, MessageContent, StatusReason } from '@parley/contracts/events';
import { MessengerDouble, metaError } from '@parley/doubles/messenger/messenger-double';
import { outgoing as outgoingTo } from '../../testing/outgoing';
import type { Connection, OutgoingMessage } from '../adapter';
import { instagram } from '../instagram/instagram.adapter';
import { messenger, messengerAdapter } from '../messenger/messenger.adapter';
import { check, profileOf } from './check';
import { fetchMedia } from './media';
import { pictureOf } from './picture';
import { send } from './send';

const messageId = '0d5f0b3e-2f0d-4c5e-9d57-0c8f3f2c7a11';

describe.each([messenger, instagram])('$platform', (surface) => {
  const { platform } = surface;
  let double: MessengerDouble;
  let connection: Connection;
  let close: () => Promise<void>;

  beforeEach(async () => {
    double = new MessengerDouble({
      platform,
      account: '102290129340398',
      accessToken: 'token',
      appSecret: 'secret',
    });
    const server = await double.listen();
    close = server.close;
    connection = {
      apiBaseUrl: server.url,
      providerAccountId: '102290129340398',
      businessAccountId: null,
      secrets: { 'access-token': 'token', 'app-secret': 'secret' },
    };
  });

  afterEach(() => close());

  const person = {
    kind: 'external',
    scope: `${platform}/102290129340398`,
    value: '2000000000000001',
  } as const;

  function outgoing(content: MessageContent, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
    return outgoingTo(content, { messageId, to: [person], ...more });
  }

  const hello = outgoing({ type: 'text', text: 'Hello' });

  test('sends a text with the messaging type `RESPONSE`', async () => {
    const result = await send(surface, hello, connection);
    expect(result).toEqual({ outcome: 'sent', externalId: double.sends[0]?.externalId });
    expect(double.sends[0]).toMatchObject({
      recipient: '2000000000000001',
      body: { messaging_type: 'RESPONSE', message: { text: 'Hello' } },
    });
    const metadata = platform === 'messenger' ? `parley:${messageId}` : undefined;
    expect(double.sends[0]?.body.message?.metadata).toBe(metadata);
  });

  test('declines a message if the person’s id belongs to another page', async () => {
    const elsewhere = { ...person, scope: `${platform}/1` };
    expect(await send(surface, { ...hello, to: [elsewhere] }, connection)).toMatchObject({
      outcome: 'declined',
      reason: 'message_invalid',
    });
    expect(double.sends).toEqual([]);
  });

  test('sends to a person who is known by a reference', async () => {
    await send(surface, { ...hello, to: [{ ...person, value: 'user_ref/55' }] }, connection);
    expect(double.sends[0]).toMatchObject({ recipient: '55' });
  });

  test.each([
    ['image/png', 'image', 'image'],
    ['image/svg+xml', 'image', 'file'],
    ['video/mp4', 'video', 'video'],
    ['audio/ogg; codecs=opus', 'voice', 'audio'],
    ['application/pdf', 'document', 'file'],
  ] as const)(
    'uploads a file of type %s before it sends the message',
    async (contentType, category, type) => {
      const asset: MessageAsset = { assetId: 'a', contentType, category, fileName: 'a.b' };
      expect(await send(surface, outgoing({ type: 'asset', assets: [asset] }), connection)).toMatchObject({
        outcome: 'sent',
      });
      const { attachment } = double.sends[0]!.body.message!;
      expect(attachment?.type).toBe(type);
      expect(double.uploads.get(attachment!.payload.attachment_id)?.body).toEqual(Buffer.from('file'));
    },
  );

  describe('after the care window', () => {
    beforeEach(() => double.outsideWindow.add(person.value));

    test('sends a message with the human agent tag if Meta permits the app to use it', async () => {
      double.mayTagHumanAgent = true;
      expect(await send(surface, hello, connection)).toMatchObject({ outcome: 'sent' });
      expect(double.sends).toMatchObject([{ body: { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } }]);
    });

    test('declines a message as outside the window if Meta does not permit the tag', async () => {
      expect(await send(surface, hello, connection)).toMatchObject({
        outcome: 'declined',
        reason: 'outside_window',
        providerCode: platform === 'messenger' ? '10/2018278' : '10/2534022',
      });
    });
  });

  test.each<[number, number | undefined, StatusReason, boolean]>([
    [551, 1545041, 'unreachable', false],
    [100, 2018001, 'wrong_number', false],
    [100, undefined, 'message_invalid', false],
    [368, undefined, 'blacklisted', false],
    [10, undefined, 'delivery_failure', true],
    [190, 460, 'delivery_failure', true],
    [200, undefined, 'delivery_failure', true],
    [230, undefined, 'delivery_failure', true],
    [1200, undefined, 'delivery_failure', false],
  ])(
    'declines a message after error %i/%s with the reason %s',
    async (code, subcode, reason, channelBroken) => {
      double.failNext(metaError(code, subcode));
      const result = await send(surface, hello, connection);
      expect(result).toMatchObject({ outcome: 'declined', reason });
      expect('channelBroken' in result).toBe(channelBroken);
      const { providerCode } = result as { providerCode: string };
      expect(messengerAdapter.isChannelBroken!(providerCode)).toBe(channelBroken);
    },
  );

  test('declines a text above the API’s limit as too long', async () => {
    const long = outgoing({ type: 'text', text: 'x'.repeat(2001) });
    expect(await send(surface, long, connection)).toMatchObject({ reason: 'too_long' });
  });

  test.each([2, 4, 613])('reports `throttled` after error %i, and a later try succeeds', async (code) => {
    double.failNext(metaError(code));
    expect(await send(surface, hello, connection)).toMatchObject({ outcome: 'throttled' });
    expect(await send(surface, hello, connection)).toMatchObject({ outcome: 'sent' });
  });

  test('reports `throttled` after 429, with the wait that Meta demands', async () => {
    double.failNext({ status: 429, body: {}, headers: { 'retry-after': '7' } });
    expect(await send(surface, hello, connection)).toMatchObject({
      outcome: 'throttled',
      retryAfterMs: 7000,
    });
  });

  test('reports `unknown` if the response is lost or late, and `throttled` if Meta is unreachable', async () => {
    double.loseNext();
    expect(await send(surface, hello, connection)).toMatchObject({ outcome: 'unknown' });
    double.holdNext();
    expect(await send(surface, hello, connection, { sendMs: 50, mediaMs: 50 })).toMatchObject({
      outcome: 'unknown',
    });
    await close();
    expect(await send(surface, hello, connection)).toMatchObject({ outcome: 'throttled' });
  });

  test('checks that the account belongs to the token', async () => {
    expect(await check(surface, connection)).toMatchObject({ outcome: 'holds' });
    const wrong = (more: Partial<Connection>) => check(surface, { ...connection, ...more });
    expect(await wrong({ providerAccountId: '1' })).toMatchObject({
      code: 'provider_account_unknown',
      field: surface.accountField,
    });
    expect(await wrong({ secrets: { 'access-token': 'x', 'app-secret': 'secret' } })).toMatchObject({
      code: 'provider_token_refused',
      field: 'accessToken',
    });
    expect(await wrong({ secrets: { 'access-token': 'token', 'app-secret': 'x' } })).toMatchObject({
      code: 'provider_secret_refused',
      field: 'appSecret',
    });
  });

  test('returns the name that a person has at Meta', async () => {
    double.profiles.set(person.value, { first_name: 'Ana', last_name: 'Ruiz', username: 'ana.ruiz' });
    expect(await profileOf(surface, { aliases: [person], profile: {} }, connection)).toEqual({
      name: 'Ana Ruiz',
      username: 'ana.ruiz',
    });
    const unknown = { ...person, value: '3' };
    expect(await profileOf(surface, { aliases: [unknown], profile: {} }, connection)).toEqual({});
  });

  test('fetches the avatar from Meta’s hosts only, and returns null if Meta returns no address', async () => {
    const ofPerson = () => pictureOf(surface, { aliases: [person], profile: {} }, connection, 1_000);
    const at = (profile_pic: string) => double.profiles.set(person.value, { name: 'Ana', profile_pic });
    at(`${connection.apiBaseUrl}/files/${double.addFile(Buffer.from('a face'), 'image/png')}`);
    expect(await ofPerson()).toMatchObject({ outcome: 'fetched', contentType: 'image/png' });
    at('https://www.example.com/face.png');
    expect(await ofPerson()).toMatchObject({ outcome: 'failed', detail: 'not_the_providers' });
    double.profiles.set(person.value, { name: 'Ana' });
    expect(await ofPerson()).toBeNull();
  });

  test('fetches a file with its real content type, from Meta’s hosts only, and reports a deleted file as gone', async () => {
    const asset: MessageAsset = { assetId: 'a', contentType: 'image/jpeg', category: 'image' };
    const at = (mediaId: string) => fetchMedia(surface, { ...asset, mediaId }, connection);
    const url = `${connection.apiBaseUrl}/files/${double.addFile(Buffer.from('a film'), 'video/mp4')}`;
    expect(await at(url)).toMatchObject({ outcome: 'fetched', contentType: 'video/mp4' });
    expect(await at(`${connection.apiBaseUrl}/files/gone`)).toMatchObject({
      outcome: 'failed',
      retryable: false,
    });
    expect(await at('https://www.example.com/test.jpeg')).toMatchObject({ detail: 'not_the_providers' });
  });
});
