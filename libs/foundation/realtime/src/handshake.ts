import { decodeJwt } from 'jose';
import type { PushSocket } from './session';

export interface Credentials {
  token: string | undefined;
  websocketId: string | null;
}

/**
 * The token is in `auth`, which no address holds. In the query, where the specification (section 7) has it, it is taken
 * as well: clients that other people wrote by it go on working, and none of ours sends it so. The window's id is in the
 * `websocket-id` header, or in the query, since a browser cannot set headers on a websocket.
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
