import { hash } from 'node:crypto';

const ASSETS = Buffer.from('5f0d3c7e8f5c4e0a9a3e6a5d7f7b2c11', 'hex');

/**
 * Our id of a received message's file: the same in every redelivery, and after an edit of the message. A UUID by name
 * (RFC 9562, version 5).
 */
export function assetIdOf(externalId: string, mediaId: string): string {
  const digest = hash('sha1', Buffer.concat([ASSETS, Buffer.from(`${externalId}/${mediaId}`)]), 'buffer');
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const text = digest.toString('hex', 0, 16);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
}
