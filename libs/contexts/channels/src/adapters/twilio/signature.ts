import { createHash, createHmac } from 'node:crypto';
import { parse, stringify } from 'node:querystring';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import type { IngressRequest } from '../adapter';
import { isSame } from '../same-text';

type Signed = Pick<IngressRequest, 'url' | 'body' | 'contentType'>;

/**
 * Signs an address and a form as Twilio does: base64 HMAC-SHA1 over the address, then name and value of each
 * parameter, sorted by name; values of a repeated parameter are sorted and counted once each (twilio-node,
 * `webhooks.ts`).
 */
export function sign(url: string, form: URLSearchParams, authToken: string): string {
  const names = [...new Set(form.keys())].sort();
  const signed = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value));
  return createHmac('sha1', authToken)
    .update(url + signed.join(''), 'utf8')
    .digest('base64');
}

/**
 * Whether Twilio signed a request. Twilio may sign the address with or without its port, and with the query escaped
 * as in older clients. For a body that is no form, the address contains its digest.
 */
export function isSignedBy(authToken: string, request: Signed, signature: string | undefined): boolean {
  const form = formOf(request);
  if (!signature || authToken === '' || !form) return false;
  // Compares all spellings, so that the time does not depend on which one matches.
  const fits = spellingsOf(request.url).map((url) => isSame(signature, sign(url, form, authToken)));
  return fits.includes(true);
}

/**
 * The form parameters that the signature covers together with the address; null if the signature does not cover the
 * body.
 */
function formOf({ url, body, contentType }: Signed): URLSearchParams | null {
  const digest = parseUrl(url)?.searchParams.get('bodySHA256') ?? null;
  if (digest !== null) {
    const actual = createHash('sha256').update(body).digest('hex');
    return isSame(digest.toLowerCase(), actual) ? new URLSearchParams() : null;
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    return new URLSearchParams(body.toString('utf8'));
  }
  return body.length === 0 ? new URLSearchParams() : null;
}

function spellingsOf(url: string): string[] {
  const [, scheme = '', host = '', rest = ''] = /^(https?):\/\/([^/?#]+)(.*)/s.exec(url) ?? [];
  const defaultPort = scheme === 'https' ? ':443' : ':80';
  const bare = host.replace(/:\d+$/, '');
  const hosts = host === bare || host.endsWith(defaultPort) ? [bare, bare + defaultPort] : [host];
  const queryAt = rest.indexOf('?');
  const older = queryAt < 0 ? rest : `${rest.slice(0, queryAt)}?${stringify(parse(rest.slice(queryAt + 1)))}`;
  const rests = [...new Set([rest, older])];
  return hosts.flatMap((each) => rests.map((tail) => `${scheme}://${each}${tail}`));
}
