import { manifest } from '@parley/contracts/channels/360dialog/manifest';
import type { ProviderAdapter } from '../adapter';
import { isSame } from '../same-text';
import { isChannelBroken } from '../whatsapp-cloud/errors';
import { fetchMedia } from '../whatsapp-cloud/media';
import { parseWebhook, partyOf } from '../whatsapp-cloud/parse-webhook';
import { send } from '../whatsapp-cloud/send';
import { check, register } from './check';
import { dialogApi, isChannelBroken as isBrokenHere } from './dialog-api';
import { dialogTemplates } from './templates';

/** WhatsApp through 360dialog: webhooks and messages as in Meta's Cloud API, with 360dialog's own key and host. */
export const dialogAdapter: ProviderAdapter = {
  manifest,
  parse: ({ body }, receivedAt) => parseWebhook(body, receivedAt),
  partyOf,
  verify({ headers }, token) {
    const given = headers['x-parley-webhook-token'];
    return token !== '' && isSame(given, token);
  },
  check,
  register,
  isChannelBroken: (code) => isBrokenHere(code) || (/^\d+$/.test(code) && isChannelBroken(Number(code))),
  templates: dialogTemplates,
  send: (message, connection) => send(message, connection, undefined, dialogApi),
  fetchMedia: (asset, connection) => fetchMedia(asset, connection, undefined, dialogApi),
};
