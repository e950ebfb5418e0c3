import type { ChannelManifest } from '../manifest';
import { offers } from './offers';

/** Apple Messages for Business, with Parley as the messaging service provider. */
export const manifest: ChannelManifest = {
  name: { en: 'Apple Messages', es: 'Mensajes de Apple', nl: 'Apple Berichten' },
  platforms: offers,
  receives: ['text', 'image', 'video', 'audio', 'document'],
  credentials: [
    {
      key: 'businessId',
      label: { en: 'Business ID', es: 'ID de la empresa', nl: 'Bedrijfs-ID' },
      help: {
        en: 'In Apple Business Register, of the account that is connected to your provider.',
        es: 'En Apple Business Register, de la cuenta conectada a su proveedor.',
        nl: 'In Apple Business Register, van het account dat aan uw provider is gekoppeld.',
      },
      format: 'token',
      mostLength: 100,
      keptAs: 'account',
    },
    {
      key: 'cspId',
      label: { en: 'CSP ID', es: 'ID de CSP', nl: 'CSP-ID' },
      help: {
        en: 'Of your messaging service provider, under API settings.',
        es: 'De su proveedor de mensajería, en la configuración de la API.',
        nl: 'Van uw berichtenprovider, onder API-instellingen.',
      },
      format: 'token',
      mostLength: 100,
      keptAs: 'business',
    },
    {
      key: 'secret',
      label: { en: 'API secret', es: 'Secreto de la API', nl: 'API-geheim' },
      help: {
        en: 'Beside the CSP ID. It also proves that messages come from Apple.',
        es: 'Junto al ID de CSP. También prueba que los mensajes vienen de Apple.',
        nl: 'Naast het CSP-ID. Het bewijst ook dat berichten van Apple komen.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'csp-secret',
    },
  ],
  // Apple has no request that works without a conversation.
  isCheckable: false,
  feed: {
    by: 'webhook',
    registeredBy: 'administrator',
    bodies: ['json'],
    mayBeCompressed: true,
    proof: {
      by: 'signature',
      scheme: 'Bearer and a JWT with HS256, whose key is the secret, base64-decoded',
      header: 'authorization',
      secretName: 'csp-secret',
    },
    keptHeaders: ['id', 'source-id', 'destination-id'],
  },
  api: {
    url: 'https://mspgw.push.apple.com',
    mediaHosts: ['.icloud-content.com', '.icloud.com'],
    secretNames: ['csp-secret'],
  },
};
