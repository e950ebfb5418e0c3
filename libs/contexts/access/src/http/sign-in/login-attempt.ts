import { createHash, randomBytes } from 'node:crypto';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { openText, sealText } from '@parley/platform/security/sealing';

/**
 * A sign-in during which the browser is at the issuer. The attempt is encrypted in a cookie, so that only that
 * browser can finish it.
 */
export interface LoginAttempt {
  /** The issuer returns it; it ends in `.again` if this is a second attempt. */
  state: string;
  /** The issuer returns it in the ID token. */
  nonce: string;
  /** Proves to the issuer that the process that redeems the code is the one that asked for it (PKCE). */
  verifier: string;
  returnTo: string;
  /** Organisation to which the user must belong; null if the host belongs to no organisation. */
  organisationId: string | null;
  /** Start in ms since the epoch. */
  startedAt: number;
}

export const ATTEMPT_LIFE_MS = 10 * 60_000;
const AGAIN = '.again';
const place = 'login-attempt';

export function startAttempt(
  {
    returnTo,
    isAgain = false,
    organisationId = null,
  }: { returnTo: string; isAgain?: boolean; organisationId?: string | null },
  now: number,
): Omit<LoginAttempt, 'nonce'> {
  const state = randomBytes(24).toString('base64url') + (isAgain ? AGAIN : '');
  return { state, verifier: randomBytes(32).toString('base64url'), returnTo, organisationId, startedAt: now };
}

/**
 * Whether a returned state belongs to a second attempt, after which there is no third, to prevent an endless loop.
 */
export function isAgain(state: unknown): boolean {
  return typeof state === 'string' && state.endsWith(AGAIN);
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

export function sealAttempt(key: Buffer, attempt: LoginAttempt): string {
  return sealText(key, JSON.stringify(attempt), place);
}

/** Null if the cookie is missing, forged or too old. */
export function openAttempt(key: Buffer, cookie: string | undefined, now: number): LoginAttempt | null {
  if (!cookie) return null;
  try {
    const attempt = JSON.parse(openText(key, cookie, place)) as LoginAttempt;
    return now - attempt.startedAt < ATTEMPT_LIFE_MS ? attempt : null;
  } catch {
    return null;
  }
}

/** The path to open after sign-in: a path of our pages, or else the start page. */
export function safeReturnTo(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  // Browsers read "/\host" and "/<tab>/host" as addresses of another host; the URL parser does the same.
  const url = parseUrl(wanted, 'http://parley.invalid');
  if (!url) return '/';
  const isOurs = url.origin === 'http://parley.invalid' && !/^\/(auth|oidc|api)(\/|$)/.test(url.pathname);
  // A path that begins with two slashes names a host when it is used alone.
  return isOurs && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/';
}
