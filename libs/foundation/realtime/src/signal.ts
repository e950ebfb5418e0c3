import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { validate as isUuid } from 'uuid';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { ClientEvent } from '@parley/contracts/push/index';

/** A decrypted client event about one row. The sender comes from the session. */
export interface Signal {
  event: string;
  customerId: string;
  chatId: string;
  userId: string;
  typingTime: number;
}

const CIPHER = 'aes-256-ctr';
const IV_LENGTH = 16;
/** Maximum number of seconds of typing that is accepted from a client. */
const MAX_TYPING_TIME = 3_600;

/**
 * Decrypts a client event and ignores the sender in it.
 * @param key the organisation's key in base64url
 * @throws CodedError `invalid_input` if the event was altered or encrypted with another key
 */
export function openSignal({ iv, data }: ClientEvent, key: string): Pick<Signal, 'chatId' | 'typingTime'> {
  const altered = () => new CodedError('invalid_input', 'data');
  if (!/^[\x20-\x7e]{16}$/.test(iv)) throw new CodedError('invalid_input', 'iv');
  let body: unknown;
  try {
    const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64url'), iv);
    body = JSON.parse(decipher.update(data, 'base64', 'utf8') + decipher.final('utf8'));
  } catch {
    throw altered();
  }
  const { chatId, typingTime = 0 } = (body ?? {}) as { chatId?: unknown; typingTime?: unknown };
  if (typeof chatId !== 'string' || !isUuid(chatId)) throw altered();
  if (typeof typingTime !== 'number' || !(typingTime >= 0 && typingTime <= MAX_TYPING_TIME)) throw altered();
  return { chatId: chatId.toLowerCase(), typingTime };
}

/**
 * Encrypts an event again for its recipients.
 * @param room room of the row
 */
export function sealSignal(
  { event, chatId, userId, typingTime }: Signal,
  room: string,
  key: string,
): ClientEvent {
  const iv = randomBytes(IV_LENGTH / 2).toString('hex');
  const cipher = createCipheriv(CIPHER, Buffer.from(key, 'base64url'), iv);
  const body = JSON.stringify({ chatId, userId, typingTime });
  return { event, iv, rooms: [room], data: cipher.update(body, 'utf8', 'base64') + cipher.final('base64') };
}
