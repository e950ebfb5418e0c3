import type { ChannelManifest } from '../manifest';
import { offers } from './offers';

/** SMS and WhatsApp through Twilio. */
export const manifest: ChannelManifest = {
  name: { en: 'Twilio', es: 'Twilio', nl: 'Twilio' },
  platforms: offers,
  receives: [
    ...(['text', 'image', 'video', 'audio', 'document', 'sticker', 'location'] as const),
    ...(['reply-to', 'delivered', 'read'] as const),
  ],
  credentials: [
    {
      key: 'phoneNumber',
      label: { en: 'Phone number', es: 'Número de teléfono', nl: 'Telefoonnummer' },
      help: {
        en: 'In Twilio’s console, under Phone Numbers. Digits only, with the country code; or a short code.',
        es: 'En la consola de Twilio, en Phone Numbers. Solo dígitos, con el prefijo del país; o un código corto.',
        nl: 'In de console van Twilio, onder Phone Numbers. Alleen cijfers, met landnummer; of een kort nummer.',
      },
      format: 'digits',
      mostLength: 15,
      keptAs: 'account',
      platforms: ['sms'],
    },
    {
      key: 'whatsappSender',
      label: { en: 'WhatsApp sender', es: 'Remitente de WhatsApp', nl: 'WhatsApp-afzender' },
      help: {
        en: 'In Twilio’s console, under WhatsApp senders. Digits only, with the country code.',
        es: 'En la consola de Twilio, en WhatsApp senders. Solo dígitos, con el prefijo del país.',
        nl: 'In de console van Twilio, onder WhatsApp senders. Alleen cijfers, met landnummer.',
      },
      format: 'digits',
      mostLength: 15,
      keptAs: 'account',
      prefix: 'whatsapp:',
      platforms: ['whatsapp'],
    },
    {
      key: 'accountSid',
      label: { en: 'Account SID', es: 'Account SID', nl: 'Account SID' },
      help: {
        en: 'On the first page of Twilio’s console. It begins with AC.',
        es: 'En la primera página de la consola de Twilio. Empieza por AC.',
        nl: 'Op de eerste pagina van de console van Twilio. Het begint met AC.',
      },
      format: 'token',
      mostLength: 34,
      keptAs: 'business',
    },
    {
      key: 'authToken',
      label: { en: 'Auth token', es: 'Auth token', nl: 'Auth token' },
      help: {
        en: 'Below the account SID. Not the secret of an API key: Twilio signs webhooks with the auth token.',
        es: 'Debajo del Account SID. No el secreto de una clave de API: Twilio firma los webhooks con el auth token.',
        nl: 'Onder het account SID. Niet het geheim van een API-sleutel: Twilio ondertekent webhooks met het auth token.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'auth-token',
    },
  ],
  hasSeveralSenders: true,
  isCheckable: true,
  feed: {
    by: 'webhook',
    registeredBy: 'administrator',
    bodies: ['form', 'json'],
    proof: {
      by: 'signature',
      scheme:
        'base64 HMAC-SHA1 of the address and every parameter of the form; JSON by bodySHA256 in the address',
      header: 'x-twilio-signature',
      secretName: 'auth-token',
    },
    answer: { contentType: 'text/xml; charset=utf-8', body: '<Response></Response>' },
  },
  api: {
    url: 'https://api.twilio.com',
    // Twilio's API redirects downloads of files to these hosts.
    mediaHosts: ['.twiliocdn.com', 's3-external-1.amazonaws.com'],
    secretNames: ['auth-token'],
  },
};
