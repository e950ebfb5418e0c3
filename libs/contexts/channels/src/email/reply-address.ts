import { createHmac, timingSafeEqual } from 'node:crypto';

const TOKEN = /\+c([a-z2-7]{26})\.([a-z2-7]{16})@/;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const MAX_LOCAL_LENGTH = 64;

/**
 * Builds a reply address that routes replies to their conversation even if the mail program omits the references:
 * `support+c<id>.<80 bits of HMAC>@…`. Returns the plain address if the result would be too long.
 */
export function replyAddress(address: string, conversationId: string, key: Buffer): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const id = base32(Buffer.from(conversationId.replaceAll('-', ''), 'hex'));
  const signed = `${local}+c${id}.${signature(address, id, key)}`;
  return signed.length > MAX_LOCAL_LENGTH ? address : `${signed}${address.slice(at)}`.toLowerCase();
}

/** The conversation in a signed reply address of a channel; null if there is none or the signature is wrong. */
export function conversationIn(recipient: string, address: string, key: Buffer): string | null {
  const [, id, given] = TOKEN.exec(recipient.toLowerCase()) ?? [];
  if (!id || !given || withoutReplyToken(recipient.toLowerCase()) !== address.toLowerCase()) return null;
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(signature(address, id, key)))) return null;
  const hex = fromBase32(id).toString('hex').slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Removes conversation and signature from a reply address. */
export function withoutReplyToken(address: string): string {
  return address.replace(TOKEN, '@');
}

function signature(address: string, id: string, key: Buffer): string {
  const mac = createHmac('sha256', key).update(`${address.toLowerCase()}/${id}`).digest();
  return base32(mac.subarray(0, 10));
}

function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return bits
    .match(/.{1,5}/g)!
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
