import { createHmac, timingSafeEqual } from 'node:crypto';

const TOKEN = /\+c([a-z2-7]{26})\.([a-z2-7]{16})@/;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LONGEST_LOCAL = 64;

/**
 * An address of a channel to which an answer finds its conversation even where a program leaves out what it answers:
 * `support+c<id>.<80 bits of HMAC>@…`. The address itself where there is no room for that.
 */
export function replyAddress(address: string, conversationId: string, key: Buffer): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const id = base32(Buffer.from(conversationId.replaceAll('-', ''), 'hex'));
  const signed = `${local}+c${id}.${signature(address, id, key)}`;
  return signed.length > LONGEST_LOCAL ? address : `${signed}${address.slice(at)}`.toLowerCase();
}

/** The conversation that a signed address of a channel names; null where it names none, or we did not sign it. */
export function conversationIn(recipient: string, address: string, key: Buffer): string | null {
  const [, id, given] = TOKEN.exec(recipient.toLowerCase()) ?? [];
  if (!id || !given || withoutReplyToken(recipient.toLowerCase()) !== address.toLowerCase()) return null;
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(signature(address, id, key)))) return null;
  const hex = fromBase32(id).toString('hex').slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The address of the mailbox that a reply address leads to. */
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
