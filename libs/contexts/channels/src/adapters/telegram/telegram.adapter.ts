import { manifest } from '@parley/contracts/channels/telegram/manifest';
import type { ProviderAdapter } from '../adapter';
import { isSame } from '../same-text';
import { acknowledge } from './acknowledge';
import { check, register } from './check';
import { isChannelBroken } from './errors';
import { fetchMedia } from './media';
import { parseUpdate } from './parse-update';
import { partyOf } from './party';
import { pictureOf } from './picture';
import { send } from './send';

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
  acknowledge,
  pictureOf,
  fetchMedia: (asset, connection) => fetchMedia(asset, connection),
};
