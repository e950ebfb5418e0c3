import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** A phone number as E.164, where it is a possible international one. A missing plus is assumed. */
export function e164(value: string | undefined): string | undefined {
  const phone = value && parsePhoneNumberFromString(value.startsWith('+') ? value : `+${value}`);
  return phone && phone.isPossible() ? phone.number : undefined;
}

/** WhatsApp's id of a person is their number in digits. It is taken as it stands: WhatsApp checked it. */
export function phoneOfWaId(value: string | undefined): string | undefined {
  return value && /^\d{6,15}$/.test(value) ? `+${value}` : undefined;
}
