import type { ChannelManifest } from '../manifest';
import { offers } from './offers';

/** SMS and WhatsApp through MessageBird's classic APIs. Accounts that moved to Bird use the provider `bird`. */
export const manifest: ChannelManifest = {
  name: { en: 'MessageBird', es: 'MessageBird', nl: 'MessageBird' },
  platforms: offers,
  receives: [
    ...(['text', 'image', 'video', 'audio', 'document', 'sticker', 'location'] as const),
    ...(['reply-to', 'delivered', 'read'] as const),
  ],
  credentials: [
    {
      key: 'originator',
      label: { en: 'Virtual number', es: 'Número virtual', nl: 'Virtueel nummer' },
      help: {
        en: 'In MessageBird’s dashboard, under Numbers. Digits only, with the country code; or a short code.',
        es: 'En el panel de MessageBird, en Numbers. Solo dígitos, con el prefijo del país; o un código corto.',
        nl: 'In het dashboard van MessageBird, onder Numbers. Alleen cijfers, met landnummer; of een kort nummer.',
      },
      format: 'digits',
      mostLength: 17,
      keptAs: 'account',
      platforms: ['sms'],
    },
    {
      key: 'channelId',
      label: { en: 'Channel ID', es: 'ID del canal', nl: 'Kanaal-ID' },
      help: {
        en: 'In MessageBird’s dashboard, under Channels, WhatsApp.',
        es: 'En el panel de MessageBird, en Channels, WhatsApp.',
        nl: 'In het dashboard van MessageBird, onder Channels, WhatsApp.',
      },
      format: 'token',
      mostLength: 64,
      keptAs: 'account',
      platforms: ['whatsapp'],
    },
    {
      key: 'templateNamespace',
      label: {
        en: 'Template namespace',
        es: 'Espacio de nombres de plantillas',
        nl: 'Naamruimte van sjablonen',
      },
      help: {
        en: 'In WhatsApp Manager, under message templates. Templates are sent with it.',
        es: 'En el Administrador de WhatsApp, en las plantillas de mensajes. Las plantillas se envían con él.',
        nl: 'In WhatsApp-beheer, bij de berichtsjablonen. Sjablonen worden ermee verstuurd.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'business',
      platforms: ['whatsapp'],
    },
    {
      key: 'accessKey',
      label: { en: 'Access key', es: 'Clave de acceso', nl: 'Toegangssleutel' },
      help: {
        en: 'In MessageBird’s dashboard, under Developers, API access. A live key.',
        es: 'En el panel de MessageBird, en Developers, API access. Una clave live.',
        nl: 'In het dashboard van MessageBird, onder Developers, API access. Een live-sleutel.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'access-key',
    },
    {
      key: 'signingKey',
      label: { en: 'Signing key', es: 'Clave de firma', nl: 'Ondertekeningssleutel' },
      help: {
        en: 'On the same page, below the access keys. It proves that webhooks come from MessageBird.',
        es: 'En la misma página, debajo de las claves de acceso. Prueba que los webhooks vienen de MessageBird.',
        nl: 'Op dezelfde pagina, onder de toegangssleutels. Het bewijst dat webhooks van MessageBird komen.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'signing-key',
    },
  ],
  isCheckable: true,
  feed: {
    by: 'webhook',
    registeredBy: 'administrator',
    bodies: ['form', 'json'],
    isGetToo: true,
    proof: {
      by: 'signature',
      scheme: 'JWT by HMAC-SHA256, -384 or -512, with the SHA-256 of the address and of the body',
      header: 'messagebird-signature-jwt',
      secretName: 'signing-key',
    },
    answer: { contentType: 'text/plain', body: 'OK' },
  },
  api: {
    url: 'https://rest.messagebird.com',
    // Conversations and files have separate APIs, which also host contacts' files.
    mediaHosts: ['conversations.messagebird.com', 'messaging.messagebird.com', 'media.messagebird.com'],
    secretNames: ['access-key'],
  },
};
