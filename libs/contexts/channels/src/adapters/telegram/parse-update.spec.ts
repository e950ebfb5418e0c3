import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inbound } from '../adapter';
import { parseUpdate } from './parse-update';

const receivedAt = '2026-11-21T09:00:00.000Z';
const person = {
  aliases: [{ kind: 'external', scope: 'telegram', value: '1111111' }],
  profile: { name: 'Test User', username: 'test_user' },
};

function parsed(file: string): Inbound | undefined {
  const body = readFileSync(join(__dirname, `fixtures/${file}.json`));
  const found = parseUpdate(body, receivedAt);
  expect(found).toHaveLength(1);
  return found[0];
}

test('identifies the author of a text by the id of the chat', () => {
  expect(parsed('in_text')).toEqual({
    kind: 'message',
    externalId: '1111111/666',
    accountId: null,
    contact: { ...person, profile: { name: 'first last' } },
    content: { type: 'text', text: 'text' },
    context: {},
    providerTime: '2017-07-07T04:47:09.000Z',
  });
});

test.each([
  ['in_photo', { mediaId: '112', category: 'image', contentType: 'image/jpeg' }],
  ['in_video_full', { mediaId: 'BAACAgUAFAKE', category: 'video', contentType: 'video/mp4', size: 291286 }],
  ['in_audio', { mediaId: '321', category: 'audio', contentType: 'audio/mpeg' }],
  ['in_sticker', { mediaId: '123', category: 'sticker', contentType: 'image/webp' }],
  ['in_document_full', { category: 'document', fileName: 'Screenshot 2021-09-27 at 2.01.14 PM.png' }],
  ['own_animation', { mediaId: 'CgAC1', category: 'video' }],
  ['own_voice', { category: 'voice', contentType: 'audio/ogg' }],
])('parses the file in %s', (file, asset) => {
  expect(parsed(file)).toMatchObject({ content: { type: 'asset', assets: [asset] } });
});

test('parses the parts of an album as messages with the album’s id; the first has the caption', () => {
  const context = { album: '13579' };
  expect(parsed('own_album_1')).toMatchObject({ content: { caption: 'Front and back' }, context });
  expect(parsed('own_album_2')).toMatchObject({ content: { assets: [{ mediaId: 'AgAC2large' }] }, context });
});

test('parses a place on Earth as a location, and other places as unsupported with their names', () => {
  expect(parsed('own_location')).toMatchObject({ content: { latitude: 52.3702, longitude: 4.8952 } });
  expect(parsed('in_venue')).toMatchObject({
    content: {
      type: 'unsupported',
      rawKind: 'location',
      reason: expect.stringContaining('addressssss') as string,
    },
  });
});

test('parses a shared contact with name and phone', () => {
  expect(parsed('in_contact')).toMatchObject({
    content: { contacts: [{ name: 'first', phones: ['123456789'], emails: [] }] },
  });
});

test('parses a reply with the message that it replies to', () => {
  expect(parsed('in_reply_to_message')).toMatchObject({ context: { replyTo: '1111111/777' } });
});

test('marks a forwarded message as forwarded', () => {
  expect(parsed('own_forwarded')).toMatchObject({ context: { forwarded: true } });
});

test('parses an edit with the id of the edited message', () => {
  expect(parsed('in_edited_message')).toMatchObject({
    kind: 'edit',
    externalId: '1111111/229',
    by: 'contact',
    content: { text: 'hiiiii' },
    at: '2018-01-12T11:53:37.000Z',
  });
});

test('parses the press of a button as a message with its label, or else with its data', () => {
  expect(parsed('in_callback_query')).toMatchObject({
    kind: 'message',
    externalId: 'callback_query/123',
    content: { text: 'data' },
    context: { replyTo: '1111111/666' },
  });
});

test('parses an added reaction and a removed one', () => {
  expect(parsed('in_message_reaction')).toMatchObject({ externalId: '1111111/1365', emoji: '👍' });
  expect(parsed('own_reaction_removed')).toMatchObject({ externalId: '1111111/1365', emoji: null });
});

test('parses a blocked bot as an automatic unsupported message, and ignores the unblocking', () => {
  expect(parsed('own_blocked')).toMatchObject({
    kind: 'message',
    contact: person,
    isAutomatic: true,
    content: { type: 'unsupported', rawKind: 'my_chat_member' },
  });
  expect(parsed('own_unblocked')).toMatchObject({ kind: 'ignored' });
});

test('parses messages in groups and channels as unsupported, with their kind', () => {
  expect(parsed('in_group_text')).toMatchObject({ kind: 'unsupported', rawKind: 'group' });
  expect(parsed('own_channel_post')).toMatchObject({ kind: 'unsupported', rawKind: 'channel_post' });
});

test('parses content that Parley cannot show as unsupported, with its kind', () => {
  expect(parsed('own_poll')).toMatchObject({ content: { type: 'unsupported', rawKind: 'poll' } });
});

test('parses ids of people above 32 bits', () => {
  expect(parsed('own_large_ids')).toMatchObject({ contact: { aliases: [{ value: '7000000000001' }] } });
});
