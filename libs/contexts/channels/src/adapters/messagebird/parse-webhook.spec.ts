import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseWebhook, partyOf } from './parse-webhook';

const receivedAt = '2026-11-21T09:00:00.000Z';
const channel = '00000000000000000000000000000009';

function bodyOf(file: string): Buffer {
  return readFileSync(join(__dirname, 'fixtures', file));
}

function parse(file: string) {
  const [found] = parseWebhook({ body: bodyOf(file), contentType: '', query: '', headers: {} }, receivedAt);
  return found;
}

it('parses an SMS to a virtual number and one to a short code alike', () => {
  const contact = { aliases: [{ kind: 'phone', value: '+15550100001' }], profile: { phone: '+15550100001' } };
  expect(parse('in_sms_form.txt')).toEqual({
    kind: 'message',
    externalId: '00000000000000000000000000000005',
    accountId: '15550100000',
    contact,
    content: { type: 'text', text: 'Test 3' },
    context: {},
    providerTime: '2023-07-27T00:49:29.000Z',
  });
  expect(parse('in_sms_shortcode_form.txt')).toMatchObject({
    externalId: '00000000000000000000000000000006',
    accountId: '51515',
    contact,
    content: { type: 'text', text: 'Test again' },
    providerTime: '2023-07-27T00:49:29.000Z',
  });
});

it('treats field names in different cases as one field', () => {
  expect(parse('in_sms_mixed_case.txt')).toMatchObject({ content: { text: 'Two cases' } });
});

it('parses a delivery report in the query with our id', () => {
  expect(parse('status_sms_get_query.txt')).toEqual({
    kind: 'status',
    externalId: '00000000000000000000000000000007',
    accountId: null,
    status: 'declined',
    statusReason: 'blacklisted',
    providerCode: 'report_103',
    at: '2023-07-28T17:57:12.000Z',
    opaque: 'my-uuid',
  });
  const query = bodyOf('status_sms_delivered_get_query.txt').toString().trim();
  const posted = { body: Buffer.alloc(0), contentType: '', query, headers: {} };
  expect(parseWebhook(posted, receivedAt)).toMatchObject([{ kind: 'status', status: 'delivered' }]);
});

it('identifies the contact of a conversation by phone, or else by MessageBird’s contact id', () => {
  expect(parse('in_conv_text.json')).toMatchObject({
    accountId: channel,
    contact: {
      aliases: [{ kind: 'phone', value: '+15550100001' }],
      profile: { name: 'Ana Ruiz', phone: '+15550100001' },
    },
    content: { type: 'text', text: 'Hello' },
    providerTime: '2023-07-28T10:00:01.000Z',
  });
  expect(parse('in_conv_text_without_contact.json')).toMatchObject({
    contact: {
      aliases: [{ kind: 'external', scope: 'messagebird', value: '00000000000000000000000000000002' }],
    },
  });
});

it('parses files, places and choices, and names the kind of unknown content', () => {
  expect(parse('in_conv_image.json')).toMatchObject({
    content: { type: 'asset', caption: 'Look', assets: [{ category: 'image', contentType: 'image/jpeg' }] },
  });
  expect(parse('in_conv_file.json')).toMatchObject({ content: { assets: [{ category: 'document' }] } });
  expect(parse('in_conv_audio.json')).toMatchObject({ content: { assets: [{ category: 'audio' }] } });
  expect(parse('in_conv_sticker.json')).toMatchObject({ content: { assets: [{ category: 'sticker' }] } });
  expect(parse('in_conv_location.json')).toMatchObject({ content: { latitude: 52.37, longitude: 4.89 } });
  expect(parse('in_conv_interactive_in_reply.json')).toMatchObject({
    content: { type: 'text', text: 'Yes, please' },
    context: { replyTo: '00000000000000000000000000000028' },
  });
  expect(parse('in_conv_unknown.json')).toMatchObject({
    content: { type: 'unsupported', rawKind: 'whatsappOrder' },
  });
});

it('parses webhooks about messages that we sent as statuses only', () => {
  const opaque = '0d5f0b3e-2f0d-4c5e-9d57-0c8f3f2c7a11';
  expect(parse('status_conv_created.json')).toMatchObject({ kind: 'ignored' });
  expect(parse('status_conv_read.json')).toMatchObject({ kind: 'status', status: 'read', opaque });
  expect(parse('status_conv_failed_470.json')).toMatchObject({
    status: 'declined',
    statusReason: 'outside_window',
    providerCode: '470',
  });
});

it('returns the same key for all webhooks about one person', () => {
  const form = (file: string) => partyOf(new URLSearchParams(bodyOf(file).toString().trim()));
  const json = (file: string) => partyOf(JSON.parse(bodyOf(file).toString()));
  expect([
    form('in_sms_form.txt'),
    form('in_sms_shortcode_form.txt'),
    form('status_sms_get_query.txt'),
  ]).toEqual(Array(3).fill('15550100001'));
  expect([json('in_conv_text.json'), json('status_conv_read.json')]).toEqual(Array(2).fill('15550100001'));
});
