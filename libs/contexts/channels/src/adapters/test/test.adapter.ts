import { CodedError } from '@parley/contracts/api/coded-error';
import { manifest } from '@parley/contracts/channels/test/manifest';
import type { ProviderAdapter } from '../adapter';
import { answerTo, BROKEN } from './magic-text';
import { hasInvalidPhone, parseTestWebhook } from './parse-test-webhook';
import { testTemplates } from './templates';

/** A channel without a provider: the phone page at /test-channel plays the contacts. */
export const testAdapter: ProviderAdapter = {
  manifest,
  parse: ({ body }, receivedAt) => parseTestWebhook(body, receivedAt),
  requireSound({ body }) {
    if (hasInvalidPhone(body)) throw new CodedError('phone_invalid');
  },
  // The phone page plays all contacts and posts one event after the other, so no key is needed to keep events in
  // order.
  partyOf: () => undefined,
  templates: testTemplates,
  send: ({ messageId, content }) => {
    const written = content.type === 'text' ? content.text : '';
    return Promise.resolve(answerTo(written, messageId, Date.now()));
  },
  isChannelBroken: (code) => code === BROKEN,
  fetchMedia: () =>
    Promise.resolve({
      outcome: 'failed',
      reason: 'gone',
      retryable: false,
      detail: 'The test channel carries no files from the contact.',
    }),
};
