import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Connection } from '../adapter';

export class DkimKeyRefused extends Error {}

/**
 * What mails of a channel are signed with (RFC 6376); undefined where it has no key.
 * @throws DkimKeyRefused for what is no key
 */
export function dkimOf({ secrets, providerAccountId }: Connection) {
  const { 'dkim-key': key, 'dkim-selector': keySelector } = secrets;
  if (!key || !keySelector) return undefined;
  const privateKey = keyIn(key).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { domainName: domainOf(providerAccountId), keySelector, privateKey };
}

/** What stands behind the at-sign of an address. */
export function domainOf(address: string | null): string {
  return (address ?? '').slice((address ?? '').lastIndexOf('@') + 1).toLowerCase();
}

/** A private key as PEM, or what stands between its first and its last line. @throws DkimKeyRefused */
function keyIn(text: string): KeyObject {
  const der = Buffer.from(text.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''), 'base64');
  for (const type of ['pkcs8', 'pkcs1'] as const) {
    try {
      return createPrivateKey({ key: der, format: 'der', type });
    } catch {
      continue;
    }
  }
  throw new DkimKeyRefused('The DKIM key is no private key.');
}
