import { manifest } from '@parley/contracts/channels/360dialog/manifest';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import type { Connection } from '../adapter';
import { askerOf, retryAfterMs } from '../http';
import { known, number, record, text, type Json } from '../json';
import type { NotSent } from '../not-sent';
import type { CloudApi } from '../whatsapp-cloud/graph-api';

/** Calls 360dialog, only at its own hosts. */
export const ask = askerOf(manifest.api);

/** Meta's host for files: 360dialog serves each file under the same path of its own host. */
const META_FILES = 'lookaside.fbsbx.com';

export function dialogUrl(connection: Connection, path: string): string {
  return `${(connection.apiBaseUrl ?? manifest.api.url!).replace(/(?<!\/)\/+$/, '')}/${path}`;
}

export function headersOf(connection: Connection): Record<string, string> {
  return { 'd360-api-key': connection.secrets['api-key'] ?? '' };
}

/** The Cloud API through 360dialog. The API key identifies the number, so that addresses contain no phone number id. */
export const dialogApi: CloudApi = {
  ask,
  headers: headersOf,
  url: (connection, what) =>
    dialogUrl(connection, typeof what === 'string' ? what : encodeURIComponent(what.mediaId)),
  fileUrl(connection, told) {
    const url = parseUrl(told);
    if (!url) return '';
    return url.hostname === META_FILES ? dialogUrl(connection, url.pathname.slice(1) + url.search) : told;
  },
  refusal,
};

/** Returns 360dialog's own error text, not Meta's: `meta.developer_message`, or an `error` that is a text. */
export function saidIn(body: Json): string | undefined {
  const { developer_message: said, message } = record(body.meta);
  return text(said, 1024) ?? text(message, 1024) ?? text(body.error, 1024) ?? text(body.message, 1024);
}

/** Parley's own codes: 360dialog distinguishes refusals only by HTTP status and text. */
const NO_MONEY = 'd360_unpaid';
const DISABLED = 'd360_disabled';
const THROTTLED = 'd360_rate';

export function isChannelBroken(code: string): boolean {
  return [DISABLED, 'http_401', 'http_403'].includes(code);
}

function refusal(response: Response, body: Json): NotSent | null {
  const { status } = response;
  const detail = saidIn(body) ?? `360dialog answered ${status}.`;
  // For a wrong key, 360dialog responds with HTTP 401 although the body contains another status.
  if (status === 401 || status === 403 || number(body.httpCode) === 404) {
    const providerCode = `http_${status}`;
    return { outcome: 'declined', reason: 'delivery_failure', providerCode, detail, channelBroken: true };
  }
  if (status !== 400) return null;
  if (/rate|too many|throttl/i.test(detail)) {
    const wait = retryAfterMs(response);
    return known({
      ...{ outcome: 'throttled' as const, reason: 'delivery_failure' as const, providerCode: THROTTLED },
      ...{ detail, retryAfterMs: wait },
    });
  }
  if (/paid|payment|balance|fund|credit/i.test(detail)) {
    return { outcome: 'declined', reason: 'insufficient_credits', providerCode: NO_MONEY, detail };
  }
  if (/disabled|blocked|cancel/i.test(detail)) {
    const reason = 'delivery_failure';
    return { outcome: 'declined', reason, providerCode: DISABLED, detail, channelBroken: true };
  }
  return { outcome: 'declined', reason: 'message_invalid', providerCode: 'http_400', detail };
}
