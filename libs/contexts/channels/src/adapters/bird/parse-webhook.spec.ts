import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseWebhook, partyOf } from './parse-webhook';

const receivedAt = '2026-11-21T09:00:00.000Z';
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function bodyOf(file: string): Buffer {
  return readFileSync(join(__dirname, 'fixtures', file));
}

function parse(file: string) {
  const [found] = parseWebhook(bodyOf(file), receivedAt);
  return found;
}

it('parses channel, contact and content of a message', () => {
  expect(parse('in_whatsapp_text.json')).toEqual({
    kind: 'message',
    externalId: id(10),
    accountId: id(9),
    contact: {
      aliases: [{ kind: 'phone', value: '+15550100001' }],
      profile: { name: 'Ana Ruiz', phone: '+15550100001' },
    },
    content: { type: 'text', text: 'Test' },
    context: {},
    providerTime: '2023-12-13T19:34:01.858Z',
  });
});

it('parses files, places and replies, and names the kind of unknown content', () => {
  expect(parse('in_whatsapp_image.json')).toMatchObject({
    content: { type: 'asset', caption: 'Look', assets: [{ category: 'image' }] },
  });
  expect(parse('in_whatsapp_file.json')).toMatchObject({
    content: { assets: [{ category: 'document', contentType: 'application/pdf', fileName: 'invoice.pdf' }] },
  });
  expect(parse('in_whatsapp_audio.json')).toMatchObject({ content: { assets: [{ category: 'audio' }] } });
  expect(parse('in_whatsapp_sticker.json')).toMatchObject({ content: { assets: [{ category: 'sticker' }] } });
  expect(parse('in_whatsapp_location.json')).toMatchObject({
    content: { type: 'location', latitude: 52.37, longitude: 4.89, name: 'Dam', address: 'Dam, Amsterdam' },
  });
  expect(parse('in_whatsapp_in_reply.json')).toMatchObject({ context: { replyTo: id(40) } });
  expect(parse('in_whatsapp_unknown.json')).toMatchObject({
    content: { type: 'unsupported', rawKind: 'carousel' },
  });
});

it('parses a status with our id, and an interaction as the status `read`', () => {
  const opaque = '0d5f0b3e-2f0d-4c5e-9d57-0c8f3f2c7a11';
  expect(parse('status_delivered.json')).toEqual({
    ...{ kind: 'status', externalId: id(40), accountId: id(9), status: 'delivered', opaque },
    at: '2023-12-13T19:35:00.000Z',
  });
  expect(parse('status_read_interaction.json')).toMatchObject({ externalId: id(40), status: 'read' });
});

it.each([
  ['status_delivery_failed_reason.json', 'wrong_number', '15005'],
  ['status_delivery_failed_network.json', 'unreachable', '15001'],
  ['status_sending_failed_whatsapp.json', 'outside_window', '15000'],
  ['status_sending_failed_accounting.json', 'insufficient_credits', '12000'],
])('parses %s as declined because of %s', (file, statusReason, providerCode) => {
  expect(parse(file)).toMatchObject({ status: 'declined', statusReason, providerCode });
});

it('returns the same key for all webhooks about one person', () => {
  const files = ['in_whatsapp_text.json', 'in_sms_text.json', 'status_delivered.json'];
  const parties = files.map((file) => partyOf(JSON.parse(bodyOf(file).toString())));
  expect(parties).toEqual(files.map(() => '+15550100001'));
});
