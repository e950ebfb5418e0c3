import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseWebhook, partyOf } from './parse-webhook';

const receivedAt = '2026-11-21T09:00:00.000Z';

function bodyOf(file: string): Buffer {
  return readFileSync(join(__dirname, 'fixtures', file));
}

function parse(file: string, query = '') {
  const [found] = parseWebhook({ body: bodyOf(file), contentType: '', query, headers: {} }, receivedAt);
  return found;
}

it('parses an SMS with the number or short code that received it', () => {
  expect(parse('in_sms_text.txt')).toEqual({
    kind: 'message',
    externalId: 'SM00000000000000000000000000000010',
    accountId: '384387',
    contact: {
      aliases: [{ kind: 'phone', value: '+15550100001' }],
      profile: { phone: '+15550100001' },
    },
    content: { type: 'text', text: 'Hello there' },
    context: {},
    providerTime: receivedAt,
  });
});

it('identifies a sender with a short code or a name by an id that is valid for the receiving number', () => {
  const from = (sender: string, to: string) => {
    const form = new URLSearchParams({ MessageSid: 'SM1', From: sender, To: to, Body: 'Sale!' });
    const [found] = parseWebhook(
      { body: Buffer.from(form.toString()), contentType: '', query: '', headers: {} },
      receivedAt,
    );
    return found?.kind === 'message' ? found.contact.aliases : undefined;
  };
  expect(from('51515', '+15550100000')).toEqual([
    { kind: 'external', scope: 'sms/15550100000', value: '51515' },
  ]);
  expect(from('51515', '+31970100000')).toEqual([
    { kind: 'external', scope: 'sms/31970100000', value: '51515' },
  ]);
});

it('distinguishes an account on WhatsApp from the same number on SMS', () => {
  expect(parse('in_whatsapp_text.txt')).toMatchObject({
    accountId: 'whatsapp:15550100000',
    contact: { aliases: [{ kind: 'phone', value: '+15550100001' }] },
    content: { type: 'text', text: 'hi' },
  });
});

it('parses all files of a message with its text as their caption', () => {
  expect(parse('in_mms_two_files.txt')).toMatchObject({
    content: {
      type: 'asset',
      caption: 'Look at this',
      assets: [
        { category: 'image', contentType: 'image/jpeg', mediaId: expect.stringMatching(/\/Media\/ME0+1$/) },
        { category: 'video', contentType: 'video/mp4', mediaId: expect.stringMatching(/\/Media\/ME0+2$/) },
      ],
    },
  });
  expect(parse('in_whatsapp_voice.txt')).toMatchObject({ content: { assets: [{ category: 'audio' }] } });
  expect(parse('in_whatsapp_sticker.txt')).toMatchObject({ content: { assets: [{ category: 'sticker' }] } });
});

it('parses a place, a button press as a reply, and an advertisement', () => {
  expect(parse('in_whatsapp_location.txt')).toMatchObject({
    content: {
      type: 'location',
      latitude: 52.3702,
      longitude: 4.8952,
      name: 'Dam',
      address: 'Dam, Amsterdam',
    },
  });
  expect(parse('in_whatsapp_button_in_reply.txt')).toMatchObject({
    content: { type: 'text', text: 'Yes, please' },
    context: { replyTo: 'SM00000000000000000000000000000002' },
  });
  expect(parse('in_whatsapp_referral.txt')).toMatchObject({
    context: {
      forwarded: true,
      referral: { url: 'https://fb.me/ad', headline: 'Bikes', body: 'All colours' },
    },
  });
});

it('parses a message without text, file and place as unsupported with its kind', () => {
  expect(parse('in_whatsapp_empty.txt')).toMatchObject({
    kind: 'message',
    content: { type: 'unsupported', rawKind: 'contacts' },
  });
});

it('parses a status with our message id from the address’s query', () => {
  const messageId = '0d5f0b3e-2f0d-4c5e-9d57-0c8f3f2c7a11';
  expect(parse('status_sms_undelivered_30003.txt', `message=${messageId}`)).toEqual({
    kind: 'status',
    externalId: 'SM00000000000000000000000000000012',
    accountId: '15550100000',
    status: 'declined',
    statusReason: 'unreachable',
    providerCode: '30003',
    at: receivedAt,
    opaque: messageId,
  });
});

it('parses a short status without an account', () => {
  expect(parse('status_sms_failed_21610.txt')).toMatchObject({
    accountId: null,
    status: 'declined',
    statusReason: 'blacklisted',
  });
  expect(parse('status_whatsapp_failed_63016.txt')).toMatchObject({ statusReason: 'outside_window' });
  expect(parse('status_whatsapp_read.txt')).toMatchObject({
    status: 'read',
    accountId: 'whatsapp:15550100000',
  });
});

it('returns the same key for messages of a person and for statuses of messages to them', () => {
  const party = (file: string) => partyOf(new URLSearchParams(bodyOf(file).toString().trim()));
  const files = [
    'in_sms_text.txt',
    'in_whatsapp_text.txt',
    'status_whatsapp_read.txt',
    'status_sms_failed_21610.txt',
  ];
  expect(files.map(party)).toEqual(files.map(() => '15550100001'));
});
