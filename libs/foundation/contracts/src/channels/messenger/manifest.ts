import type { ChannelManifest } from '../manifest';
import { metaFeed } from '../meta-feed';
import { offers } from './offers';

/** Messenger, through a Facebook page. */
export const manifest: ChannelManifest = {
  name: { en: 'Messenger', es: 'Messenger', nl: 'Messenger' },
  platforms: offers,
  receives: [
    ...(['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'reply-to'] as const),
    ...(['reaction', 'edit', 'deletion', 'echo', 'delivered', 'read'] as const),
  ],
  credentials: [
    {
      key: 'pageId',
      label: { en: 'Page ID', es: 'ID de la página', nl: 'Pagina-ID' },
      help: {
        en: 'On the page, under About, Page transparency.',
        es: 'En la página, en Información, Transparencia de la página.',
        nl: 'Op de pagina, onder Info, Paginatransparantie.',
      },
      format: 'digits',
      mostLength: 32,
      keptAs: 'account',
    },
    {
      key: 'accessToken',
      label: { en: 'Page access token', es: 'Token de acceso de la página', nl: 'Paginatoegangstoken' },
      help: {
        en: 'Of a system user or the page, with pages_messaging. One that does not expire is best.',
        es: 'De un usuario del sistema o de la página, con pages_messaging. Mejor uno que no caduque.',
        nl: 'Van een systeemgebruiker of de pagina, met pages_messaging. Liefst een die niet verloopt.',
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
        en: 'A word of your own. Enter the same one at Meta, with the webhook’s address, and subscribe the page to messages, message_echoes, message_edits, message_deliveries, message_reads, message_reactions, messaging_postbacks, standby.',
        es: 'Una palabra suya. Indique la misma en Meta, con la dirección del webhook, y suscriba la página a messages, message_echoes, message_edits, message_deliveries, message_reads, message_reactions, messaging_postbacks, standby.',
        nl: 'Een woord van uzelf. Vul hetzelfde in bij Meta, met het adres van de webhook, en abonneer de pagina op messages, message_echoes, message_edits, message_deliveries, message_reads, message_reactions, messaging_postbacks, standby.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'verify-token',
      isOurs: true,
    },
  ],
  isCheckable: true,
  feed: metaFeed,
  api: {
    url: 'https://graph.facebook.com',
    mediaHosts: ['lookaside.fbsbx.com', 'platform-lookaside.fbsbx.com', 'cdn.fbsbx.com', '.fbcdn.net'],
    // The app secret signs requests with the access token.
    secretNames: ['access-token', 'app-secret'],
  },
};
