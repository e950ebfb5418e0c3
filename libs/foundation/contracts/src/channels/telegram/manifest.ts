import type { ChannelManifest } from '../manifest';
import { offers } from './offers';

/** Telegram, through a bot of the organisation. */
export const manifest: ChannelManifest = {
  name: { en: 'Telegram', es: 'Telegram', nl: 'Telegram' },
  platforms: offers,
  receives: [
    ...(['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts'] as const),
    ...(['reply-to', 'reaction', 'edit'] as const),
  ],
  credentials: [
    {
      key: 'botToken',
      label: { en: 'Bot token', es: 'Token del bot', nl: 'Bottoken' },
      help: {
        en: 'BotFather gives it when you create the bot, and again with /token.',
        es: 'BotFather lo da al crear el bot, y de nuevo con /token.',
        nl: 'BotFather geeft het als u de bot aanmaakt, en opnieuw met /token.',
      },
      format: 'token',
      mostLength: 100,
      keptAs: 'secret',
      secretName: 'bot-token',
    },
    {
      key: 'webhookSecret',
      label: { en: 'Webhook secret', es: 'Secreto del webhook', nl: 'Webhookgeheim' },
      help: {
        en: 'Telegram sends it with every message. Parley chooses it and tells Telegram.',
        es: 'Telegram lo envía con cada mensaje. Parley lo elige y se lo comunica a Telegram.',
        nl: 'Telegram stuurt het met elk bericht mee. Parley kiest het en geeft het aan Telegram door.',
      },
      format: 'token',
      mostLength: 256,
      keptAs: 'secret',
      secretName: 'webhook-secret',
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
      scheme: 'the secret itself, that we gave with setWebhook',
      header: 'x-telegram-bot-api-secret-token',
      secretName: 'webhook-secret',
    },
  },
  // Updates do not name the bot, so the channels have no account id.
  api: { url: 'https://api.telegram.org', mediaHosts: [], secretNames: ['bot-token'] },
};
