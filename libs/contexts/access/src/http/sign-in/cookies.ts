import type { CookieOptions } from 'express';
import type { Config } from '@parley/platform/config/config';

/** A browser takes a `__Host-` cookie only over TLS, for the whole host and from nobody else of its domain. */
export function sessionCookie(config: Pick<Config, 'publicUrl'>): { name: string; options: CookieOptions } {
  const secure = config.publicUrl.startsWith('https:');
  return {
    name: secure ? '__Host-parley_session' : 'parley_session',
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
  };
}

/** Says to our own pages that there is a session, and no more: without it they need not ask for one. */
export function sessionMark(config: Pick<Config, 'publicUrl'>): { name: string; options: CookieOptions } {
  return { name: 'parley_here', options: { ...sessionCookie(config).options, httpOnly: false } };
}

/** Only the routes of sign-in see it. */
export function attemptCookie(config: Pick<Config, 'publicUrl'>): { name: string; options: CookieOptions } {
  const secure = config.publicUrl.startsWith('https:');
  return { name: 'parley_login', options: { httpOnly: true, sameSite: 'lax', secure, path: '/auth' } };
}

/** One cookie of a `Cookie` header. Ours hold nothing that is escaped. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}
