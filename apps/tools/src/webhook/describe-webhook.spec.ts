import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeWebhook } from './describe-webhook';

const folder = join(__dirname, '../../../../libs/contexts/channels/src/adapters/whatsapp-cloud/fixtures');
const receivedAt = '2026-11-21T09:00:00.000Z';

/** @returns the description of a sample as it is printed, without undefined fields */
function printed(name: string): unknown {
  const file = join(folder, `${name}.json`);
  const lines = describeWebhook('whatsapp-cloud', name, () => readFileSync(file), receivedAt);
  return JSON.parse(JSON.stringify(lines));
}

test('describes a message with its sender, content and time', () => {
  expect(printed('in_text')).toEqual([
    {
      file: 'in_text',
      provider: 'whatsapp-cloud',
      kind: 'message',
      type: 'text',
      externalId: 'wamid.xyzxyz',
      from: '+972987654321',
      profile: { name: 'Test Name', phone: '+972987654321', bsuid: 'US.13491208655302741918' },
      timestamp: '2023-10-11T16:53:43.000Z',
      text: 'Body Text',
    },
  ]);
});

test('describes files, locations, replies and people without a phone number', () => {
  expect(printed('in_document')).toMatchObject([
    {
      type: 'asset',
      text: 'caption',
      assets: [{ fileName: 'filename.pdf', contentType: 'application/pdf' }],
    },
  ]);
  expect(printed('in_location_named')).toMatchObject([
    { type: 'location', location: { latitude: 37.4611978, longitude: -122.2164385, name: 'Facebook HQ' } },
  ]);
  expect(printed('in_reply_context')).toMatchObject([{ text: 'replied text', replyTo: 'wamid.xyzxyz==' }]);
  expect(printed('in_text_bsuid_no_phone')).toMatchObject([{ from: 'US.13491208655302741918' }]);
});

test('describes a status with its reason, and an unsupported payload with the reason', () => {
  expect(printed('status_failed_131047_window')).toMatchObject([
    { kind: 'status', status: 'declined', statusReason: 'outside_window', providerCode: '131047' },
  ]);
  expect(printed('in_unsupported_with_type')).toMatchObject([
    { kind: 'message', type: 'unsupported', rawKind: 'pool', reason: expect.stringContaining('131051') },
  ]);
  expect(printed('in_reaction_removed_absent')).toMatchObject([{ kind: 'reaction', emoji: null }]);
  expect(printed('echo_text')).toMatchObject([{ kind: 'echo', to: '<BSUID>', text: 'Test message' }]);
});

test('describes every sample', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    expect(printed(file.replace('.json', ''))).toEqual([
      expect.objectContaining({ file: expect.any(String) }),
    ]);
  }
});

test.each([
  ['missing.json', 'There is no file missing.json.', () => readFileSync('missing.json')],
  ['.', '. is a folder.', () => readFileSync('.')],
  ['noise.bin', 'It is not JSON.', () => Buffer.from([0, 255, 128, 7])],
  ['empty', 'It is empty.', () => Buffer.alloc(0)],
])('reports %s as unsupported with the reason %s', (file, reason, read) => {
  expect(describeWebhook('whatsapp-cloud', file, read, receivedAt)).toEqual([
    expect.objectContaining({ file, kind: 'unsupported', reason }),
  ]);
});
