import { CodedError } from '@parley/contracts/api/coded-error';
import { manifest } from '@parley/contracts/channels/test/manifest';
import type { ProviderAdapter } from '../adapter';
import { answerTo, BROKEN } from './magic-text';
import { hasInvalidPhone, parseTestWebhook } from './parse-test-webhook';
import { testTemplates } from './templates';

/** A channel without a provider: the phone on the page /test-channel is the other side. */
export const testAdapter: ProviderAdapter = {
  manifest,
  parse: ({ body }, receivedAt) => parseTestWebhook(body, receivedAt),
  requireSound({ body }) {
    if (hasInvalidPhone(body)) throw new CodedError('phone_invalid');
  },
  // One phone plays them all, one thing after the other.
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
