import type { RecordedEvent } from '@parley/contracts/events';
import { loadConfig } from '@parley/platform/config/config';
import { CapturedMailer } from '@parley/testing/mail/captured-mailer';
import { twoAdministrators } from '../testing/two-administrators';
import { WebhookMailReaction } from './webhook-mail.reaction';

const webhookId = '0c0ffee0-0000-4000-8000-000000000009';
const url = 'https://crm.example/hooks?token=abc';
const switchedOff = {
  ...{ id: '0c0ffee0-0000-4000-8000-000000000008', stream: `webhook-${webhookId}`, customerId: 'harbour' },
  time: new Date().toISOString(),
  ...{ type: 'WebhookSwitchedOff', data: { cause: 'failures', url } },
} as RecordedEvent;

let mailer: CapturedMailer;
let reaction: WebhookMailReaction;

beforeEach(() => {
  mailer = new CapturedMailer();
  const config = loadConfig({ PUBLIC_URL: 'https://parley.example' });
  reaction = new WebhookMailReaction(twoAdministrators(mailer), config);
});

it('mails each administrator, in their language, that a webhook was switched off, with a link to the webhook', async () => {
  await reaction.react(switchedOff);
  expect(mailer.sent.map(({ to, subject }) => [to.address, subject])).toEqual([
    ['ingrid@harbour.example', 'De webhook naar crm.example is uitgezet'],
    ['mateo@harbour.example', 'The webhook to crm.example was switched off'],
  ]);
  expect(mailer.sent[1]!.text).toContain(`https://parley.example/settings/developers/webhooks/${webhookId}`);
  expect(mailer.sent[1]!.text).not.toContain('token');
});

it('mails nothing about an event that is days old', async () => {
  await reaction.react({ ...switchedOff, time: new Date(Date.now() - 4 * 24 * 60 * 60_000).toISOString() });
  expect(mailer.sent).toEqual([]);
});
