import { decodeJwt } from 'jose';
import type { PushSocket } from './session';

export interface Credentials {
  token: string | undefined;
  websocketId: string | null;
}

/**
 * The access token is in the query and the window's id in the `websocket-id` header; a browser, which cannot set
 * headers on a websocket, names either in the query or in `auth`.
 */
export function credentialsOf({ auth, query, headers }: PushSocket['handshake']): Credentials {
  const given = auth as Record<string, unknown>;
  const id = headers['websocket-id'] ?? query['websocket-id'] ?? given['websocket-id'];
  return {
    token: text(given.token) ?? text(query.token),
    websocketId: typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : null,
  };
}

/** When a verified token expires, in milliseconds since 1970; null for one that does not say. */
export function expiryOf(token: string): number | null {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? null : exp * 1000;
  } catch {
    return null;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
