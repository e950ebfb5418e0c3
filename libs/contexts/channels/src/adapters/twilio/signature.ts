import { createHash, createHmac } from 'node:crypto';
import { parse, stringify } from 'node:querystring';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import type { IngressRequest } from '../adapter';
import { isSame } from '../same-text';

type Signed = Pick<IngressRequest, 'url' | 'body' | 'contentType'>;

/**
 * What Twilio signs an address and a form with: base64 HMAC-SHA1 over the address, then the name and value of each
 * parameter by name; of a repeated one each value once, sorted (twilio-node, `webhooks.ts`).
 */
export function sign(url: string, form: URLSearchParams, authToken: string): string {
  const names = [...new Set(form.keys())].sort();
  const signed = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value));
  return createHmac('sha1', authToken)
    .update(url + signed.join(''), 'utf8')
    .digest('base64');
}

/**
 * Twilio may have signed the address with or without the port, and with the query escaped as older clients do. A body
 * that is no form is signed by its digest in the address.
 */
export function isSignedBy(authToken: string, request: Signed, signature: string | undefined): boolean {
  const form = formOf(request);
  if (!signature || authToken === '' || !form) return false;
  // Each is compared, whichever fits.
  const fits = spellingsOf(request.url).map((url) => isSame(signature, sign(url, form, authToken)));
  return fits.includes(true);
}

/** The parameters that are signed besides the address; null where the address does not vouch for the body. */
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
