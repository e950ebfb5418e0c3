import { decodeJwt } from 'jose';
import type { PushSocket } from './session';

export interface Credentials {
  token: string | undefined;
  websocketId: string | null;
}

/**
 * Reads the token and the window's id from a handshake. The token is in `auth`, which is not part of the URL. A token
 * in the query, as in the specification (section 7), is accepted too, for clients of other vendors; this product's
 * own clients do not send it there. The window's id is in the `websocket-id` header, or in the query, since a browser
 * cannot set headers on a websocket.
 */
export function credentialsOf({ auth, query, headers }: PushSocket['handshake']): Credentials {
  const given = auth as Record<string, unknown>;
  const id = headers['websocket-id'] ?? query['websocket-id'] ?? given['websocket-id'];
  return {
    token: text(given.token) ?? text(query.token),
    websocketId: typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : null,
  };
}

/** @returns the expiry of a verified token in ms since 1970; null if it has none */
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
