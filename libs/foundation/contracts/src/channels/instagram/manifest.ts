import type { ChannelManifest } from '../manifest';
import { metaFeed } from '../meta-feed';
import { offers } from './offers';

/** Instagram, through a professional account that is linked to a Facebook page. */
export const manifest: ChannelManifest = {
  name: { en: 'Instagram', es: 'Instagram', nl: 'Instagram' },
  platforms: offers,
  receives: [
    ...(['text', 'image', 'video', 'audio', 'document', 'reply-to'] as const),
    ...(['reaction', 'edit', 'deletion', 'echo', 'delivered', 'read'] as const),
  ],
  credentials: [
    {
      key: 'accountId',
      label: { en: 'Instagram account ID', es: 'ID de la cuenta de Instagram', nl: 'Instagram-account-ID' },
      help: {
        en: 'Of the professional account, in Meta Business Suite under Accounts, Instagram accounts. Not its name.',
        es: 'De la cuenta profesional, en Meta Business Suite, en Cuentas, Cuentas de Instagram. No es su nombre.',
        nl: 'Van het professionele account, in Meta Business Suite onder Accounts, Instagram-accounts. Niet de naam.',
      },
      format: 'digits',
      mostLength: 32,
      keptAs: 'account',
    },
    {
      key: 'accessToken',
      label: { en: 'Page access token', es: 'Token de acceso de la página', nl: 'Paginatoegangstoken' },
      help: {
        en: 'Of the page that the account is linked to, with instagram_manage_messages. One that does not expire is best.',
        es: 'De la página vinculada a la cuenta, con instagram_manage_messages. Mejor uno que no caduque.',
        nl: 'Van de pagina waaraan het account is gekoppeld, met instagram_manage_messages. Liefst een die niet verloopt.',
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
        en: 'A word of your own. Enter the same one at Meta, with the webhook’s address, and subscribe the page to messages, message_edit, message_reactions, messaging_postbacks, messaging_seen, standby.',
        es: 'Una palabra suya. Indique la misma en Meta, con la dirección del webhook, y suscriba la página a messages, message_edit, message_reactions, messaging_postbacks, messaging_seen, standby.',
        nl: 'Een woord van uzelf. Vul hetzelfde in bij Meta, met het adres van de webhook, en abonneer de pagina op messages, message_edit, message_reactions, messaging_postbacks, messaging_seen, standby.',
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
    mediaHosts: ['lookaside.fbsbx.com', 'platform-lookaside.fbsbx.com', '.fbcdn.net', '.cdninstagram.com'],
    // The app secret signs requests with the access token.
    secretNames: ['access-token', 'app-secret'],
  },
};
