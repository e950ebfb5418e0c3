import { createHash, randomBytes } from 'node:crypto';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { openText, sealText } from '@parley/platform/security/sealing';

/** A sign-in that the browser is away for: travels sealed in a cookie, so that only that browser can finish it. */
export interface LoginAttempt {
  /** Comes back from the issuer; ends in `.again` when this is a second try. */
  state: string;
  /** Comes back in the ID token. */
  nonce: string;
  /** Proves to the issuer that who trades the code is who asked for it (PKCE). */
  verifier: string;
  returnTo: string;
  /** Whose sign-in it must be; null where the host is no organisation's. */
  organisationId: string | null;
  /** Milliseconds since the epoch. */
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

/** Whether a state that came back is of a second try: a third would go round in circles. */
export function isAgain(state: unknown): boolean {
  return typeof state === 'string' && state.endsWith(AGAIN);
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

export function sealAttempt(key: Buffer, attempt: LoginAttempt): string {
  return sealText(key, JSON.stringify(attempt), place);
}

/** Null for a cookie that is missing, not ours, or too old. */
export function openAttempt(key: Buffer, cookie: string | undefined, now: number): LoginAttempt | null {
  if (!cookie) return null;
  try {
    const attempt = JSON.parse(openText(key, cookie, place)) as LoginAttempt;
    return now - attempt.startedAt < ATTEMPT_LIFE_MS ? attempt : null;
  } catch {
    return null;
  }
}

/** The path to go to after sign-in: one of ours, or else the start page. */
export function safeReturnTo(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  // Browsers read "/\host" and "/<tab>/host" as another host's address; the URL parser reads them as browsers do.
  const url = parseUrl(wanted, 'http://parley.invalid');
  if (!url) return '/';
  const isOurs = url.origin === 'http://parley.invalid' && !/^\/(auth|oidc|api)(\/|$)/.test(url.pathname);
  // A path that begins with two slashes names a host once it is used alone.
  return isOurs && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/';
}
