import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const TEXT_PREFIX = 'v1.';

/** The data was encrypted with another key or for another `place` (see `seal`), or was changed or truncated. */
export class Unsealable extends Error {}

/**
 * Encrypts with AES-256-GCM: version (1 byte), nonce (12), ciphertext, tag (16).
 * @param key 32 bytes
 * @param place identifies the row of the result, which decrypts only for the same place, so that rows cannot be
 * swapped
 */
export function seal(key: Buffer, plaintext: Buffer, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  cipher.setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, ciphertext, cipher.getAuthTag()]);
}

/** @throws Unsealable if the data was not encrypted with this key for this place */
export function open(key: Buffer, sealed: Buffer, place: string): Buffer {
  if (sealed[0] !== VERSION || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) {
    throw new Unsealable('This was not sealed by us.');
  }
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const ciphertext = sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  } catch {
    throw new Unsealable('This was sealed with another key or for another place.');
  }
}

/**
 * Encrypts text like `seal`.
 * @returns `v1.` and base64url
 */
export function sealText(key: Buffer, text: string, place: string): string {
  return TEXT_PREFIX + seal(key, Buffer.from(text), place).toString('base64url');
}

/** @throws Unsealable if the text was not encrypted with this key for this place */
export function openText(key: Buffer, sealed: string, place: string): string {
  if (!sealed.startsWith(TEXT_PREFIX)) throw new Unsealable('This was not sealed by us.');
  return open(key, Buffer.from(sealed.slice(TEXT_PREFIX.length), 'base64url'), place).toString();
}
