import { manifest } from '@parley/contracts/channels/apple-messages/manifest';
import type { ProviderAdapter } from '../adapter';
import { identifier, record } from '../json';
import { isChannelBroken } from './errors';
import { fetchMedia } from './media';
import { parseMessage } from './parse-message';
import { send } from './send';
import { isSignedBy } from './token';

export const appleMessagesAdapter: ProviderAdapter = {
  manifest,
  parse: parseMessage,
  partyOf: (payload, { headers }) => headers['source-id'] ?? identifier(record(payload).sourceId),
  verify: ({ headers }, secret) => isSignedBy(secret, headers.authorization),
  isChannelBroken,
  send: (message, connection) => send(message, connection),
  fetchMedia: (asset, connection) => fetchMedia(asset, connection),
};
