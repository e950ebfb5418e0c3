import type { Inbound, InboundMessage } from '../adapter';
import { parseWebhook } from './parse-webhook';

const receivedAt = '2026-11-21T09:00:00.000Z';

function parse(webhook: unknown): Inbound[] {
  return parseWebhook(Buffer.from(JSON.stringify(webhook)), receivedAt);
}

/** A webhook with one change of the field `messages` and this value. */
function change(value: object, field = 'messages') {
  return { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field, value }] }] };
}

/** Parses one message from +31612345678. */
function parseMessage(message: object): Inbound | undefined {
  return parse(
    change({ messages: [{ id: 'wamid.1', from: '31612345678', timestamp: '1700000000', ...message }] }),
  )[0];
}

function contentOf(message: object) {
  return (parseMessage(message) as InboundMessage | undefined)?.content;
}

describe('parsing a message', () => {
  test('reads a reaction with its emoji', () => {
    const reaction = { message_id: 'wamid.0', emoji: '👍' };
    expect(parseMessage({ type: 'reaction', reaction })).toMatchObject({
      kind: 'reaction',
      externalId: 'wamid.0',
      emoji: '👍',
      by: 'contact',
      at: '2023-11-14T22:13:20.000Z',
    });
  });

  test('reads an edit of a text', () => {
    const edit = { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'Better' } } };
    expect(parseMessage({ type: 'edit', edit })).toMatchObject({
      kind: 'edit',
      externalId: 'wamid.0',
      content: { type: 'text', text: 'Better' },
    });
  });

  test('reads a deletion of an earlier message', () => {
    const revoke = { original_message_id: 'wamid.0' };
    expect(parseMessage({ type: 'revoke', revoke })).toMatchObject({
      kind: 'deletion',
      externalId: 'wamid.0',
    });
  });

  test('marks a message from the account’s own number as automatic', () => {
    const text = { type: 'text', text: { body: 'Hi' } };
    const metadata = { phone_number_id: '106', display_phone_number: '+31 6 1234-5678' };
    const from = (sender: string) => {
      const messages = [{ id: 'wamid.1', from: sender, timestamp: '1700000000', ...text }];
      return (parse(change({ metadata, messages }))[0] as InboundMessage).isAutomatic;
    };
    expect([from('31612345678'), from('31612345679')]).toEqual([true, undefined]);
  });

  test.each(['reaction', 'edit', 'revoke'])('shows a %s without a target message as unsupported', (type) => {
    expect(contentOf({ type })).toMatchObject({ type: 'unsupported', rawKind: type });
  });

  test('distinguishes voice messages and stickers from other files', () => {
    expect(
      contentOf({ type: 'audio', audio: { id: '1', mime_type: 'audio/ogg', voice: true } }),
    ).toMatchObject({
      assets: [{ category: 'voice' }],
    });
    const sticker = { id: '1', mime_type: 'image/webp', animated: true };
    expect(contentOf({ type: 'sticker', sticker })).toMatchObject({
      assets: [{ category: 'sticker', contentType: 'image/webp' }],
    });
  });

  test('keeps the caption of a file that WhatsApp does not pass on', () => {
    expect(contentOf({ type: 'image', image: { caption: 'Look!' } })).toEqual({
      type: 'unsupported',
      rawKind: 'image',
      reason: 'WhatsApp did not give the file. Its caption: Look!',
    });
  });

  test('treats a file with an invalid media type as one of unknown type', () => {
    expect(contentOf({ type: 'image', image: { id: '1', mime_type: 'text/html\r\nx: y' } })).toMatchObject({
      assets: [{ contentType: 'application/octet-stream' }],
    });
  });

  test('reads the answers of a form, one per line, without its token', () => {
    const response_json = JSON.stringify({
      flow_token: 'secret',
      name: 'Ann',
      days: ['Mon', 'Tue'],
      ok: true,
    });
    const interactive = { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json } };
    expect(contentOf({ type: 'interactive', interactive })).toEqual({
      type: 'text',
      text: 'name: Ann\ndays: Mon, Tue\nok: true',
    });
  });

  test('reads the body of a form whose answers are unreadable', () => {
    const interactive = { type: 'nfm_reply', nfm_reply: { body: 'Sent', response_json: '{' } };
    expect(contentOf({ type: 'interactive', interactive })).toEqual({ type: 'text', text: 'Sent' });
  });

  test('shows a choice without content as unsupported', () => {
    expect(contentOf({ type: 'interactive' })).toMatchObject({ type: 'unsupported', rawKind: 'interactive' });
    expect(contentOf({ type: 'interactive', interactive: { type: 'button_reply' } })).toMatchObject({
      type: 'unsupported',
      rawKind: 'button_reply',
    });
  });

  test('reads the press of a template button without a context', () => {
    expect(parseMessage({ type: 'button', button: { text: 'Yes', payload: 'y' } })).toMatchObject({
      content: { type: 'text', text: 'Yes' },
      context: {},
    });
  });

  test.each([
    [
      { type: 'unknown', errors: [{ code: 501, title: 'Unsupported message type' }] },
      'unknown',
      '501 Unsupported message type',
    ],
    [{ type: 'poll' }, 'poll', 'WhatsApp calls it poll.'],
    [{ type: '__proto__' }, '__proto__', 'WhatsApp calls it __proto__.'],
    [{ type: 'constructor' }, 'constructor', 'WhatsApp calls it constructor.'],
    [{}, 'unknown', 'WhatsApp calls it unknown.'],
  ])('shows an unknown kind as unsupported with its name: %j', (message, rawKind, reason) => {
    expect(contentOf(message)).toEqual({ type: 'unsupported', rawKind, reason });
  });

  test('reads times in milliseconds and in seconds, and uses the time of receipt if the time is unreadable', () => {
    const text = { body: 'x' };
    const at = (timestamp: unknown) => parseMessage({ type: 'text', text, timestamp });
    expect(at('1700000000123')).toMatchObject({ providerTime: '2023-11-14T22:13:20.123Z' });
    expect(at(1700000000)).toMatchObject({ providerTime: '2023-11-14T22:13:20.000Z' });
    expect(at('soon')).toMatchObject({ providerTime: receivedAt });
    expect(at('9e99')).toMatchObject({ providerTime: receivedAt });
  });

  test('parses a message without an id or a sender as unsupported', () => {
    const text = { body: 'x' };
    expect(parseMessage({ type: 'text', text, id: null })).toMatchObject({ kind: 'unsupported' });
    expect(parseMessage({ type: 'text', text, from: null })).toMatchObject({
      kind: 'unsupported',
      externalId: 'wamid.1',
    });
    const contacts = [{ wa_id: '31600000001' }, { wa_id: '31600000002' }];
    const message = { id: 'wamid.1', type: 'text', text };
    expect(parse(change({ contacts, messages: [message] }))).toMatchObject([{ kind: 'unsupported' }]);
  });

  test('replaces half a surrogate pair in an id', () => {
    const found = parseMessage({ id: 'wamid.\ud83d', type: 'image', image: { id: '1' } });
    expect(found).toMatchObject({ externalId: 'wamid.\ufffd' });
  });

  test('accepts only web addresses as links', () => {
    const location = { latitude: 1, longitude: 2, url: 'javascript:alert(1)' };
    expect(contentOf({ type: 'location', location })).toEqual({
      type: 'location',
      latitude: 1,
      longitude: 2,
    });
    const referral = { source_url: 'https://fb.me/ad', headline: 'Sale' };
    expect(parseMessage({ type: 'text', text: { body: 'x' }, referral })).toMatchObject({
      context: { referral: { url: 'https://fb.me/ad', headline: 'Sale' } },
    });
  });
});

test('identifies people without a phone by their business-scoped id', () => {
  const contacts = [
    { profile: { name: 'A' }, user_id: 'US.1' },
    { profile: { name: 'B' }, user_id: 'US.2' },
  ];
  const messages = ['US.2', 'US.1'].map((from_user_id, index) => ({
    from_user_id,
    id: `wamid.${index}`,
    type: 'text',
    text: { body: 'x' },
  }));
  expect(parse(change({ contacts, messages }))).toMatchObject([
    { contact: { aliases: [{ kind: 'bsuid', value: 'US.2' }], profile: { name: 'B' } } },
    { contact: { aliases: [{ kind: 'bsuid', value: 'US.1' }], profile: { name: 'A' } } },
  ]);
});

test('identifies the person of an echo by its recipient', () => {
  const contacts = [{ profile: { name: 'Ann' }, wa_id: '31612345678', user_id: 'NL.1' }];
  const message_echoes = [
    {
      from: '15550783881',
      to: '31612345678',
      id: 'wamid.1',
      timestamp: '1700000000',
      type: 'text',
      text: { body: 'Hi' },
    },
  ];
  expect(parse(change({ contacts, message_echoes }, 'smb_message_echoes'))).toMatchObject([
    {
      kind: 'echo',
      contact: {
        aliases: [
          { kind: 'phone', value: '+31612345678' },
          { kind: 'bsuid', value: 'NL.1' },
        ],
        profile: { name: 'Ann' },
      },
    },
  ]);
});

test('parses several entries, changes, messages and statuses of one webhook', () => {
  const text = (id: string) => ({ id, from: '31612345678', type: 'text', text: { body: id } });
  const changes = (...ids: string[]) => [{ field: 'messages', value: { messages: ids.map(text) } }];
  const statuses = [
    { id: 'c', status: 'read' },
    { id: 'd', status: 'sent' },
  ];
  const webhook = {
    entry: [
      { changes: changes('a', 'b') },
      { changes: [{ field: 'messages', value: { statuses } }, ...changes('e')] },
    ],
  };
  expect(parse(webhook).map((found) => ('externalId' in found ? found.externalId : null))).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
  ]);
});

test('keeps all digits of ids that are written as numbers', () => {
  const body = `{"entry":[{"changes":[{"field":"messages","value":{"metadata":{"phone_number_id":123456789012345678901},
    "statuses":[{"id":9007199254740993,"status":"sent","timestamp":1700000000}],
    "messages":[{"id":-12345678901234567890,"from":31612345678,"type":"text","text":{"body":"1234567890123456789, \\"12345678901234567890\\""}},
      {"id":"x","from":"31612345678","type":"location","location":{"latitude":1.1234567890123456,"longitude":-2.12345678901234567}}]}}]}]}`;
  expect(parseWebhook(Buffer.from(body), receivedAt)).toMatchObject([
    {
      externalId: '-12345678901234567890',
      accountId: '123456789012345678901',
      content: { text: '1234567890123456789, "12345678901234567890"' },
    },
    { content: { latitude: Number('1.1234567890123456'), longitude: Number('-2.12345678901234567') } },
    { externalId: '9007199254740993' },
  ]);
});

describe('parsing a status', () => {
  const statusOf = (status: object) => parse(change({ statuses: [{ id: 'wamid.1', ...status }] }))[0];

  test('returns our id from the callback data', () => {
    const biz_opaque_callback_data = '0d5f0b3e-2f0d-4c5e-9d57-0c8f3f2c7a11';
    expect(statusOf({ status: 'sent', biz_opaque_callback_data })).toMatchObject({
      opaque: biz_opaque_callback_data,
    });
  });

  test('ignores that a contact deleted our message', () => {
    expect(statusOf({ status: 'deleted' })).toMatchObject({
      kind: 'ignored',
      rawKind: 'deleted',
      externalId: 'wamid.1',
    });
  });

  test('counts a played voice message as read', () => {
    expect(statusOf({ status: 'played' })).toMatchObject({ kind: 'status', status: 'read' });
  });

  test.each(['warning', undefined])('parses the status %s as unsupported', (status) => {
    expect(statusOf({ status })).toMatchObject({ kind: 'unsupported', externalId: 'wamid.1' });
  });

  test('uses delivery failure as the reason of a failure without an error', () => {
    expect(statusOf({ status: 'failed' })).toMatchObject({
      status: 'declined',
      statusReason: 'delivery_failure',
    });
  });
});

test.each([
  ['', 'It is empty.'],
  ['\0\xff binary', 'It is not JSON.'],
  ['{"entry":', 'It is not JSON.'],
  ['null', 'It is not a JSON object.'],
  ['[]', 'It is not a JSON object.'],
  ['{}', 'There is no entry in it.'],
  ['{"entry":{"0":1}}', 'There is no entry in it.'],
  ['{"entry":[7]}', 'There is no change in an entry of it.'],
  ['{"entry":[{"changes":[null]}]}', 'We do not know the field unknown.'],
  ['{"entry":[{"changes":[{"field":"messages"}]}]}', 'There is no message and no status in it.'],
  ['{"entry":[{"changes":[{"field":"history","value":{}}]}]}', 'We do not know the field history.'],
])('parses %j as unsupported: %s', (body, reason) => {
  expect(parseWebhook(Buffer.from(body, 'latin1'), receivedAt)).toEqual([
    expect.objectContaining({ kind: 'unsupported', reason }),
  ]);
});

test('parses errors in place of messages as unsupported with their text', () => {
  expect(parse(change({ errors: [{ code: 130429, title: 'Rate limit hit' }] }))).toMatchObject([
    { kind: 'unsupported', rawKind: 'errors', reason: '130429 Rate limit hit' },
  ]);
});
