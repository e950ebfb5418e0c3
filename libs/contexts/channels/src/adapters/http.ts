import type { ProviderApi } from '@parley/contracts/channels/manifest';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { addressesOf, isPublicAddress } from '@parley/platform/http/public-address';
import type { Connection } from './adapter';
import { number, record, type Json } from './json';

/** How a request ended: with an answer, or without one; `maybe` where it may have arrived nevertheless. */
export type Answer =
  | { arrived: true; response: Response }
  | { arrived: 'maybe'; detail: string }
  | { arrived: false; detail: string };

/** Failures of finding the server or agreeing on a connection: nothing was asked of it yet. */
const beforeAsking = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Why an address is not asked that is not the provider's. */
export const NOT_THE_PROVIDERS = 'not_the_providers';

/** Asks a provider once: of addresses that are not the provider's, nothing is asked at all. */
export type Ask = (
  connection: Pick<Connection, 'apiBaseUrl'>,
  url: string,
  request: RequestInit,
  timeoutMs: number,
) => Promise<Answer>;

/**
 * Redirects are not followed: the token goes where it was meant to go and nowhere else.
 * @param api where the provider is, as its manifest says
 * @param resolve the addresses of a host
 */
export function askerOf(api: Pick<ProviderApi, 'url' | 'mediaHosts'>, resolve = addressesOf): Ask {
  return async (connection, url, request, timeoutMs) => {
    const hostname = parseUrl(url)?.hostname;
    if (hostname === undefined) return { arrived: false, detail: 'ERR_INVALID_URL' };
    const isAllowed =
      isProviders(url, api, connection) &&
      // The API's own address is ours to know. Where files lie, payloads say.
      (isApi(url, api, connection) || (await resolve(hostname)).every(isPublicAddress));
    if (!isAllowed) return { arrived: false, detail: NOT_THE_PROVIDERS };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      return { arrived: true, response: await fetch(url, { ...request, redirect: 'manual', signal }) };
    } catch (error) {
      const { code, message } = causeOf(error);
      return beforeAsking.has(code)
        ? { arrived: false, detail: code }
        : { arrived: 'maybe', detail: code || message };
    }
  };
}

/**
 * Whether a web address is one of the provider's: the origin of this channel's API, or over HTTPS a host of its files.
 * Addresses come from outside, and nothing else is ever fetched from within our network.
 */
export function isProviders(
  url: string,
  { url: own, mediaHosts }: Pick<ProviderApi, 'url' | 'mediaHosts'>,
  { apiBaseUrl }: Pick<Connection, 'apiBaseUrl'>,
): boolean {
  const parsed = parseUrl(url);
  if (!parsed) return false;
  const { protocol, hostname, port, username, password } = parsed;
  if (username || password) return false;
  if (isApi(url, { url: own }, { apiBaseUrl })) return true;
  const isMediaHost = mediaHosts.some(
    (host) => hostname === host || (host.startsWith('.') && hostname.endsWith(host)),
  );
  return protocol === 'https:' && port === '' && isMediaHost;
}

function isApi(
  url: string,
  { url: own }: Pick<ProviderApi, 'url'>,
  { apiBaseUrl }: Pick<Connection, 'apiBaseUrl'>,
): boolean {
  const api = apiBaseUrl ?? own;
  const parsed = parseUrl(url);
  return api !== null && parsed !== null && parsed.origin === parseUrl(api)?.origin;
}

/** The body of an answer as JSON; an empty object where it is none, or breaks off. */
export async function bodyOf(response: Response): Promise<Json> {
  try {
    return record(JSON.parse(await response.text()));
  } catch {
    return {};
  }
}

/** How long an answer asks us to wait. */
export function retryAfterMs(response: Response): number | undefined {
  const seconds = number(response.headers.get('retry-after'));
  return seconds !== undefined && seconds >= 0 ? seconds * 1000 : undefined;
}

/** fetch hides why it failed in the cause, which may be one error for each address it tried. */
function causeOf(error: unknown): { code: string; message: string } {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
  const message = error instanceof Error ? error.message : 'The request failed.';
  return { code: cause?.code ?? cause?.errors?.[0]?.code ?? '', message };
}
