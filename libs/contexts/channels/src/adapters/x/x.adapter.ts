import { manifest } from '@parley/contracts/channels/x/manifest';
import type { ProviderAdapter } from '../adapter';
import { check } from './check';
import { isChannelBroken } from './errors';
import { fetchMedia } from './media';
import { parseWebhook } from './parse-webhook';
import { partyOf } from './party';
import { send } from './send';
import { answerToCrc, isSignedBy } from './signature';

export const xAdapter: ProviderAdapter = {
  manifest,
  parse: ({ body }, receivedAt) => parseWebhook(body, receivedAt),
  partyOf,
  verify: ({ body, headers }, secret) => isSignedBy(secret, body, headers['x-twitter-webhooks-signature']),
  handshake: (query, secret) => answerToCrc(query, secret),
  check,
  isChannelBroken,
  send: (message, connection) => send(message, connection),
  fetchMedia: (asset, connection) => fetchMedia(asset, connection),
};
