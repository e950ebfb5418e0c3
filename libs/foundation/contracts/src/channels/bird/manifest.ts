import type { ChannelManifest } from '../manifest';
import { offers } from './offers';

/** WhatsApp and SMS through Bird's Channels API. */
export const manifest: ChannelManifest = {
  name: { en: 'Bird', es: 'Bird', nl: 'Bird' },
  platforms: offers,
  receives: [
    ...(['text', 'image', 'video', 'audio', 'document', 'sticker', 'location'] as const),
    ...(['reply-to', 'delivered', 'read'] as const),
  ],
  credentials: [
    {
      key: 'channelId',
      label: { en: 'Channel ID', es: 'ID del canal', nl: 'Kanaal-ID' },
      help: {
        en: 'In Bird, under Channels, in the details of the channel.',
        es: 'En Bird, en Channels, en los detalles del canal.',
        nl: 'In Bird, onder Channels, bij de gegevens van het kanaal.',
      },
      format: 'token',
      mostLength: 64,
      keptAs: 'account',
    },
    {
      key: 'workspaceId',
      label: { en: 'Workspace ID', es: 'ID del espacio de trabajo', nl: 'Werkruimte-ID' },
      help: {
        en: 'In Bird, in the settings of the workspace.',
        es: 'En Bird, en la configuración del espacio de trabajo.',
        nl: 'In Bird, bij de instellingen van de werkruimte.',
      },
      format: 'token',
      mostLength: 64,
      keptAs: 'business',
    },
    {
      key: 'accessKey',
      label: { en: 'Access key', es: 'Clave de acceso', nl: 'Toegangssleutel' },
      help: {
        en: 'In Bird, under Developers, Access keys. It needs a role that may use the channel.',
        es: 'En Bird, en Developers, Access keys. Necesita un rol que pueda usar el canal.',
        nl: 'In Bird, onder Developers, Access keys. De sleutel heeft een rol nodig die het kanaal mag gebruiken.',
      },
      format: 'token',
      mostLength: 500,
      keptAs: 'secret',
      secretName: 'access-key',
    },
    {
      key: 'signingKey',
      label: { en: 'Signing key', es: 'Clave de firma', nl: 'Ondertekeningssleutel' },
      help: {
        en: 'A word of your own. Enter the same one at Bird with each webhook: inbound, outbound and interaction.',
        es: 'Una palabra suya. Indique la misma en Bird en cada webhook: inbound, outbound e interaction.',
        nl: 'Een woord van uzelf. Vul hetzelfde in bij Bird bij elke webhook: inbound, outbound en interaction.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'signing-key',
      isOurs: true,
    },
  ],
  hasSeveralSenders: true,
  isCheckable: true,
  feed: {
    by: 'webhook',
    registeredBy: 'administrator',
    bodies: ['json'],
    proof: {
      by: 'signature',
      scheme: 'base64 HMAC-SHA256 of the time of the request, the address and the SHA-256 of the body',
      header: 'messagebird-signature',
      secretName: 'signing-key',
    },
  },
  api: {
    url: 'https://api.bird.com',
    // Files are in Bird's storage: its API redirects downloads there, and Parley uploads files there.
    mediaHosts: [
      'media.api.bird.com',
      '.s3.eu-west-1.amazonaws.com',
      '.s3.us-east-1.amazonaws.com',
      '.s3.us-west-1.amazonaws.com',
    ],
    secretNames: ['access-key'],
  },
};
