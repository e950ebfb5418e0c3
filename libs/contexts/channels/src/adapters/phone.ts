import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Alias } from './adapter';

/** Cache of parsed numbers: the same people write again, and parsing takes as long as the rest of a webhook. */
const read = new Map<string, string | undefined>();
const MAX_READ = 10_000;

/** A phone number in E.164; undefined if it is no possible international number. A missing plus is added. */
export function e164(value: string | undefined): string | undefined {
  if (!value || value.length > 64) return undefined;
  if (read.has(value)) return read.get(value);
  const phone = parsePhoneNumberFromString(value.startsWith('+') ? value : `+${value}`);
  const number = phone?.isPossible() ? phone.number : undefined;
  if (read.size >= MAX_READ) read.clear();
  read.set(value, number);
  return number;
}

/** WhatsApp's id of a person is their phone number in digits, already validated by WhatsApp. */
export function phoneOfWaId(value: string | undefined): string | undefined {
  return value && /^\d{6,15}$/.test(value) ? `+${value}` : undefined;
}

/**
 * The alias of a sender with a short code or a name instead of a number. The same name may belong to another sender
 * in another country, so the alias is valid only for the number of ours that received the SMS.
 */
export function nameOf(from: string, accountId: string): Alias {
  return { kind: 'external', scope: `sms/${accountId}`, value: from };
}
