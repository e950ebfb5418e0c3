import type { ProviderAdapter } from '../adapter';
import { check } from './check';
import { isChannelBroken } from './errors';
import { fetchMedia } from './media';
import { parseWebhook } from './parse-webhook';
import { partyOf } from './party';
import { send } from './send';
import { isSignedBy } from './signature';

/** WhatsApp, as Meta's Cloud API carries it. */
export const whatsappCloudAdapter: ProviderAdapter = {
  provider: 'whatsapp-cloud',
  parse: parseWebhook,
  partyOf,
  verify(body, headers, secret) {
    const signature = headers['x-hub-signature-256'];
    return isSignedBy(secret, body, typeof signature === 'string' ? signature : undefined);
  },
  check,
  isChannelBroken: (code) => /^\d+$/.test(code) && isChannelBroken(Number(code)),
  send: (message, connection) => send(message, connection),
  fetchMedia: (asset, connection) => fetchMedia(asset, connection),
};
