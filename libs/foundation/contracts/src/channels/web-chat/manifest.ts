import type { ChannelManifest } from '../manifest';
import { offers } from './offers';

/** Name of the encrypted secret with which a site signs its visitors' tokens. */
export const SIGN_IN_SECRET = 'sign-in-secret';

/** Parley's own chat on the organisation's site; `apps/widget` is the client there. */
export const manifest: ChannelManifest = {
  name: { en: 'Web chat', es: 'Chat web', nl: 'Webchat' },
  platforms: offers,
  receives: ['text', 'image', 'video', 'audio', 'document', 'delivered', 'read', 'typing'],
  credentials: [
    {
      key: 'signInSecret',
      label: { en: 'Sign-in secret', es: 'Secreto de inicio de sesión', nl: 'Aanmeldgeheim' },
      help: {
        en: 'Your site signs with it who its visitor is. Parley chooses it.',
        es: 'Su sitio firma con él quién es su visitante. Parley lo elige.',
        nl: 'Uw site ondertekent hiermee wie de bezoeker is. Parley kiest het.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: SIGN_IN_SECRET,
      isOurs: true,
    },
  ],
  isCheckable: false,
  feed: { by: 'socket' },
  api: { url: null, mediaHosts: [], secretNames: [] },
};
