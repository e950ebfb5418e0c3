import type { ChannelManifest } from '../manifest';
import { metaFeed } from '../meta-feed';
import { offers } from './offers';

/** WhatsApp through Meta's Cloud API. */
export const manifest: ChannelManifest = {
  name: { en: 'WhatsApp', es: 'WhatsApp', nl: 'WhatsApp' },
  platforms: offers,
  receives: [
    ...(['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts'] as const),
    ...(['reply-to', 'reaction', 'edit', 'deletion', 'echo', 'delivered', 'read'] as const),
  ],
  credentials: [
    {
      key: 'phoneNumberId',
      label: {
        en: 'Phone number ID',
        es: 'ID del número de teléfono',
        nl: 'Telefoonnummer-ID',
      },
      help: {
        en: 'In Meta’s app dashboard, under WhatsApp, API setup. Not the number itself.',
        es: 'En el panel de la aplicación de Meta, en WhatsApp, Configuración de la API. No es el número.',
        nl: 'In het app-dashboard van Meta, onder WhatsApp, API-instellingen. Niet het nummer zelf.',
      },
      format: 'digits',
      mostLength: 32,
      keptAs: 'account',
    },
    {
      key: 'businessAccountId',
      label: {
        en: 'WhatsApp Business Account ID',
        es: 'ID de la cuenta de WhatsApp Business',
        nl: 'WhatsApp Business-account-ID',
      },
      help: {
        en: 'On the same page, below the phone number ID.',
        es: 'En la misma página, debajo del ID del número.',
        nl: 'Op dezelfde pagina, onder het telefoonnummer-ID.',
      },
      format: 'digits',
      mostLength: 32,
      keptAs: 'business',
    },
    {
      key: 'accessToken',
      label: { en: 'Access token', es: 'Token de acceso', nl: 'Toegangstoken' },
      help: {
        en: 'Of a system user, with whatsapp_business_messaging and whatsapp_business_management. One that does not expire is best.',
        es: 'De un usuario del sistema, con whatsapp_business_messaging y whatsapp_business_management. Mejor uno que no caduque.',
        nl: 'Van een systeemgebruiker, met whatsapp_business_messaging en whatsapp_business_management. Liefst een die niet verloopt.',
      },
      format: 'token',
      mostLength: 2000,
      keptAs: 'secret',
      secretName: 'access-token',
    },
    {
      key: 'appSecret',
      label: { en: 'App secret', es: 'Clave secreta de la aplicación', nl: 'Appgeheim' },
      help: {
        en: 'In the app’s basic settings. It proves that messages come from Meta.',
        es: 'En la configuración básica de la aplicación. Prueba que los mensajes vienen de Meta.',
        nl: 'In de basisinstellingen van de app. Het bewijst dat berichten van Meta komen.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'app-secret',
    },
    {
      key: 'verifyToken',
      label: { en: 'Verify token', es: 'Token de verificación', nl: 'Verificatietoken' },
      help: {
        en: 'A word of your own. Enter the same one at Meta when you set the webhook’s address.',
        es: 'Una palabra suya. Indique la misma en Meta al configurar la dirección del webhook.',
        nl: 'Een woord van uzelf. Vul hetzelfde in bij Meta als u het adres van de webhook instelt.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'verify-token',
      isOurs: true,
    },
  ],
  hasSeveralSenders: true,
  isCheckable: true,
  feed: metaFeed,
  api: {
    url: 'https://graph.facebook.com',
    mediaHosts: ['lookaside.fbsbx.com', '.whatsapp.net', '.fbcdn.net'],
    secretNames: ['access-token'],
  },
};
