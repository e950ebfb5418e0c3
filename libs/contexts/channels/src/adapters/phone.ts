import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Alias } from './adapter';

/** Numbers that were read, and what as: who writes once writes again, and reading one takes as long as the rest of a webhook. */
const read = new Map<string, string | undefined>();
const MOST_READ = 10_000;

/** A phone number as E.164, where it is a possible international one. A missing plus is assumed. */
export function e164(value: string | undefined): string | undefined {
  if (!value || value.length > 64) return undefined;
  if (read.has(value)) return read.get(value);
  const phone = parsePhoneNumberFromString(value.startsWith('+') ? value : `+${value}`);
  const number = phone?.isPossible() ? phone.number : undefined;
  if (read.size >= MOST_READ) read.clear();
  read.set(value, number);
  return number;
}

/** WhatsApp's id of a person is their number in digits. It is taken as it stands: WhatsApp checked it. */
export function phoneOfWaId(value: string | undefined): string | undefined {
  return value && /^\d{6,15}$/.test(value) ? `+${value}` : undefined;
}

/**
 * Who writes an SMS from a short code or under a name: it cannot be called, but it is known again. The same one is
 * somebody else's in another country, so that it means something for the number of ours that it wrote to.
 */
export function nameOf(from: string, accountId: string): Alias {
  return { kind: 'external', scope: `sms/${accountId}`, value: from };
}
