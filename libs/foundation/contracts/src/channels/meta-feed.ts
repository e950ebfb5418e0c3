import type { Feed } from './manifest';

/** Webhooks of all platforms of Meta, signed with the app secret. */
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
