import { createHash, createHmac } from 'node:crypto';
import type { IngressRequest } from '../adapter';
import { isRecord, number, type Json } from '../json';
import { isSame } from '../same-text';

const digests: Record<string, string> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };

/** Tolerated difference between clocks, in seconds. */
const LEEWAY_S = 5;

/**
 * Whether a webhook contains a JSON Web Token that MessageBird signed for its address and body, and that is valid now
 * (go-rest-api, `signature_jwt`). Tokens are not checked for replay: every item has an id, so redelivery is a no-op.
 * @param now seconds since 1970
 */
export function isSignedBy(
  signingKey: string,
  { url, body }: Pick<IngressRequest, 'url' | 'body'>,
  token: string | undefined,
  now = Date.now() / 1000,
): boolean {
  const [header, payload, signature, ...more] = (token ?? '').split('.');
  if (!header || !payload || !signature || more.length > 0 || signingKey === '') return false;
  const { alg } = jsonIn(header);
  const digest = typeof alg === 'string' && Object.hasOwn(digests, alg) ? digests[alg] : undefined;
  if (!digest) return false;
  const wanted = createHmac(digest, signingKey).update(`${header}.${payload}`).digest('base64url');
  return isSame(signature, wanted) && holds(jsonIn(payload), { url, body, now });
}

function holds(
  { iss, nbf, exp, url_hash: urlHash, payload_hash: bodyHash }: Json,
  { url, body, now }: { url: string; body: Buffer; now: number },
): boolean {
  const [from, until] = [number(nbf), number(exp)];
  if (iss !== 'MessageBird' || from === undefined || until === undefined) return false;
  if (now < from - LEEWAY_S || now >= until + LEEWAY_S) return false;
  if (urlHash !== sha256(url)) return false;
  return body.length === 0 ? bodyHash === undefined : bodyHash === sha256(body);
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function jsonIn(part: string): Json {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
