import type { Feed } from './manifest';

/** How webhooks of Meta come, whichever of its platforms they are of: signed by the secret of the app. */
export const metaFeed: Feed = {
  by: 'webhook',
  registeredBy: 'administrator',
  bodies: ['json'],
  proof: {
    by: 'signature',
    scheme: 'sha256= and the hexadecimal HMAC-SHA256 of the body',
    header: 'x-hub-signature-256',
    secretName: 'app-secret',
  },
  handshake: { secretName: 'verify-token' },
};
