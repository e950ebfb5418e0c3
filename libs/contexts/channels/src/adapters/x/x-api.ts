import { randomUUID } from 'node:crypto';
import { manifest } from '@parley/contracts/channels/x/manifest';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import type { Alias, Connection } from '../adapter';
import { askerOf, type Answer } from '../http';
import type { Json } from '../json';
import { authorizationOf } from './oauth';

/** The ids of people are the same for all accounts. */
export const SCOPE = 'x';

export const ask = askerOf(manifest.api);

export const ASK_TIMEOUT_MS = 10_000;
export const SEND_TIMEOUT_MS = 15_000;
export const MEDIA_TIMEOUT_MS = 60_000;

/** Calls API v2 on behalf of the channel's account. */
export function call(
  connection: Connection,
  path: string[],
  { body, timeoutMs = ASK_TIMEOUT_MS }: { body?: Json | FormData; timeoutMs?: number } = {},
): Promise<Answer> {
  const base = (connection.apiBaseUrl ?? manifest.api.url!).replace(/(?<!\/)\/+$/, '');
  const url = [base, '2', ...path.map(encodeURIComponent)].join('/');
  if (body === undefined) return ask(connection, url, { headers: signed('GET', url, connection) }, timeoutMs);
  const headers: Record<string, string> = signed('POST', url, connection);
  if (body instanceof FormData) return ask(connection, url, { method: 'POST', headers, body }, timeoutMs);
  headers['content-type'] = 'application/json';
  return ask(connection, url, { method: 'POST', headers, body: JSON.stringify(body) }, timeoutMs);
}

export function signed(method: string, url: string, { secrets }: Connection): { authorization: string } {
  if (!parseUrl(url)) return { authorization: '' };
  const keys = {
    consumerKey: secrets['consumer-key'] ?? '',
    consumerSecret: secrets['consumer-secret'] ?? '',
    token: secrets['access-token'] ?? '',
    tokenSecret: secrets['access-token-secret'] ?? '',
  };
  const moment = { nonce: randomUUID().replaceAll('-', ''), timestamp: Math.floor(Date.now() / 1000) };
  return { authorization: authorizationOf(method, url, keys, moment) };
}

/** X's id of the recipient. */
export function userIn(to: Alias[]): string | undefined {
  return to.find(({ kind, scope }) => kind === 'external' && scope === SCOPE)?.value;
}
