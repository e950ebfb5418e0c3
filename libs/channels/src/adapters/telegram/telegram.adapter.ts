import { manifest } from '@parley/contracts/channels/telegram/manifest';
import type { ProviderAdapter } from '../adapter';
import { isSame } from '../same-text';
import { check, register } from './check';
import { isChannelBroken } from './errors';
import { fetchMedia } from './media';
import { parseUpdate } from './parse-update';
import { partyOf } from './party';
import { send } from './send';

/** Telegram, by its Bot API. */
export const telegramAdapter: ProviderAdapter = {
  manifest,
  parse: ({ body }, receivedAt) => parseUpdate(body, receivedAt),
  partyOf,
  verify: ({ headers }, secret) =>
    secret !== '' && isSame(headers['x-telegram-bot-api-secret-token'], secret),
  check,
  register,
  isChannelBroken: (code) => isChannelBroken(Number(code)),
  send: (message, connection) => send(message, connection),
  fetchMedia: (asset, connection) => fetchMedia(asset, connection),
};
