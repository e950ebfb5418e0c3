import { createHmac } from 'node:crypto';
import { isRecord } from '../json';
import { isSame } from '../same-text';

/**
 * Creates the JWT that authenticates a messaging service provider.
 * @param secret as Apple issues it, in base64
 */
export function tokenOf(cspId: string, secret: string, issuedAt: number): string {
  const head = encoded({ alg: 'HS256', typ: 'JWT' });
  const claims = encoded({ iss: cspId, iat: issuedAt });
  return `${head}.${claims}.${signatureOf(`${head}.${claims}`, keyOf(secret) ?? Buffer.alloc(0))}`;
}

/** Whether an Authorization header contains an HS256 JWT signed with the secret. */
export function isSignedBy(secret: string, header: string | undefined): boolean {
  const key = keyOf(secret);
  const [, head, claims, signature] = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(header ?? '') ?? [];
  if (!key || !head || !claims) return false;
  return algorithmOf(head) === 'HS256' && isSame(signature, signatureOf(`${head}.${claims}`, key));
}

function algorithmOf(head: string): unknown {
  try {
    const read: unknown = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'));
    return isRecord(read) ? read.alg : undefined;
  } catch {
    return undefined;
  }
}

/** Null if the text is not strict base64: a decoder would otherwise accept a part as the key. */
function keyOf(secret: string): Buffer | null {
  const key = Buffer.from(secret, 'base64');
  return key.length > 0 && key.toString('base64') === secret ? key : null;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signatureOf(signed: string, key: Buffer): string {
  return createHmac('sha256', key).update(signed).digest('base64url');
}
