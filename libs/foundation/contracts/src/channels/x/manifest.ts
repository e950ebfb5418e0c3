import type { ChannelManifest } from '../manifest';
import { offers } from './offers';

/** Direct messages of X. */
export const manifest: ChannelManifest = {
  name: { en: 'X', es: 'X', nl: 'X' },
  platforms: offers,
  receives: ['text', 'image', 'video', 'echo', 'read'],
  credentials: [
    {
      key: 'userId',
      label: { en: 'Account ID', es: 'ID de la cuenta', nl: 'Account-ID' },
      help: {
        en: 'The number of the account, not its @name.',
        es: 'El número de la cuenta, no su @nombre.',
        nl: 'Het nummer van het account, niet de @naam.',
      },
      format: 'digits',
      mostLength: 32,
      keptAs: 'account',
    },
    {
      key: 'consumerKey',
      label: { en: 'API key', es: 'Clave de API', nl: 'API-sleutel' },
      help: {
        en: 'In the developer portal, under the app’s keys and tokens, OAuth 1.0a.',
        es: 'En el portal de desarrolladores, en las claves y tokens de la aplicación, OAuth 1.0a.',
        nl: 'In het ontwikkelaarsportaal, onder de sleutels en tokens van de app, OAuth 1.0a.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'consumer-key',
    },
    {
      key: 'consumerSecret',
      label: { en: 'API key secret', es: 'Secreto de la clave de API', nl: 'Geheim van de API-sleutel' },
      help: {
        en: 'Beside the API key. It also proves that messages come from X.',
        es: 'Junto a la clave de API. También prueba que los mensajes vienen de X.',
        nl: 'Naast de API-sleutel. Het bewijst ook dat berichten van X komen.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'consumer-secret',
    },
    {
      key: 'accessToken',
      label: { en: 'Access token', es: 'Token de acceso', nl: 'Toegangstoken' },
      help: {
        en: 'In the same place, for the account itself, with permission to read and write direct messages.',
        es: 'En el mismo lugar, para la propia cuenta, con permiso para leer y escribir mensajes directos.',
        nl: 'Op dezelfde plaats, voor het account zelf, met toestemming om directe berichten te lezen en te schrijven.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'access-token',
    },
    {
      key: 'accessTokenSecret',
      label: {
        en: 'Access token secret',
        es: 'Secreto del token de acceso',
        nl: 'Geheim van het toegangstoken',
      },
      help: {
        en: 'Beside the access token.',
        es: 'Junto al token de acceso.',
        nl: 'Naast het toegangstoken.',
      },
      format: 'token',
      mostLength: 200,
      keptAs: 'secret',
      secretName: 'access-token-secret',
    },
  ],
  isCheckable: true,
  feed: {
    by: 'webhook',
    registeredBy: 'administrator',
    bodies: ['json'],
    proof: {
      by: 'signature',
      scheme: 'sha256= and the base64 HMAC-SHA256 of the body',
      header: 'x-twitter-webhooks-signature',
      secretName: 'consumer-secret',
    },
    handshake: { secretName: 'consumer-secret' },
  },
  api: {
    url: 'https://api.x.com',
    mediaHosts: ['ton.x.com', 'ton.twitter.com', 'pbs.twimg.com', 'video.twimg.com'],
    secretNames: ['consumer-key', 'consumer-secret', 'access-token', 'access-token-secret'],
  },
};
