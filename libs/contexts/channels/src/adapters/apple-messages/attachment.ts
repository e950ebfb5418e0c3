import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isRecord, record, text } from '../json';

/** A file in Apple's storage: the parameters for requesting it, and its encryption key. */
export interface Attachment {
  url: string;
  owner: string;
  /** Base64. */
  signature: string;
  /** Hexadecimal: `00` and then 32 bytes. */
  key: string;
}

const ZERO_IV = Buffer.alloc(16);
/** Bytes to decrypt before other work of the process gets a turn. */
const SLICE = 8 * 1024 * 1024;

/** Builds the media id, which contains everything that a later download needs. */
export function mediaIdOf(attachment: Attachment): string {
  return JSON.stringify(attachment);
}

export function attachmentOf(mediaId: string | undefined): Attachment | null {
  try {
    const read: unknown = JSON.parse(mediaId ?? 'null');
    return isRecord(read) ? readAttachment(read) : null;
  } catch {
    return null;
  }
}

export function readAttachment(value: unknown): Attachment | null {
  const { url, owner, signature, key, ...more } = record(value);
  const read = {
    url: text(url, 4096),
    owner: text(owner, 1024),
    signature: text(more['signature-base64'] ?? signature, 1024),
    key: text(key, 128),
  };
  return read.url && read.owner && read.signature && read.key ? (read as Attachment) : null;
}

/**
 * Decrypts a file with AES-256 in counter mode, counting from zero, in slices between other work.
 * @returns null if the key is malformed
 */
export async function decrypted(file: Buffer, key: string): Promise<Buffer | null> {
  const bytes = /^00[0-9a-f]{64}$/i.test(key) ? Buffer.from(key.slice(2), 'hex') : null;
  if (!bytes) return null;
  const decipher = createDecipheriv('aes-256-ctr', bytes, ZERO_IV);
  const plain = Buffer.allocUnsafe(file.length);
  for (let start = 0; start < file.length; start += SLICE) {
    if (start > 0) await setImmediate();
    plain.set(decipher.update(file.subarray(start, start + SLICE)), start);
  }
  return plain;
}

export function encrypted(file: Buffer): { body: Buffer; key: string } {
  const key = randomBytes(32);
  const cipher = createCipheriv('aes-256-ctr', key, ZERO_IV);
  return { body: Buffer.concat([cipher.update(file), cipher.final()]), key: `00${key.toString('hex')}` };
}
