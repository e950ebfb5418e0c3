import type { WebhookEvent } from '../webhook.events';
import type { ExamplesOf } from './examples-of';

const details = {
  url: 'https://crm.example/hooks/parley',
  events: ['chat::assigned', 'message::received'],
  version: 1,
  payload: 'full' as const,
  headerNames: ['Authorization'],
  headersFingerprint: '3f9a0c12',
};

export const webhookExamples: ExamplesOf<WebhookEvent> = {
  WebhookCreated: [
    { ...details, hint: 'x7Qa' },
    { ...details, payload: 'thin', headerNames: [], headersFingerprint: '', hint: 'x7Qa' },
  ],
  WebhookChanged: [{ ...details, events: ['chat::assigned'] }],
  WebhookRotated: [{ hint: 'k2/B', previousUntil: '2026-11-24T09:00:00.000Z' }],
  WebhookPaused: [{}],
  WebhookSwitchedOff: [
    { cause: 'failures', url: details.url },
    { cause: 'gone', url: details.url },
  ],
  WebhookResumed: [{ isSkipping: false }, { isSkipping: true }],
  WebhookRemoved: [{}],
};
