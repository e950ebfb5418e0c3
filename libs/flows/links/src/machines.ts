import type { Request } from 'express';

/** Programs that open links to show or check what is behind them, as they call themselves. A Cubot is a phone. */
const MACHINES =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|prefetch|scanner|^whatsapp\/|facebookexternalhit|facebookcatalog|meta-external|embedly|skypeuri|mastodon\/|iframely|headlesschrome|curl\/|wget\/|python-requests|go-http-client|okhttp|axios\/|node-fetch|undici/i;

/**
 * Whether a link is opened by a program and not by somebody: it only asks for the headers, names itself as one, or names
 * nothing, or a browser fetches it in case it is wanted.
 */
export function isMachine({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  const { purpose, 'sec-purpose': secPurpose, 'x-purpose': xPurpose, 'x-moz': moz } = headers;
  const agent = headers['user-agent'] ?? '';
  const isAhead = [purpose, secPurpose, xPurpose, moz].some((said) =>
    /prefetch|preview/i.test(String(said ?? '')),
  );
  return method !== 'GET' || isAhead || agent.trim() === '' || MACHINES.test(agent);
}
