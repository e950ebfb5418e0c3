import { testExternalId } from '@parley/contracts/api/test-channel';
import type { ProviderAdapter } from '../adapter';
import { parseTestWebhook } from './parse-test-webhook';

/** A channel without a provider: the phone on the page /test-channel is the other side. */
export const testAdapter: ProviderAdapter = {
  provider: 'test',
  parse: parseTestWebhook,
  // One phone plays them all, one thing after the other.
  partyOf: () => undefined,
  send: ({ messageId }) => Promise.resolve({ outcome: 'sent', externalId: testExternalId(messageId) }),
  fetchMedia: () =>
    Promise.resolve({
      outcome: 'failed',
      reason: 'gone',
      retryable: false,
      detail: 'The test channel carries no files from the contact.',
    }),
};
