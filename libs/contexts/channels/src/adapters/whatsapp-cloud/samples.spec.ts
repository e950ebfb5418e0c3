import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Inbound, Person } from '../adapter';
import { assetIdOf } from '../asset-id';
import { parseWebhook } from './parse-webhook';

const folder = join(__dirname, 'fixtures');
const receivedAt = '2026-11-21T09:00:00.000Z';

function parse(name: string): Inbound[] {
  return parseWebhook(readFileSync(join(folder, `${name}.json`)), receivedAt);
}

const phone = { kind: 'phone' as const, value: '+972987654321' };
const bsuid = { kind: 'bsuid' as const, value: 'US.13491208655302741918' };

/** The author of most samples, known by phone and by business-scoped id. */
const testName: Person = {
  aliases: [phone, bsuid],
  profile: { name: 'Test Name', phone: phone.value, bsuid: bsuid.value },
};
/** A person whose phone WhatsApp does not show. */
const userB: Person = {
  aliases: [bsuid],
  profile: { name: 'Test User B', bsuid: bsuid.value, username: 'test_user_b' },
};

const toTestName = { accountId: '1122334455667', contact: testName };
const written = { kind: 'message', externalId: 'wamid.xyzxyz', context: {}, ...toTestName } as const;
const fileOf = (mediaId: string) => ({ assetId: assetIdOf('wamid.xyzxyz', mediaId), mediaId });
const forwarded = { forwarded: true };

const expectations: Record<string, Inbound[]> = {
  in_text: [
    {
      ...written,
      content: { type: 'text', text: 'Body Text' },
      providerTime: '2023-10-11T16:53:43.000Z',
    },
  ],
  in_text_bsuid_no_phone: [
    {
      kind: 'message',
      externalId: 'wamid.HBgLMTU1NTAxMDAwMDEVAgASGBRDRDNGOEEzM0E1NzFCOUE3OTQ0MwA=',
      accountId: '106540352242922',
      contact: userB,
      content: { type: 'text', text: 'Does it come in another color?' },
      context: {},
      providerTime: '2025-06-08T20:59:43.000Z',
    },
  ],
  in_forwarded: [
    {
      ...written,
      context: forwarded,
      content: { type: 'text', text: 'forwarded text' },
      providerTime: '2023-10-11T17:20:15.000Z',
    },
  ],
  in_forwarded_many: [
    {
      ...written,
      context: forwarded,
      content: { type: 'text', text: 'text forwarded many times' },
      providerTime: '2023-10-11T17:22:48.000Z',
    },
  ],
  in_reply_context: [
    {
      ...written,
      context: { replyTo: 'wamid.xyzxyz==' },
      content: { type: 'text', text: 'replied text' },
      providerTime: '2023-10-11T17:19:06.000Z',
    },
  ],
  in_referral_ctwa: [
    {
      ...written,
      externalId: 'wamid.ID',
      // The sample's address is a placeholder; only web addresses become links.
      context: { referral: { headline: 'AD_TITLE', body: 'AD_DESCRIPTION' } },
      content: { type: 'text', text: 'BODY' },
      providerTime: '2023-10-11T17:23:20.000Z',
    },
  ],
  in_image: [
    {
      ...written,
      content: {
        type: 'asset',
        assets: [{ ...fileOf('65463453'), contentType: 'image/jpeg', sha256: '4654+8g=', category: 'image' }],
      },
      providerTime: '2023-10-11T16:56:19.000Z',
    },
  ],
  // The address in the sample is ignored: files are requested by id, with the channel's token.
  in_image_with_url: [
    {
      ...written,
      content: {
        type: 'asset',
        assets: [{ ...fileOf('65463453'), contentType: 'image/jpeg', sha256: '4654+8g=', category: 'image' }],
      },
      providerTime: '2023-10-11T16:56:19.000Z',
    },
  ],
  in_audio: [
    {
      ...written,
      context: forwarded,
      content: {
        type: 'asset',
        assets: [
          {
            ...fileOf('1234567890987654321'),
            contentType: 'audio/ogg; codecs=opus',
            sha256: 'E3dxS/PdYZE7ppA3pQ4mpCFaXBJ8pX4SRN/dsfvds/iPGA=',
            category: 'audio',
          },
        ],
      },
      providerTime: '2023-10-11T16:58:29.000Z',
    },
  ],
  in_document: [
    {
      ...written,
      context: forwarded,
      content: {
        type: 'asset',
        assets: [
          {
            ...fileOf('1234567890987654321'),
            contentType: 'application/pdf',
            fileName: 'filename.pdf',
            sha256: 'grwfwe/ZPx0wAbdfbdeFUNItPZ0RylL8gGUvdt3YFqc18SY=',
            category: 'document',
          },
        ],
        caption: 'caption',
      },
      providerTime: '2023-10-11T17:01:06.000Z',
    },
  ],
  in_video_forwarded: [
    {
      ...written,
      context: forwarded,
      content: {
        type: 'asset',
        assets: [
          {
            ...fileOf('765756756'),
            contentType: 'video/mp4',
            sha256: 'Jh+2ij6PzUv/J2y+grrtegr/ZMzRxkEPwc24Oyib4s03w9Jc=',
            category: 'video',
          },
        ],
        caption: 'caption',
      },
      providerTime: '2023-10-11T17:12:42.000Z',
    },
  ],
  in_location_current: [
    {
      ...written,
      context: forwarded,
      content: { type: 'location', latitude: 12.25089, longitude: 43.90539 },
      providerTime: '2023-10-11T17:15:57.000Z',
    },
  ],
  in_location_named: [
    {
      ...written,
      context: forwarded,
      content: {
        type: 'location',
        latitude: 37.4611978,
        longitude: -122.2164385,
        name: 'Facebook HQ',
        address: '1 Hacker Way, Menlo Park, CA 94025',
        url: 'https://maps.google.com/?cid=2000000000000000000',
      },
      providerTime: '2023-10-11T17:15:57.000Z',
    },
  ],
  in_contacts: [
    {
      ...written,
      content: {
        type: 'contacts',
        contacts: [
          { name: 'Chandler Bing', phones: ['+1 555-555-5555'], emails: [] },
          { name: 'Monica', phones: ['+1 666-666-6666'], emails: [] },
          { name: 'Rachel Green', phones: ['+1 777-777-7777'], emails: [] },
        ],
      },
      providerTime: '2023-10-11T17:17:01.000Z',
    },
  ],
  // The message names no sender, so it belongs to the only contact in the webhook.
  in_contacts_request_bsuid: [
    {
      kind: 'message',
      externalId: 'wamid.HBgLMTU1NTAxMDAwMDEVAgASGBRDRDNGOEEzM0E1NzFCOUE3OTQ0MwA=',
      accountId: '106540352242922',
      contact: userB,
      content: { type: 'contacts', contacts: [{ name: 'Test User B', phones: ['15551234567'], emails: [] }] },
      context: {},
      providerTime: '2025-06-08T20:59:43.000Z',
    },
  ],
  in_interactive_button_reply: [
    {
      ...written,
      context: { replyTo: 'wamid.xyzxyz' },
      content: { type: 'text', text: 'title' },
      providerTime: '2023-10-25T20:45:30.000Z',
    },
  ],
  in_interactive_list_reply: [
    {
      ...written,
      externalId: 'wamid.zyzxyz',
      context: { replyTo: 'wamid.xyzxyz' },
      content: { type: 'text', text: 'title' },
      providerTime: '2023-10-25T20:48:25.000Z',
    },
  ],
  in_template_button: [
    {
      ...written,
      externalId: 'wamid.xsidjw',
      context: { replyTo: 'wamid.xyzxyz==' },
      content: { type: 'text', text: 'title' },
      providerTime: '2023-10-25T21:23:47.000Z',
    },
  ],
  in_order: [
    {
      ...written,
      content: {
        type: 'text',
        text: '3 × HAMBURGER (30 ILS)\n2 × FRENCH_FRIES (35 ILS)\n2 × SODA (10 ILS)',
      },
      providerTime: '2023-10-11T17:17:48.000Z',
    },
  ],
  in_unsupported: [
    {
      ...written,
      content: {
        type: 'unsupported',
        rawKind: 'unsupported',
        reason: '131051 Message type unknown: Message type is currently not supported.',
      },
      providerTime: '2023-10-11T17:18:26.000Z',
    },
  ],
  in_unsupported_with_type: [
    {
      ...written,
      content: {
        type: 'unsupported',
        rawKind: 'pool',
        reason: '131051 Message type unknown: Message type is currently not supported.',
      },
      providerTime: '2023-10-11T17:18:26.000Z',
    },
  ],
  in_system_identity_change: [
    {
      ...written,
      contact: {
        aliases: [{ kind: 'phone', value: '+972987654321' }],
        profile: { name: 'User A', phone: '+972987654321' },
      },
      content: { type: 'unsupported', rawKind: 'customer_identity_changed', reason: 'User identity changed' },
      providerTime: '2023-10-11T17:18:26.000Z',
    },
  ],
  in_reaction_removed_absent: [
    {
      kind: 'reaction',
      externalId: 'wamid.yzxyzx=',
      ...toTestName,
      emoji: null,
      by: 'contact',
      at: '2023-10-11T17:14:16.000Z',
    },
  ],
  in_reaction_removed_empty: [
    {
      kind: 'reaction',
      externalId: 'wamid.yzxyzx=',
      ...toTestName,
      emoji: null,
      by: 'contact',
      at: '2023-10-11T17:14:16.000Z',
    },
  ],
  // The contact in the webhook is another person, so the editor's name is unknown.
  in_edit_image: [
    {
      kind: 'edit',
      externalId: 'wamid.HBgLMTU1NTAxMDAwMDEVAgASGBQwRUE2RjM1N0YyMkY4MDAzM0VDQQA=',
      accountId: '106540352242922',
      contact: { aliases: [{ kind: 'phone', value: '+16505551234' }], profile: { phone: '+16505551234' } },
      content: {
        type: 'asset',
        assets: [
          {
            // Derives from the id of the edited message, so that an unchanged file is not downloaded again.
            assetId: assetIdOf(
              'wamid.HBgLMTU1NTAxMDAwMDEVAgASGBQwRUE2RjM1N0YyMkY4MDAzM0VDQQA=',
              '1234567890',
            ),
            mediaId: '1234567890',
            contentType: 'image/jpeg',
            sha256: 'a1b2c3d4e5f6...',
            category: 'image',
          },
        ],
        caption: 'Updated image caption',
      },
      by: 'contact',
      at: '2025-06-13T22:42:55.000Z',
    },
  ],
  echo_text: [
    {
      kind: 'echo',
      externalId: '<WHATSAPP_MESSAGE_ID>',
      accountId: '1122334455667',
      // The sample's phone is a placeholder and no valid number.
      contact: { aliases: [{ kind: 'bsuid', value: '<BSUID>' }], profile: { bsuid: '<BSUID>' } },
      content: { type: 'text', text: 'Test message' },
      context: {},
      providerTime: '2023-10-11T16:53:43.000Z',
    },
  ],
  // The sample has sender and recipient swapped; the recipient of an echo is the contact.
  echo_revoke: [
    {
      kind: 'deletion',
      externalId: 'wamid.zzzzzz',
      accountId: '1122334455667',
      contact: { aliases: [{ kind: 'phone', value: '+972123456789' }], profile: { phone: '+972123456789' } },
      by: 'user',
      at: '2023-10-11T17:22:48.000Z',
    },
  ],
  status_sent: [status('sent', '2023-10-25T20:49:05.000Z')],
  status_delivered: [status('delivered', '2023-10-25T20:49:05.000Z')],
  status_read: [status('read', '2023-07-15T00:20:58.000Z')],
  status_sent_old_cbp: [
    {
      ...status('sent', '2023-01-06T15:51:57.000Z'),
      externalId: 'wamid.nBgN6TUyN2k5NzAzM5kzNhUCABI8FDNFQjAxQkE5REI4NEUzQ5Y5QTNgAA==',
      accountId: '100000000000001',
    },
  ],
  status_delivered_bsuid: [
    {
      ...status('delivered', '2025-06-15T23:27:53.000Z'),
      externalId: 'wamid.HBgLMTU1NTAxMDAwMDEVAgASGBQ5MzZGOTE3QUNGMTlERkQzNzRFMQA=',
      accountId: '106540352242922',
    },
  ],
  status_group_read: [
    {
      ...status('read', '2023-10-25T20:49:05.000Z'),
      externalId: '<WHATSAPP_MESSAGE_ID>',
      accountId: '<BUSINESS_PHONE_NUMBER_ID>',
    },
  ],
  status_failed_130472: [
    {
      ...status('declined', '2023-07-15T00:20:58.000Z'),
      statusReason: 'unreachable',
      providerCode: '130472',
      detail:
        "130472 User's number is part of an experiment: Failed to send message because this user's phone number is part of an experiment",
    },
  ],
  status_failed_131026: [
    {
      ...status('declined', '2023-10-25T10:57:27.000Z'),
      externalId: 'wamid.HBgLMTU1NTAxMDAwMDEVAgARGBQ0MzYwMTRBQkJCNUNGRTAxQTU1RAA=',
      accountId: 'REDACTED',
      statusReason: 'not_whatsapp_registered',
      providerCode: '131026',
      detail: '131026 Receiver is incapable of receiving this message: Message Undeliverable.',
    },
  ],
  status_failed_131047_window: [
    {
      ...status('declined', '2023-04-28T03:18:07.000Z'),
      externalId: 'wamid.HBgLMTU1NTAxMDAwMDEVAgASGBQxQzBBOTdGNTNDRkVBRkM1N0ZEQwA=',
      accountId: '109999999999999',
      statusReason: 'outside_window',
      providerCode: '131047',
      detail:
        '131047 Re-engagement message: Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
    },
  ],
  status_failed_131053_media: [
    {
      ...status('declined', '2023-03-02T18:56:12.000Z'),
      externalId: 'wamid.HBgLMTU1NTAxMDAwMDEVAgASGBQ1MTk2MjZBRDM1MkZEM0RCNkJFQQA=',
      accountId: '100000000000001',
      statusReason: 'message_invalid',
      providerCode: '131053',
      detail:
        '131053 Media upload error: Unsupported Video mime type text/html. Please use one of video/3gpp, video/mp4.',
    },
  ],
};

function status(name: 'sent' | 'delivered' | 'read' | 'declined', at: string) {
  return {
    kind: 'status' as const,
    externalId: 'wamid.xyzxyz',
    accountId: '1122334455667',
    status: name,
    at,
  };
}

const traffic = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ''))
  .filter((name) => /^(in|status|echo)_/.test(name));

test.each(traffic)('parses %s as expected', (name) => {
  expect(parse(name)).toEqual(expectations[name]);
});

test.each([
  ['template_status_rejected', 'template', 'REJECTED', 'abandoned_cart'],
  ['template_status_rejected_scam', 'template', 'REJECTED', expect.any(String)],
  ['template_category_update', 'template', 'MARKETING', expect.any(String)],
  ['template_quality_update', 'template', 'YELLOW', expect.any(String)],
  ['template_components_update', 'template', undefined, expect.any(String)],
  ['account_update_partner_removed', 'account', 'PARTNER_REMOVED', undefined],
  ['account_review_update', 'account', 'APPROVED', undefined],
  ['phone_name_update', 'account', 'APPROVED', '15550101111'],
  ['phone_quality_update', 'account', 'FLAGGED', '15550101111'],
  ['business_username_update', 'account', 'approved', '15550783881'],
])('parses %s as a notice about the %s', (sample, kind, event, name) => {
  expect(parse(sample)).toEqual([
    expect.objectContaining(Object.fromEntries(Object.entries({ kind, event, name }).filter(([, v]) => v))),
  ]);
});

test('parses resumed marketing messages as a consent', () => {
  expect(parse('user_preferences_resume')).toMatchObject([
    {
      kind: 'consent',
      accountId: '106540352242922',
      isGiven: true,
      contact: { aliases: [{ kind: 'phone', value: '+16505551234' }] },
    },
  ]);
});

test.each(['user_id_update', 'group_participants_update'])('ignores the webhook %s', (sample) => {
  expect(parse(sample)).toEqual([expect.objectContaining({ kind: 'ignored' })]);
});

test('parses every account update as a notice', () => {
  const samples = readdirSync(folder).filter((file) => file.startsWith('account_update_'));
  expect(samples.length).toBeGreaterThan(8);
  for (const sample of samples) {
    expect(parse(sample.replace('.json', ''))).toEqual([expect.objectContaining({ kind: 'account' })]);
  }
});
