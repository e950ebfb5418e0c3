import type { ServerResponse } from 'node:http';
import { parseUrl } from '@parley/contracts/rules/parse-url';

/**
 * Sets the headers of a page that loads only from this server, is shown in no frame and is not cached.
 * @param endsAt address to which the form finally redirects, if it is another site: browsers apply the policy for
 * forms to redirects, too
 */
export function securePage(response: ServerResponse, endsAt?: unknown): void {
  const endOrigin = typeof endsAt === 'string' ? parseUrl(endsAt)?.origin : undefined;
  const end = endOrigin ? ` ${endOrigin}` : '';
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'${end}; base-uri 'none'; frame-ancestors 'none'`,
  );
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // Not "no-referrer": browsers would then send forms without the origin that `isSameOrigin` checks.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
}
