import { createHash, randomBytes } from 'node:crypto';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { openText, sealText } from '@parley/platform/security/sealing';

/**
 * A sign-in attempt, from when the browser goes to the issuer until it returns. The attempt is encrypted in a cookie,
 * so that only the same browser can finish it.
 */
export interface LoginAttempt {
  /** Sent to the issuer, which returns it; ends in `.again` if this is a second attempt. */
  state: string;
  /** Sent to the issuer, which returns it in the ID token. */
  nonce: string;
  /** Proves to the issuer that the process that redeems the code belongs to the client that requested it (PKCE). */
  verifier: string;
  returnTo: string;
  /** Organisation to which the user must belong; null if the host does not belong to a single organisation. */
  organisationId: string | null;
  /** When the attempt began, in ms since the epoch. */
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

/** Whether a returned state belongs to a second attempt. There is no third attempt, to prevent an endless loop. */
export function isAgain(state: unknown): boolean {
  return typeof state === 'string' && state.endsWith(AGAIN);
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

export function sealAttempt(key: Buffer, attempt: LoginAttempt): string {
  return sealText(key, JSON.stringify(attempt), place);
}

/** The attempt of a cookie; null if the cookie is missing, forged or too old. */
export function openAttempt(key: Buffer, cookie: string | undefined, now: number): LoginAttempt | null {
  if (!cookie) return null;
  try {
    const attempt = JSON.parse(openText(key, cookie, place)) as LoginAttempt;
    return now - attempt.startedAt < ATTEMPT_LIFE_MS ? attempt : null;
  } catch {
    return null;
  }
}

/** The path to open after sign-in: the requested path if it is one of our pages, or else the start page. */
export function safeReturnTo(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  // Uses the URL parser, because browsers treat "/\host" and "/<tab>/host" as addresses of another host, as the
  // parser does.
  const url = parseUrl(wanted, 'http://parley.invalid');
  if (!url) return '/';
  const isOurs = url.origin === 'http://parley.invalid' && !/^\/(auth|oidc|api)(\/|$)/.test(url.pathname);
  // A path that begins with two slashes would be taken as a host when it is used alone.
  return isOurs && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/';
}
