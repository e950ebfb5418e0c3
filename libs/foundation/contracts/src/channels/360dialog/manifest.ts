import type { ChannelManifest } from '../manifest';
import { offers } from './offers';

/** WhatsApp through 360dialog: the request bodies of Meta's Cloud API with another base URL and key. */
export const manifest: ChannelManifest = {
  name: { en: '360dialog', es: '360dialog', nl: '360dialog' },
  platforms: offers,
  receives: [
    ...(['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts'] as const),
    ...(['reply-to', 'reaction', 'edit', 'deletion', 'echo', 'delivered', 'read'] as const),
  ],
  credentials: [
    {
      key: 'phoneNumberId',
      label: { en: 'Phone number ID', es: 'ID del número de teléfono', nl: 'Telefoonnummer-ID' },
      help: {
        en: 'In the 360dialog Hub, in the details of the number. Not the number itself.',
        es: 'En el Hub de 360dialog, en los detalles del número. No es el número.',
        nl: 'In de 360dialog Hub, bij de gegevens van het nummer. Niet het nummer zelf.',
      },
      format: 'digits',
      mostLength: 32,
      keptAs: 'account',
    },
    {
      key: 'apiKey',
      label: { en: 'API key', es: 'Clave de API', nl: 'API-sleutel' },
      help: {
        en: 'In the 360dialog Hub, under API keys of the number. A new key ends the old one.',
        es: 'En el Hub de 360dialog, en las claves de API del número. Una clave nueva anula la anterior.',
        nl: 'In de 360dialog Hub, bij de API-sleutels van het nummer. Een nieuwe sleutel beëindigt de oude.',
      },
      format: 'token',
      mostLength: 500,
      keptAs: 'secret',
      secretName: 'api-key',
    },
    {
      key: 'webhookToken',
      label: { en: 'Webhook token', es: 'Token del webhook', nl: 'Webhook-token' },
      help: {
        en: 'A word that nobody can guess. We tell it to 360dialog, and its webhooks show it.',
        es: 'Una palabra que nadie puede adivinar. Se la indicamos a 360dialog y sus webhooks la muestran.',
        nl: 'Een woord dat niemand kan raden. Wij geven het door aan 360dialog en de webhooks tonen het.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'webhook-token',
      isOurs: true,
    },
  ],
  isCheckable: true,
  feed: {
    by: 'webhook',
    registeredBy: 'parley',
    bodies: ['json'],
    proof: {
      by: 'signature',
      // 360dialog does not sign webhooks: it repeats the headers that Parley registered with the webhook's URL.
      scheme: 'a header with the token that 360dialog was given',
      header: 'x-parley-webhook-token',
      secretName: 'webhook-token',
    },
  },
  api: { url: 'https://waba-v2.360dialog.io', mediaHosts: [], secretNames: ['api-key'] },
};
