import { manifest } from '@parley/contracts/channels/whatsapp-cloud/manifest';
import type { ProviderAdapter } from '../adapter';
import { check } from './check';
import { isChannelBroken } from './errors';
import { fetchMedia } from './media';
import { parseWebhook, partyOf } from './parse-webhook';
import { send } from './send';
import { answerToChallenge, isSignedBy } from './signature';
import { cloudTemplates } from './templates';

export const whatsappCloudAdapter: ProviderAdapter = {
  manifest,
  parse: ({ body }, receivedAt) => parseWebhook(body, receivedAt),
  partyOf,
  verify: ({ body, headers }, secret) => isSignedBy(secret, body, headers['x-hub-signature-256']),
  handshake(query, verifyToken) {
    const body = answerToChallenge(query, verifyToken);
    return body === null ? null : { contentType: 'text/plain; charset=utf-8', body };
  },
  check,
  isChannelBroken: (code) => /^\d+$/.test(code) && isChannelBroken(Number(code)),
  templates: cloudTemplates,
  send: (message, connection) => send(message, connection),
  fetchMedia: (asset, connection) => fetchMedia(asset, connection),
};
