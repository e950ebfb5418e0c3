import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Connection } from '../adapter';

export class DkimKeyRefused extends Error {}

/**
 * Returns the DKIM key and domain that sign the mails of a channel (RFC 6376); undefined if it has no key.
 * @throws DkimKeyRefused if the text is no private key
 */
export function dkimOf({ secrets, providerAccountId }: Connection) {
  const { 'dkim-key': key, 'dkim-selector': keySelector } = secrets;
  if (!key || !keySelector) return undefined;
  const privateKey = keyIn(key).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { domainName: domainOf(providerAccountId), keySelector, privateKey };
}

export function domainOf(address: string | null): string {
  return (address ?? '').slice((address ?? '').lastIndexOf('@') + 1).toLowerCase();
}

/**
 * Parses a private key in PEM, or the base64 between its first and last line.
 * @throws DkimKeyRefused if the text is neither
 */
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
