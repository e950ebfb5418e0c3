import type { ProviderApi } from '@parley/contracts/channels/manifest';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { addressesOf, isPublicAddress } from '@parley/platform/http/public-address';
import type { Connection } from './adapter';
import { number, record, type Json } from './json';

/** The result of a request: a response, or none; `maybe` if the request may have reached the server nevertheless. */
export type Answer =
  | { arrived: true; response: Response }
  | { arrived: 'maybe'; detail: string }
  | { arrived: false; detail: string };

/** Errors before the request is sent: name resolution, connecting and TLS. */
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

/** The detail of an answer when the address is not the provider's. */
export const NOT_THE_PROVIDERS = 'not_the_providers';

/** Sends one request, without retries; none if the address is not the provider's. */
export type Ask = (
  connection: Pick<Connection, 'apiBaseUrl'>,
  url: string,
  request: RequestInit,
  timeoutMs: number,
) => Promise<Answer>;

/**
 * Redirects are not followed, so that the token reaches only the intended host.
 * @param api address and file hosts of the provider in its manifest
 * @param resolve returns the IP addresses of a host
 */
export function askerOf(api: Pick<ProviderApi, 'url' | 'mediaHosts'>, resolve = addressesOf): Ask {
  return async (connection, url, request, timeoutMs) => {
    const hostname = parseUrl(url)?.hostname;
    if (hostname === undefined) return { arrived: false, detail: 'ERR_INVALID_URL' };
    const isAllowed =
      isProviders(url, api, connection) &&
      // The API's own address is configured, so it may be in our network. File addresses come from payloads.
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
 * Whether a web address is the provider's: at the origin of this channel's API, or at one of its file hosts over
 * HTTPS. Addresses come from outside, so requests to anything else could reach into our own network.
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

/** The body of a response as JSON; an empty object if it is incomplete or no JSON object. */
export async function bodyOf(response: Response): Promise<Json> {
  try {
    return record(JSON.parse(await response.text()));
  } catch {
    return {};
  }
}

/** The wait that a response demands in its Retry-After header, in ms; undefined without one. */
export function retryAfterMs(response: Response): number | undefined {
  const seconds = number(response.headers.get('retry-after'));
  return seconds !== undefined && seconds >= 0 ? seconds * 1000 : undefined;
}

/** fetch puts the reason of a failure into `cause`, which may contain one error per address that it tried. */
function causeOf(error: unknown): { code: string; message: string } {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
  const message = error instanceof Error ? error.message : 'The request failed.';
  return { code: cause?.code ?? cause?.errors?.[0]?.code ?? '', message };
}
