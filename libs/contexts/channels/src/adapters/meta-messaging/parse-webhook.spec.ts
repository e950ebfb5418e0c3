import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inbound } from '../adapter';
import type { Surface } from './account';
import { parseWebhook } from './parse-webhook';

const receivedAt = '2026-11-21T09:00:00.000Z';

function parsed(platform: Surface['platform'], file: string): Inbound[] {
  return parseWebhook(
    platform,
    readFileSync(join(__dirname, `../${platform}/fixtures/${file}.json`)),
    receivedAt,
  );
}

const only = (platform: Surface['platform'], file: string) => {
  const found = parsed(platform, file);
  expect(found).toHaveLength(1);
  return found[0];
};

describe('Messenger', () => {
  const person = {
    aliases: [{ kind: 'external', scope: 'messenger/12345654332', value: '987654321432' }],
    profile: {},
  };

  test('identifies the author of a text by an id that is valid for one page', () => {
    expect(only('messenger', 'in_text')).toEqual({
      kind: 'message',
      externalId: 'mid.1457764197618:41d102a3e1ae206a38',
      accountId: '12345654332',
      contact: person,
      content: { type: 'text', text: 'hello, world!' },
      context: {},
      providerTime: '2016-03-12T06:29:57.627Z',
    });
  });

  test('assigns each entry of a webhook to its own page', () => {
    expect(parsed('messenger', 'in_batch_two_entries')).toMatchObject([
      { content: { text: 'test 1' } },
      { content: { text: 'test 2' } },
    ]);
  });

  test('parses a message that the organisation wrote on the page as an echo', () => {
    expect(only('messenger', 'echo_text')).toMatchObject({ kind: 'echo', accountId: '987654321432' });
  });

  test('parses the echo of a message of ours as the status `sent`', () => {
    expect(only('messenger', 'own_echo_ours')).toMatchObject({
      kind: 'status',
      externalId: 'm_own',
      status: 'sent',
      opaque: '0d5f0b3e-2f0d-4c5e-9d57-0c8f3f2c7a11',
    });
  });

  test('parses receipts of single messages, and of all messages up to a time', () => {
    expect(parsed('messenger', 'own_delivery_mids')).toMatchObject([
      { kind: 'status', externalId: 'm_1', status: 'delivered' },
      { kind: 'status', externalId: 'm_2', status: 'delivered' },
    ]);
    expect(only('messenger', 'status_read')).toMatchObject({
      kind: 'watermark',
      contact: person,
      status: 'read',
      until: '2016-03-22T17:47:36.253Z',
    });
  });

  test.each([
    ['in_image', { category: 'image', mediaId: 'IMAGE_URL' }],
    ['in_sticker', { category: 'sticker' }],
    ['in_audio_event', { category: 'audio', mediaId: 'https://example.com/bot/audios/audio.mp3' }],
    ['own_file', { category: 'document', fileName: 'invoice 123.pdf' }],
  ])('parses the file in %s', (file, asset) => {
    expect(only('messenger', file)).toMatchObject({ content: { type: 'asset', assets: [asset] } });
  });

  test('parses several images and their text as one message', () => {
    expect(only('messenger', 'own_text_and_pictures')).toMatchObject({
      content: { caption: 'Both sides', assets: [{ category: 'image' }, { category: 'image' }] },
    });
  });

  test.each([
    ['in_quick_reply', 'quick reply text'],
    ['in_fallback', 'Legacy Attachment\nhttps://www.messenger.com/'],
    ['in_product_template', 'text sent along with the product\nproduct name\nproduct price as a string'],
    ['in_postback', 'USER_DEFINED_PAYLOAD'],
  ])('parses the text in %s', (file, text) => {
    expect(only('messenger', file)).toMatchObject({ kind: 'message', content: { type: 'text', text } });
  });

  test('parses a place', () => {
    expect(only('messenger', 'in_location')).toMatchObject({
      content: { latitude: 12.34, longitude: 43.21 },
    });
  });

  test('parses edits, deletions and reactions with the id of their message', () => {
    expect(only('messenger', 'in_edit')).toMatchObject({ kind: 'edit', content: { text: 'hello, world!' } });
    expect(only('messenger', 'in_deleted')).toMatchObject({ kind: 'deletion', externalId: 'message_id' });
    expect(only('messenger', 'in_reaction')).toMatchObject({
      externalId: 'original_message_id',
      emoji: '😢',
    });
    expect(only('messenger', 'in_reaction_removed')).toMatchObject({ emoji: null });
  });

  test('parses a reply with the message or story that it replies to', () => {
    expect(only('messenger', 'own_reply')).toMatchObject({ context: { replyTo: 'm_1' } });
    expect(only('messenger', 'in_reply_to_story')).toMatchObject({ context: { story: {} } });
  });

  test('parses the advertisement that brought the contact', () => {
    expect(only('messenger', 'own_ad_referral')).toMatchObject({
      context: { referral: { headline: 'Summer bikes', body: 'summer' } },
    });
  });

  test('identifies a person by a reference if the webhook has no id of the person', () => {
    expect(only('messenger', 'in_postback_user_ref')).toMatchObject({
      contact: { aliases: [{ value: 'user_ref/987654321432' }] },
    });
  });

  test('parses content that Parley cannot show as unsupported, with its kind', () => {
    expect(only('messenger', 'in_unsupported')).toMatchObject({ content: { rawKind: 'is_unsupported' } });
    expect(only('messenger', 'own_game_play')).toMatchObject({ kind: 'unsupported', rawKind: 'game_play' });
  });

  test('parses a policy violation of the page as a notice', () => {
    expect(only('messenger', 'policy_block')).toMatchObject({ kind: 'account', event: 'block' });
  });
});

describe('Instagram', () => {
  test('marks a message in another app’s conversation as automatic, so that no bot replies', () => {
    expect(only('instagram', 'in_standby_text')).toMatchObject({
      kind: 'message',
      isAutomatic: true,
      providerTime: '2021-09-08T06:34:04.000Z',
    });
  });

  test('reads the time of a dashboard test in seconds', () => {
    expect(only('instagram', 'in_dashboard_test')).toMatchObject({
      accountId: '23245',
      providerTime: '2018-05-27T22:23:44.000Z',
    });
  });

  test('parses a story mention and a shared post as files', () => {
    for (const file of ['in_story_mention', 'in_share']) {
      expect(only('instagram', file)).toMatchObject({
        content: { assets: [{ category: 'image', mediaId: 'https://www.example.com/test.jpeg' }] },
      });
    }
    expect(only('instagram', 'own_reel')).toMatchObject({ content: { caption: 'On the dike' } });
  });

  test('parses a reply to a story with the story’s address', () => {
    expect(only('instagram', 'in_story_reply')).toMatchObject({
      content: { text: 'This is the story reply' },
      context: { story: { url: 'https://example.com/sample.png' } },
    });
  });

  test('parses a read receipt of one message', () => {
    expect(only('instagram', 'own_read')).toMatchObject({ kind: 'status', status: 'read' });
  });

  test('turns a reaction’s name into its emoji', () => {
    expect(only('instagram', 'own_reaction')).toMatchObject({ emoji: '❤️' });
  });

  test('names the kind of an attachment that Meta does not pass on', () => {
    expect(only('instagram', 'in_unsupported_attachment')).toMatchObject({
      content: { type: 'unsupported', rawKind: 'unsupported_type' },
    });
  });
});
