import { manifest } from '@parley/contracts/channels/messagebird/manifest';
import type { ProviderAdapter } from '../adapter';
import { fetchFile } from '../fetch-file';
import { check } from './check';
import { isChannelBroken } from './errors';
import { ask, authorization } from './messagebird-api';
import { parseWebhook, partyOf } from './parse-webhook';
import { send } from './send';
import { isSignedBy } from './signature';

/** SMS and WhatsApp through MessageBird's classic APIs. */
export const messagebirdAdapter: ProviderAdapter = {
  manifest,
  parse: parseWebhook,
  partyOf,
  verify: (request, signingKey) =>
    isSignedBy(signingKey, request, request.headers['messagebird-signature-jwt']),
  check,
  isChannelBroken: (code) =>
    code === 'http_401' || code === 'http_403' || (/^\d+$/.test(code) && isChannelBroken(Number(code))),
  send: (message, connection) => send(message, connection),
  fetchMedia: (asset, connection) =>
    fetchFile(asset, { ask, connection, headers: authorization(connection) }),
};
