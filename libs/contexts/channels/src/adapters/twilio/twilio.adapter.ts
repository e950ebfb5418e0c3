import { manifest } from '@parley/contracts/channels/twilio/manifest';
import type { ProviderAdapter } from '../adapter';
import { fetchFile } from '../fetch-file';
import { check } from './check';
import { isChannelBroken } from './errors';
import { parseWebhook, partyOf } from './parse-webhook';
import { send } from './send';
import { isSignedBy } from './signature';
import { ask, basicAuth } from './twilio-api';

export const twilioAdapter: ProviderAdapter = {
  manifest,
  parse: parseWebhook,
  partyOf,
  verify: (request, authToken) => isSignedBy(authToken, request, request.headers['x-twilio-signature']),
  check,
  isChannelBroken: (code) =>
    code === 'http_401' || code === 'http_403' || (/^\d+$/.test(code) && isChannelBroken(Number(code))),
  send: (message, connection) => send(message, connection),
  fetchMedia: (asset, connection) => fetchFile(asset, { ask, connection, headers: basicAuth(connection) }),
};
