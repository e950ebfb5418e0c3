import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { validate as isUuid } from 'uuid';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { ClientEvent } from '@parley/contracts/push/index';

/** A client event about one row that the server has opened. Its sender is who the session says. */
export interface Signal {
  event: string;
  customerId: string;
  chatId: string;
  userId: string;
  typingTime: number;
}

const CIPHER = 'aes-256-ctr';
const IV_LENGTH = 16;
/** Seconds: of what a window says, more is not believed. */
const LONGEST_TYPING = 3_600;

/**
 * Opens what a window sealed. What it says of its sender is not looked at.
 * @param key of the organisation, in base64url
 * @throws CodedError `invalid_input` for what was altered, or sealed with another key
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
  if (typeof typingTime !== 'number' || !(typingTime >= 0 && typingTime <= LONGEST_TYPING)) throw altered();
  return { chatId: chatId.toLowerCase(), typingTime };
}

/** Seals it anew for the windows that hear it. @param room that it is about */
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
