import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { MessageContent } from '@parley/contracts/events';
import { graphDouble, type GraphDouble } from '@parley/doubles/graph/graph-double';
import { outgoing as queued } from '../../testing/outgoing';
import type { Alias, Connection, OutgoingMessage } from '../adapter';
import { send } from './send';

const messageId = '0d5f0b3e-2f0d-4c5e-9d57-0c8f3f2c7a11';
const phone: Alias = { kind: 'phone', value: '+121212121212' };
const bsuid: Alias = { kind: 'bsuid', value: 'US.13491208655302741918' };

let graph: GraphDouble;
let connection: Connection;
let close: () => Promise<void>;

beforeEach(async () => {
  graph = graphDouble({ appSecret: 'secret', accessToken: 'token' });
  const server = await graph.listen();
  close = server.close;
  connection = {
    apiBaseUrl: server.url,
    providerAccountId: '106540352242922',
    businessAccountId: null,
    secrets: { 'access-token': 'token' },
  };
});

afterEach(() => close());

function outgoing(content: MessageContent, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return queued(content, { messageId, to: [phone], ...more });
}

const hello = outgoing({ type: 'text', text: 'Hello' });

function fixture(name: string): object {
  const file = join(__dirname, `fixtures/${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as object;
}

/** The body of the last request without the callback data, which have to contain our id. */
function requested(): object | undefined {
  const { biz_opaque_callback_data, ...body } = graph.sends.at(-1)?.body ?? {};
  expect(biz_opaque_callback_data).toBe(messageId);
  return body;
}

test('returns the id of the message', async () => {
  expect(await send(hello, connection)).toEqual({
    outcome: 'sent',
    externalId: graph.sends[0]?.externalId,
  });
  expect(graph.sends[0]).toMatchObject({ account: '106540352242922', version: 'v23.0' });
});

describe('recorded requests', () => {
  test('sends a text in the shape of the recorded request', async () => {
    await send(
      outgoing({ type: 'text', text: '*Hello world!*\nSome code here: \n```hello world code here```' }),
      connection,
    );
    expect(requested()).toEqual(fixture('out_text'));
  });

  test('sends a location in the shape of the recorded request', async () => {
    const location: MessageContent = {
      type: 'location',
      latitude: 39.284064,
      longitude: -84.265742,
      name: 'Loveland Castle Museum',
      address: '12025 Shore Dr, Loveland, OH 45140',
    };
    await send(outgoing(location), connection);
    expect(requested()).toEqual(fixture('out_location'));
  });

  test('sends a template in the shape of the recorded request', async () => {
    const template: MessageContent = {
      type: 'template',
      name: 'number_confirmation',
      language: 'pt_BR',
      parameters: ['123456'],
      text: 'Your code is 123456.',
    };
    await send(outgoing(template), connection);
    expect(requested()).toEqual(fixture('out_template_body'));
  });

  test('sends a voice message in the shape of the recorded request, with the flag `voice`', async () => {
    const voice = { assetId: 'a', contentType: 'audio/ogg; codecs=opus', category: 'voice' as const };
    await send(outgoing({ type: 'asset', assets: [voice] }), connection);
    expect(requested()).toMatchObject({ type: 'audio', audio: { voice: true } });
  });

  test('sends an audio file in the shape of the recorded request, with the id of its upload', async () => {
    const sound = { assetId: 'a', contentType: 'audio/ogg; codecs=opus', category: 'audio' as const };
    await send(
      outgoing({ type: 'asset', assets: [sound], caption: 'left out: sounds have none' }),
      connection,
    );
    const { audio } = graph.sends[0]?.body as { audio: { id: string } };
    expect(requested()).toEqual({ ...fixture('out_audio_by_id'), audio: { id: audio.id } });
    expect(graph.file(audio.id)).toMatchObject({
      body: Buffer.from('file'),
      contentType: 'audio/ogg; codecs=opus',
    });
  });

  test('sends a message to a person without a phone like the recorded request', async () => {
    await send(outgoing({ type: 'text', text: 'hello via bsuid' }, { to: [bsuid] }), connection);
    expect(requested()).toMatchObject({
      ...fixture('out_text_to_bsuid'),
      text: { body: 'hello via bsuid', preview_url: false },
    });
    expect(requested()).not.toHaveProperty('to');
  });

  test('sends a message to a person with phone and business-scoped id like the recorded request', async () => {
    await send(outgoing({ type: 'text', text: 'hello with fallback' }, { to: [phone, bsuid] }), connection);
    expect(requested()).toMatchObject({
      ...fixture('out_text_to_and_recipient'),
      to: '121212121212',
      text: { body: 'hello with fallback' },
    });
  });
});

test('sends a reply with the id of the message that it replies to', async () => {
  await send({ ...hello, replyTo: 'wamid.0' }, connection);
  expect(requested()).toMatchObject({ context: { message_id: 'wamid.0' } });
});

test('requests a preview for a text with a web address', async () => {
  await send(outgoing({ type: 'text', text: 'See https://example.com' }), connection);
  expect(requested()).toMatchObject({ text: { preview_url: true } });
});

test('sends no components for a template without variables', async () => {
  await send(
    outgoing({ type: 'template', name: 'hi', language: 'en', parameters: [], text: 'Hi' }),
    connection,
  );
  expect(requested()).toMatchObject({ template: { name: 'hi', language: { code: 'en' } } });
  expect(graph.sends[0]?.body.template).not.toHaveProperty('components');
});

test.each([
  ['image/jpeg', 'image', 'image', { caption: 'Look' }],
  ['image/svg+xml', 'image', 'document', { caption: 'Look', filename: 'a.b' }],
  ['video/mp4', 'video', 'video', { caption: 'Look' }],
  ['video/quicktime', 'video', 'document', { caption: 'Look', filename: 'a.b' }],
  ['image/webp', 'sticker', 'sticker', {}],
  ['application/pdf', 'document', 'document', { caption: 'Look', filename: 'a.b' }],
] as const)('sends a file of type %s as the matching kind', async (contentType, category, type, fields) => {
  const asset = { assetId: 'a', contentType, category, fileName: 'a.b' };
  await send(outgoing({ type: 'asset', assets: [asset], caption: 'Look' }), connection);
  expect(requested()).toMatchObject({ type, [type]: { id: expect.any(String), ...fields } });
});

describe('send results', () => {
  test.each([
    [131047, { reason: 'outside_window' }],
    [131026, { reason: 'not_whatsapp_registered' }],
    [131042, { reason: 'insufficient_credits' }],
    [190, { reason: 'delivery_failure', channelBroken: true }],
    [133010, { reason: 'delivery_failure', channelBroken: true }],
  ])('declines the message after error %i', async (code, wanted) => {
    graph.failNext({ code, details: 'Because.' });
    expect(await send(hello, connection)).toEqual({
      outcome: 'declined',
      providerCode: String(code),
      detail: `(#${code}) Because.`,
      ...wanted,
    });
  });

  test.each([2, 4, 80007, 130429, 131016, 131048, 131053, 131056, 131057])(
    'reports `throttled` after error %i, and a later try succeeds',
    async (code) => {
      graph.failNext({ code });
      expect(await send(hello, connection)).toMatchObject({
        outcome: 'throttled',
        providerCode: String(code),
      });
      expect(await send(hello, connection)).toMatchObject({ outcome: 'sent' });
    },
  );

  test('reports a broken channel if the token is wrong', async () => {
    expect(await send(hello, { ...connection, secrets: { 'access-token': 'old' } })).toMatchObject({
      outcome: 'declined',
      providerCode: '190',
      channelBroken: true,
    });
  });

  test('reports an unknown outcome if the response is lost', async () => {
    graph.loseNext();
    expect(await send(hello, connection)).toMatchObject({ outcome: 'unknown' });
    expect(graph.sends).toHaveLength(1);
  });

  test('reports an unknown outcome if the response takes too long', async () => {
    graph.delayNext(5_000);
    expect(await send(hello, connection, { sendMs: 50, mediaMs: 50 })).toMatchObject({ outcome: 'unknown' });
  });

  test('reports `throttled` if Meta is unreachable', async () => {
    await close();
    expect(await send(hello, connection)).toEqual({
      outcome: 'throttled',
      reason: 'delivery_failure',
      providerCode: 'ECONNREFUSED',
    });
  });

  test('reports `throttled` if the API’s address is invalid', async () => {
    expect(await send(hello, { ...connection, apiBaseUrl: 'graph.example' })).toMatchObject({
      outcome: 'throttled',
      providerCode: 'ERR_INVALID_URL',
    });
  });

  test.each([
    ['HTTP/1.1 502 Bad Gateway\r\n', '<html>', { outcome: 'unknown' }],
    ['HTTP/1.1 200 OK\r\n', '{}', { outcome: 'unknown' }],
    ['HTTP/1.1 200 OK\r\n', '{"messages":[{"id', { outcome: 'unknown' }],
    [
      'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\n',
      '',
      { outcome: 'throttled', retryAfterMs: 7000 },
    ],
    ['HTTP/1.1 404 Not Found\r\n', 'null', { outcome: 'declined', providerCode: 'http_404' }],
    [
      'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n',
      '',
      { outcome: 'declined', providerCode: 'http_302' },
    ],
  ])(
    'maps the response %j %j, which is not in the Graph API’s format, to a send result',
    async (head, body, wanted) => {
      const server = createServer((socket) => {
        socket.once('data', () => socket.end(`${head}Connection: close\r\n\r\n${body}`));
        socket.on('error', () => undefined);
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const apiBaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(await send(hello, { ...connection, apiBaseUrl })).toMatchObject(wanted);
      server.close();
    },
  );

  test('sends no message after a failed upload, so that the outcome is never unknown', async () => {
    const asset = { assetId: 'a', contentType: 'image/png', category: 'image' as const };
    const picture = outgoing({ type: 'asset', assets: [asset] });
    expect(await send(picture, { ...connection, secrets: { 'access-token': 'old' } })).toMatchObject({
      outcome: 'declined',
    });
    await close();
    expect(await send(picture, connection)).toMatchObject({ outcome: 'throttled' });
    expect(graph.sends).toEqual([]);
  });

  test.each([
    [{ type: 'contacts', contacts: [] }, [phone]],
    [{ type: 'asset', assets: [] }, [phone]],
    [{ type: 'text', text: 'x' }, [{ kind: 'email', value: 'a@example.com' }]],
  ] as [MessageContent, Alias[]][])('declines %j to %j as invalid', async (content, to) => {
    expect(await send(outgoing(content, { to }), connection)).toMatchObject({
      outcome: 'declined',
      reason: 'message_invalid',
    });
    expect(graph.sends).toEqual([]);
  });
});
