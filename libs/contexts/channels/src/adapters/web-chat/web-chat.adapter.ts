import { manifest } from '@parley/contracts/channels/web-chat/manifest';
import type { ProviderAdapter } from '../adapter';
import { parseWebChatWebhook, visitorIn } from './parse-webhook';

/** Parley's own web chat: visitors write and read their conversation through the server's API for visitors. */
export const webChatAdapter: ProviderAdapter = {
  manifest,
  parse: ({ body }, receivedAt) => parseWebChatWebhook(body, receivedAt),
  partyOf: (_payload, { body }) => visitorIn(body),
  // Visitors read the conversation itself, so a recorded message has already reached them.
  send: ({ messageId }) => Promise.resolve({ outcome: 'sent', externalId: messageId }),
  fetchMedia: () =>
    Promise.resolve({
      outcome: 'failed',
      reason: 'gone',
      retryable: false,
      detail: 'Files of visitors are stored before their message is taken.',
    }),
};
