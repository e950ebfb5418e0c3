import { createHmac } from 'node:crypto';
import type { Connection } from '../adapter';
import type { Answer } from '../http';
import { isRecord, number, text, type Json } from '../json';
import type { Surface } from './account';
import type { MetaError } from './errors';

/** The version of Meta's Graph API that this adapter was written against. */
const GRAPH_VERSION = 'v23.0';

export const ASK_TIMEOUT_MS = 10_000;
export const SEND_TIMEOUT_MS = 15_000;
export const MEDIA_TIMEOUT_MS = 60_000;

/** Calls the Graph API with the page's token, signed with the app's secret. */
export function graph(
  { ask, manifest }: Surface,
  connection: Connection,
  path: string[],
  {
    query = {},
    body,
    timeoutMs = ASK_TIMEOUT_MS,
  }: { query?: Record<string, string>; body?: Json | FormData; timeoutMs?: number } = {},
): Promise<Answer> {
  const token = connection.secrets['access-token'] ?? '';
  const proof = createHmac('sha256', connection.secrets['app-secret'] ?? '')
    .update(token)
    .digest('hex');
  const base = (connection.apiBaseUrl ?? manifest.api.url ?? '').replace(/(?<!\/)\/+$/, '');
  const parameters = new URLSearchParams({ ...query, appsecret_proof: proof }).toString();
  const url = `${[base, GRAPH_VERSION, ...path.map(encodeURIComponent)].join('/')}?${parameters}`;
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body === undefined) return ask(connection, url, { headers }, timeoutMs);
  if (body instanceof FormData) return ask(connection, url, { method: 'POST', headers, body }, timeoutMs);
  headers['content-type'] = 'application/json';
  return ask(connection, url, { method: 'POST', headers, body: JSON.stringify(body) }, timeoutMs);
}

/** The error in a response of the Graph API, or null if the body contains none. */
export function errorIn({ error }: Json): MetaError | null {
  const code = isRecord(error) ? number(error.code) : undefined;
  if (!isRecord(error) || code === undefined) return null;
  const detail = text(error.error_user_msg, 1024) ?? text(error.message, 1024);
  return { code, subcode: number(error.error_subcode), detail };
}
