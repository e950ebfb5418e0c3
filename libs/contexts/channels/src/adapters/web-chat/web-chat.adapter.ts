import { manifest } from '@parley/contracts/channels/web-chat/manifest';
import type { ProviderAdapter } from '../adapter';
import { parseWebChatWebhook, visitorIn } from './parse-webhook';

/** A chat of our own: visitors write through the server's door for them, and read their thread there. */
export const webChatAdapter: ProviderAdapter = {
  manifest,
  parse: ({ body }, receivedAt) => parseWebChatWebhook(body, receivedAt),
  partyOf: (_payload, { body }) => visitorIn(body),
  // The thread is what the visitor reads: once the send is recorded, it is in it.
  send: ({ messageId }) => Promise.resolve({ outcome: 'sent', externalId: messageId }),
  fetchMedia: () =>
    Promise.resolve({
      outcome: 'failed',
      reason: 'gone',
      retryable: false,
      detail: 'Files of visitors are stored before their message is taken.',
    }),
};
