import type { ServerResponse } from 'node:http';
import { parseUrl } from '@parley/contracts/rules/parse-url';

/**
 * Headers of a page of ours: it loads only from here, is framed nowhere and is not kept.
 * @param endsAt where the redirects after its form end: browsers hold those, too, to what the page allows
 */
export function securePage(response: ServerResponse, endsAt?: unknown): void {
  const endOrigin = typeof endsAt === 'string' ? parseUrl(endsAt)?.origin : undefined;
  const end = endOrigin ? ` ${endOrigin}` : '';
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'${end}; base-uri 'none'; frame-ancestors 'none'`,
  );
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // "no-referrer" would make browsers send forms without their origin, which we check.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
}
