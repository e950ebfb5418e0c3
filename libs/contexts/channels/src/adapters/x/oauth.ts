import { createHmac } from 'node:crypto';

/** Keys of OAuth 1.0a for one account (RFC 5849). Such tokens do not expire. */
export interface OAuthKeys {
  consumerKey: string;
  consumerSecret: string;
  token: string;
  tokenSecret: string;
}

/**
 * The Authorization header of a request. The signature does not cover JSON bodies and files.
 * @param moment a nonce, and the time in seconds since 1970
 */
export function authorizationOf(
  method: string,
  url: string,
  keys: OAuthKeys,
  moment: { nonce: string; timestamp: number },
): string {
  const { origin, pathname, searchParams } = new URL(url);
  const oauth: [string, string][] = [
    ['oauth_consumer_key', keys.consumerKey],
    ['oauth_nonce', moment.nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(moment.timestamp)],
    ['oauth_token', keys.token],
    ['oauth_version', '1.0'],
  ];
  const parameters = [...searchParams, ...oauth]
    .map(([name, value]) => [escaped(name), escaped(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const base = [method, origin + pathname, parameters].map(escaped).join('&');
  const key = [keys.consumerSecret, keys.tokenSecret].map(escaped).join('&');
  const signature = createHmac('sha1', key).update(base).digest('base64');
  const given = [...oauth, ['oauth_signature', signature] as const];
  return `OAuth ${given.map(([name, value]) => `${name}="${escaped(value)}"`).join(', ')}`;
}

/** Escapes a text as in RFC 3986, which escapes five characters more than `encodeURIComponent`. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
