import type { RecordedEvent } from '@parley/contracts/events';
import { loadConfig } from '@parley/platform/config/config';
import { CapturedMailer } from '@parley/testing/mail/captured-mailer';
import { twoAdministrators } from '../testing/two-administrators';
import { MailboxMailReaction } from './mailbox-mail.reaction';

const channelId = '0c0ffee0-0000-4000-8000-000000000009';
const stopped = {
  ...{ id: '0c0ffee0-0000-4000-8000-000000000008', stream: `channel-${channelId}`, customerId: 'harbour' },
  time: new Date().toISOString(),
  ...{ type: 'ChannelReadingStopped', data: { cause: 'auth', detail: 'No', name: 'Support' } },
} as RecordedEvent;

let mailer: CapturedMailer;
let reaction: MailboxMailReaction;

beforeEach(() => {
  mailer = new CapturedMailer();
  const config = loadConfig({ PUBLIC_URL: 'https://parley.example' });
  reaction = new MailboxMailReaction(twoAdministrators(mailer), config);
});

it('mails each administrator, in their language, that a mailbox is not being read, with a link to the mailbox', async () => {
  await reaction.react(stopped);
  expect(mailer.sent.map(({ to, subject }) => [to.address, subject])).toEqual([
    ['ingrid@harbour.example', 'Support krijgt geen e-mail meer'],
    ['mateo@harbour.example', 'Support gets no e-mail any more'],
  ]);
  expect(mailer.sent[1]!.text).toContain(`https://parley.example/settings/channels/${channelId}`);
});

it('mails nothing about an event that is days old', async () => {
  await reaction.react({ ...stopped, time: new Date(Date.now() - 4 * 24 * 60 * 60_000).toISOString() });
  expect(mailer.sent).toEqual([]);
});
