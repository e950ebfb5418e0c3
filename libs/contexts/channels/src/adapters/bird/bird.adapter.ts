import { manifest } from '@parley/contracts/channels/bird/manifest';
import type { ProviderAdapter } from '../adapter';
import { fetchFile } from '../fetch-file';
import { ask, authorization } from './bird-api';
import { check } from './check';
import { parseWebhook, partyOf } from './parse-webhook';
import { send } from './send';
import { isSignedBy } from './signature';
import { birdTemplates } from './templates';

/** WhatsApp and SMS through Bird's Channels API. */
export const birdAdapter: ProviderAdapter = {
  manifest,
  parse: ({ body }, receivedAt) => parseWebhook(body, receivedAt),
  partyOf,
  verify: (request, signingKey) => isSignedBy(signingKey, request),
  check,
  isChannelBroken: (code) => ['http_401', 'http_403', 'http_404'].includes(code),
  templates: birdTemplates,
  send: (message, connection) => send(message, connection),
  fetchMedia: (asset, connection) =>
    fetchFile(asset, { ask, connection, headers: authorization(connection) }),
};
