import { createHash } from 'node:crypto';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { GuardedAddress, type Destination } from '@parley/platform/http/guarded-address';
import { CallFailed, guardedRequest } from '@parley/platform/http/guarded-request';
import type { Connection } from '../adapter';

const WITHIN_MS = 10_000;
const MAX_ANSWER_SIZE = 100_000;
/** A token is renewed this long before it expires, since sending a mail may take a while. */
const EARLIER_MS = 5 * 60_000;
const DEFAULT_LIFE_S = 3600;
const MAX_HELD = 5_000;

/** The authorisation server refuses to issue a token: an administrator has to sign in again. */
export class OAuthRefused extends Error {}

interface Asked {
  url: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
}

interface Held {
  token: string;
  /**
   * The refresh token that the server returned with the access token, replacing the old one, which may no longer
   * work.
   */
  refreshToken: string;
  isKept: boolean;
  /** Epoch milliseconds. */
  until: number;
}

/** Access tokens, valid or being requested, by the hash of their request's parameters. */
const held = new Map<string, Promise<Held>>();

/**
 * If a mailbox has a refresh token, adds an access token that stays valid for at least a few minutes (RFC 6749,
 * section 6); returns other connections unchanged. Stores a refresh token that replaces the old one.
 * @throws OAuthRefused if the server refuses the refresh token
 * @throws CallFailed if the server does not answer
 */
export async function withAccess(connection: Connection, now = Date.now()): Promise<Connection> {
  const { secrets } = connection;
  const { 'oauth-token-url': url, 'oauth-client-id': clientId, 'refresh-token': refreshToken } = secrets;
  if (!url || !clientId || !refreshToken) return connection;
  const asked = { url, clientId, clientSecret: secrets['oauth-client-secret'] ?? '', refreshToken };
  const key = keyOf(asked);
  const current = held.get(key);
  const known = current && (await current.catch(() => undefined));
  if (known && known.until > now) return signedInWith(connection, known);
  const renewed = known ? { ...asked, refreshToken: known.refreshToken } : asked;
  // Another caller that waited for the old token may already have started a request.
  const asking = held.get(key) !== current ? held.get(key)! : begin(key, renewed, now);
  return signedInWith(connection, await asking);
}

function begin(key: string, asked: Asked, now: number): Promise<Held> {
  const asking = ask(asked, now);
  held.delete(key);
  const [oldest] = held.keys();
  if (held.size >= MAX_HELD && oldest !== undefined) held.delete(oldest);
  held.set(key, asking);
  asking.then(
    // A connection that is read from now on contains the new refresh token, so it finds the access token under it,
    // too.
    ({ refreshToken }) => held.set(keyOf({ ...asked, refreshToken }), asking),
    // A failed request is retried by the next call.
    () => held.get(key) === asking && held.delete(key),
  );
  return asking;
}

async function signedInWith(connection: Connection, known: Held): Promise<Connection> {
  const { token, refreshToken } = known;
  const from = connection.secrets['refresh-token'] ?? '';
  if (!known.isKept && connection.keep && from !== refreshToken) {
    known.isKept = true;
    await connection.keep('refresh-token', { from, to: refreshToken }).catch(() => {
      // The token stays in memory, and the next call tries to store it again.
      known.isKept = false;
    });
  }
  return { ...connection, secrets: { ...connection.secrets, 'access-token': token } };
}

function keyOf(asked: Asked): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}

async function ask({ url, clientId, clientSecret, refreshToken }: Asked, now: number): Promise<Held> {
  const destination = await destinationOf(url);
  if (!destination) throw new OAuthRefused('The token address is none that may be called.');
  const form = new URLSearchParams({
    ...{ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId },
    ...(clientSecret && { client_secret: clientSecret }),
  });
  const { status, body } = await guardedRequest(destination, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
    timeoutMs: WITHIN_MS,
    largestAnswer: MAX_ANSWER_SIZE,
  });
  const answer = parsed(body);
  if (status >= 500 || status === 429) throw new CallFailed(`http_${status}`);
  const { access_token: token, expires_in: life, error, error_description: why } = answer;
  const { refresh_token: given } = answer;
  if (status !== 200 || typeof token !== 'string' || !isToken(token)) {
    const words = [error, why].filter((each) => typeof each === 'string').join(': ');
    throw new OAuthRefused((words || `http_${status}`).slice(0, 300));
  }
  const seconds = typeof life === 'number' && life > 0 ? life : DEFAULT_LIFE_S;
  const isRotated = typeof given === 'string' && given !== refreshToken && isToken(given);
  const held = { token, refreshToken: isRotated ? given : refreshToken, isKept: !isRotated };
  return { ...held, until: now + Math.max(seconds * 1000 - EARLIER_MS, 30_000) };
}

function isToken(text: string): boolean {
  return text.length <= 8000 && /^[\x21-\x7e]+$/.test(text);
}

/** Resolves an address on the public Internet, or a host that the operator permits. Null if it is neither. */
async function destinationOf(text: string): Promise<Destination | null> {
  const url = parseUrl(text);
  if (!url) return null;
  const own = (process.env.PARLEY_MAIL_HOSTS ?? '').split(',').map((host) => host.trim().toLowerCase());
  if (own.includes(url.host)) return { url, address: url.hostname };
  const places = { allowed: [], publicUrl: 'http://parley.invalid', ownPorts: [] };
  return new GuardedAddress(places, 'provider_refused').destination(text);
}

function parsed(body: Buffer): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'));
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
