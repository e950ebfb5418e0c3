import { manifest } from '@parley/contracts/channels/email/manifest';
import type { ProviderAdapter } from '../adapter';
import { check } from './check';
import { parseReceivedMail, threadIn } from './parse-received';
import { send } from './send';
import { find, keepSent } from './sent-folder';

/** A mailbox. Received mails are parsed where they arrive and reach the worker as `ReceivedMail`. */
export const emailAdapter: ProviderAdapter = {
  manifest,
  parse: ({ body }, receivedAt) => parseReceivedMail(body, receivedAt),
  partyOf: (_payload, { body }) => threadIn(body),
  check,
  isChannelBroken: (code) => code === 'auth' || code === 'server',
  send,
  find,
  keepSent,
  fetchMedia: () =>
    Promise.resolve({
      outcome: 'failed',
      reason: 'gone',
      retryable: false,
      detail: 'Files of mails are stored before their message is taken.',
    }),
};
