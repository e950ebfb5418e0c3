import type { Request } from 'express';

/** User agents of programs that open links to preview or check them. `Cubot`, a make of phone, is excepted. */
const MACHINES =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|prefetch|scanner|^whatsapp\/|facebookexternalhit|facebookcatalog|meta-external|embedly|skypeuri|mastodon\/|iframely|headlesschrome|curl\/|wget\/|python-requests|go-http-client|okhttp|axios\/|node-fetch|undici/i;

/**
 * Whether a program and not a person opens a link: the method is not GET, a header announces a prefetch, or the user
 * agent is empty or that of a known program.
 */
export function isMachine({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  const { purpose, 'sec-purpose': secPurpose, 'x-purpose': xPurpose, 'x-moz': moz } = headers;
  const agent = headers['user-agent'] ?? '';
  const isAhead = [purpose, secPurpose, xPurpose, moz].some((said) =>
    /prefetch|preview/i.test(String(said ?? '')),
  );
  return method !== 'GET' || isAhead || agent.trim() === '' || MACHINES.test(agent);
}
