import type { CookieOptions } from 'express';
import type { Config } from '@parley/platform/config/config';

/**
 * The session cookie. Browsers accept the prefix `__Host-` only over TLS and for the whole host, and not from another
 * host of the domain.
 */
export function sessionCookie(config: Pick<Config, 'publicUrl'>): { name: string; options: CookieOptions } {
  const secure = config.publicUrl.startsWith('https:');
  return {
    name: secure ? '__Host-parley_session' : 'parley_session',
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
  };
}

/** A cookie that scripts of our pages can read: if it is missing, they need not ask the server for a session. */
export function sessionMark(config: Pick<Config, 'publicUrl'>): { name: string; options: CookieOptions } {
  return { name: 'parley_here', options: { ...sessionCookie(config).options, httpOnly: false } };
}

/** Cookie of a sign-in attempt, sent only to the routes under `/auth`. */
export function attemptCookie(config: Pick<Config, 'publicUrl'>): { name: string; options: CookieOptions } {
  const secure = config.publicUrl.startsWith('https:');
  return { name: 'parley_login', options: { httpOnly: true, sameSite: 'lax', secure, path: '/auth' } };
}

/** Reads a cookie from a `Cookie` header, without decoding, because our cookies contain no escaped characters. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}
