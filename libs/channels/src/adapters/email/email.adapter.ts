import { manifest } from '@parley/contracts/channels/email/manifest';
import type { ProviderAdapter } from '../adapter';
import { parseReceivedMail, threadIn } from './parse-received';

/** A mailbox. What comes is read where it comes, and told to the worker as `ReceivedMail`. */
export const emailAdapter: ProviderAdapter = {
  manifest,
  parse: ({ body }, receivedAt) => parseReceivedMail(body, receivedAt),
  partyOf: (_payload, { body }) => threadIn(body),
  check: () => Promise.resolve({ outcome: 'refused', code: 'provider_unavailable' }),
  send: () =>
    Promise.resolve({ outcome: 'declined', reason: 'delivery_failure', detail: 'E-mail is not sent yet.' }),
  fetchMedia: () =>
    Promise.resolve({
      outcome: 'failed',
      reason: 'gone',
      retryable: false,
      detail: 'Files of mails are stored before their message is taken.',
    }),
};
