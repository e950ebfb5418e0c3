import type { ChannelManifest } from '../manifest';
import { offers } from './offers';

/** A channel without a provider: the page /test-channel acts as the contact's phone. */
export const manifest: ChannelManifest = {
  name: { en: 'Test channel', es: 'Canal de prueba', nl: 'Testkanaal' },
  platforms: offers,
  receives: ['text', 'location', 'reply-to', 'reaction', 'edit', 'deletion', 'delivered', 'read'],
  credentials: [],
  isCheckable: false,
  feed: {
    by: 'webhook',
    registeredBy: 'nobody',
    bodies: ['json'],
    proof: { by: 'sign-in', ability: 'inbox:read' },
  },
  api: { url: null, mediaHosts: [], secretNames: [] },
};
