import { manifest } from '@parley/contracts/channels/apple-messages/manifest';
import type { Alias, Connection } from '../adapter';
import { askerOf, type Answer } from '../http';
import { tokenOf } from './token';

export const ask = askerOf(manifest.api);

export const SEND_TIMEOUT_MS = 15_000;
export const MEDIA_TIMEOUT_MS = 60_000;

/** The ids of people are opaque and differ per business. */
export function scopeOf(businessId: string): string {
  return `apple-messages/${businessId}`;
}

export function opaqueIdIn(to: Alias[], { providerAccountId }: Connection): string | undefined {
  const scope = scopeOf(providerAccountId ?? '');
  return to.find((alias) => alias.kind === 'external' && alias.scope === scope)?.value;
}

/** Calls Apple's gateway as the messaging service provider of the business. */
export function call(
  connection: Connection,
  path: 'message' | 'preDownload' | 'preUpload',
  { headers, body, timeoutMs }: { headers: Record<string, string>; body?: object; timeoutMs: number },
): Promise<Answer> {
  const { apiBaseUrl, businessAccountId, providerAccountId, secrets } = connection;
  const base = (apiBaseUrl ?? manifest.api.url!).replace(/(?<!\/)\/+$/, '');
  const token = tokenOf(businessAccountId ?? '', secrets['csp-secret'] ?? '', Math.floor(Date.now() / 1000));
  const all = { authorization: `Bearer ${token}`, 'source-id': providerAccountId ?? '', ...headers };
  if (!body) return ask(connection, `${base}/v1/${path}`, { headers: all }, timeoutMs);
  const posted = { ...all, 'content-type': 'application/json' };
  return ask(
    connection,
    `${base}/v1/${path}`,
    { method: 'POST', headers: posted, body: JSON.stringify(body) },
    timeoutMs,
  );
}
