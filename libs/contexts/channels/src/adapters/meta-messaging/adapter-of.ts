import type { ProviderAdapter } from '../adapter';
import { answerToChallenge, isSignedBy } from '../whatsapp-cloud/signature';
import type { Surface } from './account';
import { check, profileOf } from './check';
import { isChannelBroken } from './errors';
import { fetchMedia } from './media';
import { parseWebhook } from './parse-webhook';
import { partyOf } from './party';
import { pictureOf } from './picture';
import { send } from './send';

/** Builds the adapter of Messenger or of Instagram. */
export function adapterOf(surface: Surface): ProviderAdapter {
  return {
    manifest: surface.manifest,
    parse: ({ body }, receivedAt) => parseWebhook(surface.platform, body, receivedAt),
    partyOf,
    verify: ({ body, headers }, secret) => isSignedBy(secret, body, headers['x-hub-signature-256']),
    handshake(query, verifyToken) {
      const body = answerToChallenge(query, verifyToken);
      return body === null ? null : { contentType: 'text/plain; charset=utf-8', body };
    },
    check: (connection) => check(surface, connection),
    isChannelBroken,
    profileOf: (person, connection) => profileOf(surface, person, connection),
    pictureOf: (person, connection, mostBytes) => pictureOf(surface, person, connection, mostBytes),
    send: (message, connection) => send(surface, message, connection),
    fetchMedia: (asset, connection) => fetchMedia(surface, asset, connection),
  };
}
